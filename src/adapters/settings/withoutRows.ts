import { Cause, Logger, Predicate } from "effect"
import { SqlError } from "effect/sql"

/** Facts of a failed statement that are about the database and not about what it holds. */
const factNames = ["code", "constraint", "schema", "table", "column", "dataType", "routine"] as const

/**
 * Classes of SQLSTATE whose message may repeat a value: data exceptions, violated constraints, and what functions
 * raise. The messages of all others name what the database has or does.
 */
const quoting = /^(?:22|23|44|P0)/

/** A failed statement without its parameters, and without the row that it was about. */
class StatementFailed extends Error {
  override readonly name = "StatementFailed"
}

const textOf = (value: unknown, name: string): string | undefined => {
  const text = Predicate.hasProperty(value, name) ? value[name] : undefined
  return typeof text === "string" ? text : undefined
}

/** A frame of V8, whose file and position no value of a row has. */
const frame = /^ {4}at (?:[\w$.<>[\] ]{1,200} \()?(?:file:\/\/|node:|\/)[^\s()]+:\d+:\d+\)?$/

/** The frames of a stack, without the message above them, which may repeat a value. */
const framesOf = ({ stack = "" }: Error): ReadonlyArray<string> => stack.split("\n").filter((line) => frame.test(line))

/** Returns the error with the stack frames of the original. */
const withFramesOf = <E extends Error>(error: E, original: Error): E => {
  const frames = framesOf(original)
  if (frames.length > 0) error.stack = [`${error.name}: ${error.message}`, ...frames].join("\n")
  return error
}

/** The facts of a failed statement, without what its rows hold. */
export const reduced = (failure: SqlError.SqlError): StatementFailed => {
  const { reason } = failure
  const { cause } = reason
  const code = textOf(cause, "code") ?? ""
  const facts = factNames.flatMap((name) => {
    const text = textOf(cause, name)
    return text === undefined ? [] : [`${name} ${text}`]
  })
  const message = quoting.test(code) ? undefined : textOf(cause, "message")
  const text = [reason._tag, ...(message === undefined ? [] : [message]), ...facts].join(", ")
  return withFramesOf(new StatementFailed(text), failure)
}

/** Maximum depth of nested values and causes; deeper ones are omitted. */
const deepest = 8

/** The value as it may be logged: wherever it holds a failure of the database, only the facts of it. */
const safe = (value: unknown, depth = 0): unknown => {
  if (SqlError.isSqlError(value)) return reduced(value)
  if (SqlError.isSqlErrorReason(value)) return reduced(new SqlError.SqlError({ reason: value }))
  if (Cause.isCause(value)) return safeCause(value)
  if (depth >= deepest) return "…"
  if (Array.isArray(value)) return value.map((one) => safe(one, depth + 1))
  // Whatever else an error carries stays as it is, unless it carries one of the database.
  if (value instanceof Error && value.cause !== undefined && holdsSqlError(value, depth)) {
    return withFramesOf(new Error(`${value.name}: ${value.message}`, { cause: safe(value.cause, depth + 1) }), value)
  }
  return Predicate.isObject(value) && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, safe(one, depth + 1)]))
    : value
}

const holdsSqlError = (error: unknown, depth: number): boolean =>
  SqlError.isSqlError(error) ||
  SqlError.isSqlErrorReason(error) ||
  (error instanceof Error && depth < deepest && holdsSqlError(error.cause, depth + 1))

const safeCause = (cause: Cause.Cause<unknown>): Cause.Cause<unknown> =>
  Cause.fromReasons(
    cause.reasons.map((reason) => {
      // The annotations have the frames of the fiber.
      const annotations = Cause.reasonAnnotations(reason)
      if (Cause.isFailReason(reason)) return Cause.makeFailReason(safe(reason.error)).annotate(annotations)
      return Cause.isDieReason(reason) ? Cause.makeDieReason(safe(reason.defect)).annotate(annotations) : reason
    })
  )

/**
 * The logger without what rows hold: Postgres repeats a row that violates a constraint (`Failing row contains (...)`),
 * keys that exist (`Key (...)=(...)`), and values that it cannot read.
 */
export const withoutRows = <Message, Output>(logger: Logger.Logger<unknown, Output>): Logger.Logger<Message, Output> =>
  Logger.make(({ cause, message, ...entry }) =>
    logger.log({ ...entry, message: safe(message), cause: safeCause(cause) })
  )
