import { Cause, Predicate, Runtime } from "effect"

/** Exit codes of commands (contract C103). */
export const exitCodes = {
  /** Any other failure: the service, the database or a platform. */
  failed: 1,
  /** The arguments or inputs of the command are wrong. */
  usage: 2,
  /** A named object does not exist. */
  notFound: 3,
  /** The object exists, and a rule forbids the change. */
  refused: 4
} as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Whether the error is the help of the argument parser, with errors if the arguments are wrong. */
const isHelp = (error: unknown): error is { readonly errors: ReadonlyArray<unknown> } =>
  Predicate.isTagged(error, "ShowHelp") && Predicate.hasProperty(error, "errors") && Array.isArray(error.errors)

/** The exit code of a process that failed. */
export const exitCodeOf = (cause: Cause.Cause<unknown>): number => {
  const error = Cause.squash(cause)
  if (isHelp(error)) return error.errors.length > 0 ? exitCodes.usage : 0
  return Runtime.getErrorExitCode(error)
}
