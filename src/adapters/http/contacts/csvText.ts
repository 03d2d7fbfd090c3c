import { Effect, Schema, Stream } from "effect"

/** The file cannot be read at all. */
export class CsvRefused extends Schema.TaggedError<CsvRefused>()("CsvRefused", { problem: Schema.String }) {}

export const refuse = (problem: string) => new CsvRefused({ problem })

const saveAs = 'save it as "CSV UTF-8" in the spreadsheet program'

/** First bytes of a workbook: a ZIP archive (`.xlsx`, `.ods`), or a compound file (`.xls`). */
const workbookMarks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0]
]

/** Byte order marks. A file without one is UTF-8. */
const byteOrderMarks = { "utf-16le": [0xff, 0xfe], "utf-16be": [0xfe, 0xff] } as const

/** Number of bytes that identify the file type. */
const markLength = 4

const beginsWith = (bytes: Uint8Array, mark: ReadonlyArray<number>): boolean =>
  mark.every((byte, position) => bytes[position] === byte)

const textNames = { "utf-8": "UTF-8", "utf-16le": "UTF-16", "utf-16be": "UTF-16" } as const
type Encoding = keyof typeof textNames

const encodingOf = (head: Uint8Array): Encoding => {
  if (beginsWith(head, byteOrderMarks["utf-16le"])) return "utf-16le"
  return beginsWith(head, byteOrderMarks["utf-16be"]) ? "utf-16be" : "utf-8"
}

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

/** Decodes a file in the encoding of its first bytes, for chunks of any size. */
const makeDecoder = () => {
  let head: Uint8Array = new Uint8Array()
  let decoder: { readonly text: InstanceType<typeof TextDecoder>; readonly name: string } | null = null
  return (chunk: Uint8Array | null): Effect.Effect<string, CsvRefused> => {
    let bytes: Uint8Array = chunk ?? new Uint8Array()
    if (decoder === null) {
      head = bytes = joined(head, bytes)
      if (head.length < markLength && chunk !== null) return Effect.succeed("")
      if (workbookMarks.some((mark) => beginsWith(head, mark))) {
        return Effect.fail(refuse(`The file is a workbook and no CSV; ${saveAs}`))
      }
      const encoding = encodingOf(head)
      // Keeps the byte order mark, which the CSV reader removes.
      const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true })
      decoder = { text, name: textNames[encoding] }
    }
    const { name, text } = decoder
    return Effect.try({
      try: () => text.decode(bytes, { stream: chunk !== null }),
      catch: () => refuse(`The file is not valid ${name}; ${saveAs}`)
    })
  }
}

/** Decodes a CSV file in UTF-8, or in UTF-16 with a byte order mark (contract: CSV import). */
export const csvText = <E>(bytes: Stream.Stream<Uint8Array, E>): Stream.Stream<string, E | CsvRefused> =>
  Stream.suspend(() => {
    const decode = makeDecoder()
    return Stream.mapEffect(bytes, decode).pipe(Stream.concat(Stream.fromEffect(Effect.suspend(() => decode(null)))))
  })
