import { Effect, Sink } from "effect"

/** What stands between the fields of a record: a semicolon where the decimal sign is a comma, as spreadsheets have it. */
type Separator = "," | ";"

/** The beginning of a file, as far as the separator was searched in it. */
export interface CsvHead {
  readonly text: string
  /** Null: not found yet. */
  readonly separator: Separator | null
  readonly isQuoted: boolean
  readonly hasBegun: boolean
}

const start: CsvHead = { text: "", separator: null, isQuoted: false, hasBegun: false }

const isLineBreak = (character: string): boolean => character === "\n" || character === "\r"

/** The first separator outside of quotes in the header row. A header of one column has none, and a comma counts. */
const search = (head: CsvHead, more: string): CsvHead => {
  let { hasBegun, isQuoted } = head
  const found = (separator: Separator | null): CsvHead => ({ text: head.text + more, separator, isQuoted, hasBegun })
  for (const character of more) {
    if (!isQuoted && (character === "," || character === ";")) return found(character)
    if (!isQuoted && isLineBreak(character)) {
      if (hasBegun) return found(",")
      continue
    }
    if (character === '"') isQuoted = !isQuoted
    // A mark of the byte order is no part of the header.
    hasBegun ||= character !== "\uFEFF"
  }
  return found(null)
}

/** Reads a file up to its separator, or as far as a record may reach. */
export const csvHead = (maxRecordSize: number): Sink.Sink<CsvHead, string, string> =>
  Sink.fold(
    () => start,
    ({ separator, text }) => separator === null && text.length <= maxRecordSize,
    (head, more) => Effect.succeed(search(head, more))
  )
