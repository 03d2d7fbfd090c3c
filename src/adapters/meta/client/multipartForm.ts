import { Effect, Random, Stream } from "effect"
import type { StreamedBody } from "../../outbound/HttpCall.ts"

/** The file of a form. */
export interface FormFile {
  /** The name of the part. */
  readonly name: string
  readonly filename: string
  readonly mimeType: string
  /** In bytes. */
  readonly size: number
  readonly bytes: Stream.Stream<Uint8Array>
}

/** A form as the body of a request, and its media type. */
export interface MultipartForm {
  readonly contentType: string
  readonly body: StreamedBody
}

/** What a quoted name of a part cannot carry. Some platforms take no names beyond ASCII (platforms P12). */
const unsafe = /[^\x20-\x7e]|["\\%]/g

const utf8 = new TextEncoder()

const head = (boundary: string, name: string, rest: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`

/** A form of fields and one file (RFC 7578). The file is read while the form is sent. */
export const multipartForm = Effect.fnUntraced(function* (
  fields: Readonly<Record<string, string>>,
  { bytes, filename, mimeType, name, size }: FormFile
) {
  const chances = yield* Effect.replicateEffect(Random.next, 3)
  const boundary = `parley-${chances.map((chance) => chance.toString(36).slice(2)).join("")}`
  const texts = Object.entries(fields).map(([field, value]) => `${head(boundary, field, "")}${value}\r\n`)
  const ofFile = `; filename="${filename.replaceAll(unsafe, "_")}"\r\ncontent-type: ${mimeType}`
  const before = utf8.encode(`${texts.join("")}${head(boundary, name, ofFile)}`)
  const after = utf8.encode(`\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: {
      length: before.length + size + after.length,
      bytes: Stream.concat(Stream.concat(Stream.make(before), bytes), Stream.make(after))
    }
  } satisfies MultipartForm
})
