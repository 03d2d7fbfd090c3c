import { Schema } from "effect"

/** A person cannot do what the request asks for. The reason names the field and never its value. */
export class BadInbound extends Schema.TaggedError<BadInbound>()("BadInbound", { reason: Schema.String }) {}

/** Longer than any text that a platform takes, so that a person can also write too much. */
const maxText = 65_536
/** The largest file that a request has room for, in bytes. */
export const maxFileSize = 524_288
const maxName = 512

export const text = Schema.NonEmptyString.check(Schema.isMaxLength(maxText))
/** Text that may be empty. */
export const anyText = Schema.String.check(Schema.isMaxLength(maxText))
export const name = Schema.NonEmptyString.check(Schema.isMaxLength(maxName))

/** A part in the platform's own words, which goes into the webhook as it is. */
export const verbatim = Schema.JsonObject.check(
  Schema.makeFilter((part) => Object.keys(part).length > 0, { message: "must not be empty" })
)

/** A file that the person sends along: its bytes, or for a text file the text. */
export const File = Schema.Struct({
  mimeType: Schema.String.check(
    Schema.makeFilter((type) => /^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/.test(type), { message: "must be a media type" })
  ),
  base64: Schema.optionalKey(
    Schema.String.check(
      Schema.isBase64(),
      Schema.makeFilter((bytes) => bytes.length <= Math.ceil(maxFileSize / 3) * 4, {
        message: `must be at most ${maxFileSize} bytes`
      })
    )
  ),
  text: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(maxFileSize))),
  filename: Schema.optionalKey(name),
  caption: Schema.optionalKey(text)
}).check(
  Schema.makeFilter(({ base64, text: words }) =>
    (base64 === undefined) === (words === undefined) ? "must have either base64 or text" : undefined
  )
)
export type File = typeof File.Type

/** Fields of every request, on every channel. */
export const common = {
  /** The id of the account that the person writes to; by default the first account of the channel. */
  to: Schema.optionalKey(Schema.NonEmptyString),
  /** When it happens; by default now. */
  timestamp: Schema.optionalKey(Schema.DateTimeUtcFromString)
}
