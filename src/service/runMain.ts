import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Exit, Runtime } from "effect"
import { exitCodeOf } from "../adapters/cli/operator/OperatorError.ts"
import { explainFailure } from "../adapters/settings/explainFailure.ts"

/** Shutdown deadline in milliseconds. Interrupted work is recovered by leases and the expiry of sends. */
const shutdownDeadline = 10_000

/** Ends the process with the code after the deadline, unless it ends before. */
export const exitByDeadline = (code: number): void => {
  setTimeout(() => process.exit(code), shutdownDeadline).unref()
}

/**
 * Runs the effect as the program of this process. SIGTERM and SIGINT interrupt it, and end the process with code 0
 * after at most 10 seconds. A failure is printed in a line, and its exit code is that of the commands.
 */
export const runMain = <A, E>(program: Effect.Effect<A, E>): void => {
  // Unfinished work ends as in a crash; leases and the expiry of sends recover it.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => exitByDeadline(0))
  }
  const explained = Effect.tapCause(program, (cause) =>
    Cause.hasInterruptsOnly(cause) || !Runtime.getErrorReported(Cause.squash(cause))
      ? Effect.void
      : Console.error(explainFailure(cause))
  )
  NodeRuntime.runMain(explained, {
    disableErrorReporting: true,
    // A stop signal is not a failure.
    teardown: (exit, onExit) =>
      onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : exitCodeOf(exit.cause))
  })
}
