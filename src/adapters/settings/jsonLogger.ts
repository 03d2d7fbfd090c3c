import { Array, Cause, type Fiber, Formatter, Logger, Predicate, References } from "effect"

/** Fields of a log line, at its top level. */
export type LogFields = Readonly<Record<string, unknown>>

/** Fields of the fiber that logs, such as those of its request. */
export type FiberFields = (fiber: Fiber.Fiber<unknown, unknown>) => LogFields

/** Names that the logger itself writes. A field with one of them is renamed to `field_<name>`. */
const reserved = new Set(["timestamp", "level", "message", "cause", "service", "role", "version", "pid"])

const isPlain = (value: unknown): value is Record<string, unknown> =>
  Predicate.isObject(value) && Object.getPrototypeOf(value) === Object.prototype

const isEmpty = (value: unknown): boolean =>
  value === undefined || (isPlain(value) && Object.values(value).every((one) => one === undefined))

const textOf = (value: unknown): string => {
  if (typeof value === "string") return value
  return typeof value === "object" && value !== null ? Formatter.formatJson(value) : String(value)
}

/** The parts of a message: its text, its fields, and its errors. */
const partsOf = (message: unknown) => {
  const texts: Array<string> = []
  const errors: Array<unknown> = []
  const fields: Record<string, unknown> = {}
  for (const part of Array.ensure(message)) {
    if (part instanceof Error) errors.push(part)
    else if (isPlain(part)) Object.assign(fields, part)
    else texts.push(textOf(part))
  }
  return { texts, errors, fields }
}

/** The first line of what failed, for a log call without a text. */
const firstLine = (text: string): string => text.split("\n", 1)[0] ?? ""

const renamed = (fields: LogFields, process: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (isEmpty(value) || (value === process[name] && reserved.has(name))) return []
      // The pretty form has the stack frames, not only the name and the message.
      const content = value instanceof Error ? Cause.pretty(Cause.fail(value)) : value
      return [[reserved.has(name) ? `field_${name}` : name, content]]
    })
  )

/**
 * Formats a line as one JSON object. `message` is always text, fields stand at the top level, and `cause` has the
 * frames of each failure. `process` is the same in every line.
 */
export const jsonFormat = (process: LogFields, fiberFields: FiberFields = () => ({})): Logger.Logger<unknown, string> =>
  Logger.make(({ cause, date, fiber, logLevel, message }) => {
    const { errors, fields, texts } = partsOf(message)
    const failures = [
      ...errors.map((error) => Cause.pretty(Cause.fail(error))),
      ...(cause.reasons.length > 0 ? [Cause.pretty(cause)] : [])
    ]
    const failure = failures.join("\n")
    const spans = Object.fromEntries(
      fiber.getRef(References.CurrentLogSpans).map(([label, start]) => [label, date.getTime() - start])
    )
    const text = texts.length > 0 ? texts.join(" ") : firstLine(failure)
    return Formatter.formatJson({
      timestamp: date.toISOString(),
      level: logLevel.toUpperCase(),
      message: text === "" ? "no text" : text,
      ...process,
      ...renamed(
        { ...fiberFields(fiber), ...fiber.getRef(References.CurrentLogAnnotations), ...fields, spans },
        process
      ),
      ...(failure === "" ? {} : { cause: failure })
    })
  })
