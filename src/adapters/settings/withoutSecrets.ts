import { Cause, Logger, Predicate } from "effect"
import { withoutAddressSecrets } from "../../domain/text/withoutAddressSecrets.ts"

/** Maximum depth of nested values that are searched for secrets. */
const deepest = 8

/** The values without secrets; the same array if none had one. */
const each = (values: ReadonlyArray<unknown>, depth: number): ReadonlyArray<unknown> => {
  const after = values.map((value) => hidden(value, depth))
  return after.every((value, index) => value === values[index]) ? values : after
}

/** An error that has a secret anywhere is replaced by one with its name, its message and its cause. */
const hiddenError = (error: Error, depth: number): Error => {
  const cause = hidden(error.cause, depth)
  const own = [error.message, error.stack, ...Object.values(error)]
  if (cause === error.cause && each(own, depth) === own) return error
  const after = new Error(`${error.name}: ${withoutAddressSecrets(error.message)}`)
  if (error.stack !== undefined) after.stack = withoutAddressSecrets(error.stack)
  return cause === undefined ? after : Object.assign(after, { cause })
}

const hidden = (value: unknown, depth: number): unknown => {
  if (typeof value === "string") return withoutAddressSecrets(value)
  if (depth >= deepest) return value
  if (Cause.isCause(value)) return hiddenCause(value, depth + 1)
  if (Array.isArray(value)) return each(value, depth + 1)
  if (value instanceof Error) return hiddenError(value, depth + 1)
  if (!Predicate.isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value
  const values = Object.values(value)
  const after = each(values, depth + 1)
  return after === values ? value : Object.fromEntries(Object.keys(value).map((name, index) => [name, after[index]]))
}

const hiddenCause = (cause: Cause.Cause<unknown>, depth: number): Cause.Cause<unknown> =>
  Cause.fromReasons(
    cause.reasons.map((reason) => {
      if (Cause.isInterruptReason(reason)) return reason
      const before = Cause.isFailReason(reason) ? reason.error : reason.defect
      const after = hidden(before, depth)
      if (after === before) return reason
      const replaced = Cause.isFailReason(reason) ? Cause.makeFailReason(after) : Cause.makeDieReason(after)
      // The annotations have the frames of the fiber.
      return replaced.annotate(Cause.reasonAnnotations(reason))
    })
  )

/** The logger without secrets in addresses, such as the token in the URL of a webhook that a receiver redirects to. */
export const withoutSecrets = <Message, Output>(
  logger: Logger.Logger<unknown, Output>
): Logger.Logger<Message, Output> =>
  Logger.make(({ cause, message, ...entry }) =>
    logger.log({ ...entry, message: hidden(message, 0), cause: hiddenCause(cause, 0) })
  )
