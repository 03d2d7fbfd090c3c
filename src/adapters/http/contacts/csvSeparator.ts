import { Effect, Sink } from "effect"

/** Field separators. Spreadsheets write semicolons in locales with a decimal comma, and tabs in text files. */
const separators = [",", ";", "\t"] as const
type Separator = (typeof separators)[number]

const isSeparator = (character: string): character is Separator => separators.some((one) => one === character)

/** A first line of Excel that names the separator. */
const separatorLine = /^\uFEFF?"?sep=([,;\t])"?(?:\r\n|\r|\n)/i

/** A prefix of such a line. */
const mayBeSeparatorLine = /^\uFEFF?"?(?:s|se|sep|sep=|sep=[,;\t]"?\r?)?$/i

/** State of the separator search at the start of a file. */
export interface CsvHead {
  readonly text: string
  /** Null: not found yet. */
  readonly separator: Separator | null
  readonly isQuoted: boolean
  readonly hasBegun: boolean
  /** Whether the file cannot start with a line that names the separator. */
  readonly isPastFirst: boolean
}

const start: CsvHead = { text: "", separator: null, isQuoted: false, hasBegun: false, isPastFirst: false }

const isLineBreak = (character: string): boolean => character === "\n" || character === "\r"

/** The first separator outside quotes in the header row; a comma for a single column. */
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
    // The header excludes the byte order mark.
    hasBegun ||= character !== "\uFEFF"
  }
  return found(null)
}

/** Removes a line that names the separator. Without one, the header row is searched. */
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

/** Reads a file up to its separator, or up to the maximum record length. */
export const csvSeparator = (maxRecordSize: number): Sink.Sink<CsvHead, string, string> =>
  Sink.fold(
    () => start,
    ({ separator, text }) => separator === null && text.length <= maxRecordSize,
    (head, more) => Effect.succeed((head.isPastFirst ? search : searchFirst)(head, more))
  )
