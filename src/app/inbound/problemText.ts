import { Cause } from "effect"

/** More than anybody reads in a list. */
const maxLength = 500

/** What a person who operates the service is told of a failure; nothing of what was reported. */
export const problemText = (cause: Cause.Cause<unknown>): string => {
  const [error] = Cause.prettyErrors(cause)
  return error === undefined ? "unknown" : `${error.name}: ${error.message}`.slice(0, maxLength)
}
