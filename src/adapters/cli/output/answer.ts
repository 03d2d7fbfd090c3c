import { Console, Effect, type Schema } from "effect"
import { CliOutput, Flag, GlobalFlag } from "effect/cli"

/** Characters that could control the terminal, break the line or change the writing direction. */
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Foreign text on one line, without control characters. */
export const oneLine = (text: string): string => text.replace(steering, " ")

/** `--json` of every command: the answer is one JSON value on standard output. */
export const Json = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(Flag.withDescription("Answers as JSON, for scripts"), Flag.withDefault(false))
})

/** The fields of an answer or of its row, with their JSON names. */
export type Fields = Readonly<Record<string, Schema.Json>>

/** Default maximum length of a table cell, in characters. */
const usualCell = 300

/** The rows of a list with its texts. */
export interface List {
  readonly rows: ReadonlyArray<Fields>
  /** Columns of the table, in this order; the other fields are in the JSON only. */
  readonly columns: ReadonlyArray<string>
  /** Whether there are further rows. */
  readonly hasMore: boolean
  /** The sentence for a list without rows. */
  readonly none: string
  /** Maximum length of a table cell in characters, `usualCell` by default; the JSON has the whole value. */
  readonly maxCell?: number
  /** Further fields of the answer, in JSON only. */
  readonly extra?: Fields
}

/** `createdAt` as `created at`. */
const words = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const text = (value: Schema.Json | undefined): string => {
  if (value === null || value === undefined) return "-"
  if (typeof value === "string") return value
  if (Array.isArray(value) && value.length === 0) return "-"
  return Array.isArray(value) && value.every((one) => typeof one === "string")
    ? value.join(", ")
    : JSON.stringify(value)
}

const cell = (value: Schema.Json | undefined, maxCell: number): string => {
  const whole = text(value)
  return oneLine(whole.length > maxCell ? `${whole.slice(0, maxCell - 1)}…` : whole)
}

const padded = (content: string, width: number): string =>
  content + " ".repeat(Math.max(0, width - CliOutput.displayWidth(content)))

/** Lines with aligned columns. */
const aligned = (lines: ReadonlyArray<ReadonlyArray<string>>): string => {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => CliOutput.displayWidth(line[column] ?? "")))
  )
  return lines
    .map((line) =>
      line
        .map((content, column) => padded(content, widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
    .join("\n")
}

const table = (columns: ReadonlyArray<string>, rows: ReadonlyArray<Fields>, maxCell = usualCell): string =>
  aligned([
    columns.map((column) => words(column).toUpperCase()),
    ...rows.map((row) => columns.map((column) => cell(row[column], maxCell)))
  ])

const isFields = (value: Schema.Json): value is Schema.JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The rows of a field that is a list of objects; none for any other field. */
const rowsOf = (value: Schema.Json | undefined): ReadonlyArray<Fields> =>
  Array.isArray(value) && value.every(isFields) ? value : []

/** Prints an object: a line for each field, and a table for each list of objects; or a JSON object. */
export const answer = Effect.fnUntraced(function* (fields: Fields) {
  if (yield* Json) return yield* Console.log(JSON.stringify(fields, null, 2))
  const entries = Object.entries(fields)
  const lines = entries.flatMap(([name, value]) =>
    rowsOf(value).length === 0 ? [[words(name), oneLine(text(value))]] : []
  )
  yield* Console.log(aligned(lines))
  for (const [name, value] of entries) {
    const [first, ...others] = rowsOf(value)
    if (first === undefined) continue
    yield* Console.log(`\n${words(name)}\n${table(Object.keys(first), [first, ...others])}`)
  }
})

/** Prints a list: a table, or a JSON object with the rows under `name`, and `hasMore`. */
export const answerList = Effect.fnUntraced(function* (
  name: string,
  { extra = {}, columns, hasMore, maxCell, none, rows }: List
) {
  if (yield* Json) return yield* Console.log(JSON.stringify({ [name]: rows, hasMore, ...extra }, null, 2))
  if (rows.length === 0) return yield* Console.log(none)
  yield* Console.log(table(columns, rows, maxCell))
  if (hasMore) yield* Console.log(`These are the first ${rows.length}; there are more.`)
})

/** Prints one item of a continuous answer: a line of text, or of JSON. */
export const answerLine = Effect.fnUntraced(function* (fields: Fields, line: string) {
  yield* Console.log((yield* Json) ? JSON.stringify(fields) : oneLine(line))
})
