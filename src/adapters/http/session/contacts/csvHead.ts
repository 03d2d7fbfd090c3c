import { Effect, Sink } from "effect"

/**
 * Separates the fields of a record: a semicolon where the decimal sign is a comma, as spreadsheets have it, and a tab in
 * their text files.
 */
const separators = [",", ";", "\t"] as const
type Separator = (typeof separators)[number]

const isSeparator = (character: string): character is Separator => separators.some((one) => one === character)

/** A first line of Excel that names the separator. */
const separatorLine = /^\uFEFF?"?sep=([,;\t])"?(?:\r\n|\r|\n)/i

/** A text that may be the beginning of such a line. */
const mayBeSeparatorLine = /^\uFEFF?"?(?:s|se|sep|sep=|sep=[,;\t]"?\r?)?$/i

/** The beginning of a file, as far as the separator was searched in it. */
export interface CsvHead {
  readonly text: string
  /** Null: not found yet. */
  readonly separator: Separator | null
  readonly isQuoted: boolean
  readonly hasBegun: boolean
  /** Whether the file cannot begin with a line that names the separator, beyond this text. */
  readonly isPastFirst: boolean
}

const start: CsvHead = { text: "", separator: null, isQuoted: false, hasBegun: false, isPastFirst: false }

const isLineBreak = (character: string): boolean => character === "\n" || character === "\r"

/** The first separator outside of quotes in the header row. A header of one column has none, and a comma counts. */
const search = (head: CsvHead, more: string): CsvHead => {
  let { hasBegun, isQuoted } = head
  const found = (separator: Separator | null): CsvHead => ({
    text: head.text + more,
    separator,
    isQuoted,
    hasBegun,
    isPastFirst: true
  })
  for (const character of more) {
    if (!isQuoted && isSeparator(character)) return found(character)
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

/** The beginning without the line that names the separator; the separator is sought only if there is no such line. */
const searchFirst = (head: CsvHead, more: string): CsvHead => {
  const text = head.text + more
  const line = separatorLine.exec(text)
  if (line !== null) {
    const separator = line[1] ?? ""
    return {
      ...start,
      text: text.slice(line[0].length),
      separator: isSeparator(separator) ? separator : null,
      isPastFirst: true
    }
  }
  return mayBeSeparatorLine.test(text) ? { ...head, text } : search({ ...start, isPastFirst: true }, text)
}

/** Reads a file up to its separator, or as far as a record may reach. */
export const csvHead = (maxRecordSize: number): Sink.Sink<CsvHead, string, string> =>
  Sink.fold(
    () => start,
    ({ separator, text }) => separator === null && text.length <= maxRecordSize,
    (head, more) => Effect.succeed((head.isPastFirst ? search : searchFirst)(head, more))
  )
