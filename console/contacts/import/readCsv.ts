/** Field separators that spreadsheet programs write. */
const separators = [",", ";", "\t"] as const

/** A record of a CSV file. */
export type CsvRecord = ReadonlyArray<string>

/** First bytes of a workbook: a ZIP archive (`.xlsx`, `.ods`), or a compound file (`.xls`). */
const workbookMarks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0]
]

/** Byte order marks. A file without one is UTF-8, as for the service (contract: CSV import). */
const encodings = { "utf-16le": [0xff, 0xfe], "utf-16be": [0xfe, 0xff] } as const

const beginsWith = (bytes: Uint8Array, mark: ReadonlyArray<number>): boolean =>
  mark.every((byte, index) => bytes[index] === byte)

/** The text of a file, or why it cannot be read. */
export const textOf = (
  bytes: Uint8Array
): { readonly text: string } | { readonly problem: "workbook" | "encoding" } => {
  if (workbookMarks.some((mark) => beginsWith(bytes, mark))) return { problem: "workbook" }
  const encoding = beginsWith(bytes, encodings["utf-16le"])
    ? "utf-16le"
    : beginsWith(bytes, encodings["utf-16be"])
      ? "utf-16be"
      : "utf-8"
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
  } catch {
    return { problem: "encoding" }
  }
}

/** A first line of Excel that names the separator. */
const separatorLine = /^"?sep=([,;\t])"?(?:\r\n|\r|\n)/i

/** The first separator outside of quotes in the header row; a comma for a single column. */
const separatorOf = (text: string): string => {
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === "\n" || character === "\r") break
    if (separators.some((separator) => separator === character)) return character
  }
  return ","
}

/** The records of a CSV file (RFC 4180), the header first. Empty lines are skipped. */
export const readCsv = (content: string): ReadonlyArray<CsvRecord> => {
  const named = separatorLine.exec(content)
  const text = named === null ? content : content.slice(named[0].length)
  const separator = named?.[1] ?? separatorOf(text.trimStart())
  const records: Array<CsvRecord> = []
  let record: Array<string> = []
  let cell = ""
  let isQuoted = false
  let wasQuoted = false
  const endCell = () => {
    record.push(cell)
    cell = ""
    wasQuoted = false
  }
  const endRecord = () => {
    const isEmpty = record.length === 0 && cell === "" && !wasQuoted
    endCell()
    if (!isEmpty) records.push(record)
    record = []
  }
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ""
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[index + 1] === '"') {
        cell += '"'
        index += 1
      } else isQuoted = false
    } else if (character === '"' && cell === "") {
      isQuoted = true
      wasQuoted = true
    } else if (character === separator) endCell()
    else if (character === "\n" || character === "\r") {
      endRecord()
      if (character === "\r" && text[index + 1] === "\n") index += 1
    } else cell += character
  }
  if (cell !== "" || record.length > 0 || wasQuoted) endRecord()
  return records
}
