import { Cause } from "effect"

/** More than anybody reads in a list. */
const maxLength = 500

/** The text of a failure for operators, without any reported content. */
export const problemText = (cause: Cause.Cause<unknown>): string => {
  const [error] = Cause.prettyErrors(cause)
  return error === undefined ? "unknown" : `${error.name}: ${error.message}`.slice(0, maxLength)
}
