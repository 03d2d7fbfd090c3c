import { type Result, Schema } from "effect"
import { isEmoji } from "../../src/domain/text/isEmoji.ts"
import { decoder } from "../graph/fields.ts"
import type { GraphError } from "../graph/GraphError.ts"
import { paramName } from "../graph/issueRefusal.ts"
import { boundedText, link, someText } from "../graph/parameters.ts"

/** Limits of message types that are not interactive (platforms P1). */
const maxBody = 4096
const maxCaption = 1024
const maxFilename = 240
const maxContacts = 257

/** Exactly one source of the file. The existence of a media id is not checked. */
const mediaSource = Schema.makeFilter(
  ({ id, link }: { readonly id?: string; readonly link?: string }) => (id === undefined) !== (link === undefined),
  { message: `Param ${paramName} must have exactly one of 'id' and 'link'` }
)

const source = { id: Schema.optionalKey(someText), link: Schema.optionalKey(link) }
const caption = Schema.optionalKey(boundedText(maxCaption))

/** A file of a message; also the value of a template's header. */
export const Media = Schema.Struct({
  ...source,
  caption,
  filename: Schema.optionalKey(boundedText(maxFilename))
}).check(mediaSource)

const Picture = Schema.Struct({ ...source, caption }).check(mediaSource)

const Audio = Schema.Struct({ ...source, voice: Schema.optionalKey(Schema.Boolean) }).check(mediaSource)

const Sticker = Schema.Struct(source).check(mediaSource)

/** A number, or its text: the documentation has both. */
const coordinate = (limit: number) =>
  Schema.Union([Schema.Finite, Schema.FiniteFromString]).check(
    Schema.makeFilter((degrees) => Math.abs(degrees) <= limit, {
      message: `${paramName} must be between -${limit} and ${limit}`
    })
  )

export const Location = Schema.Struct({
  latitude: coordinate(90),
  longitude: coordinate(180),
  name: Schema.optionalKey(Schema.String),
  address: Schema.optionalKey(Schema.String)
})

const Text = Schema.Struct({
  body: boundedText(maxBody).check(
    Schema.makeFilter((body) => body.trim() !== "", { message: "Message text cannot be empty" })
  ),
  preview_url: Schema.optionalKey(Schema.Union([Schema.Boolean, Schema.Literals(["true", "false"])]))
})

/** An empty emoji takes a reaction back. */
const Reaction = Schema.Struct({
  message_id: someText,
  emoji: Schema.String.check(
    Schema.makeFilter((emoji) => emoji === "" || isEmoji(emoji), { message: `${paramName} is not an emoji` })
  )
})

const otherNameParts = ["first_name", "last_name", "middle_name", "suffix", "prefix"]

const Contact = Schema.Struct({
  name: Schema.Record(Schema.String, Schema.String).check(
    Schema.makeFilter((name) =>
      name["formatted_name"] === undefined
        ? { path: ["formatted_name"], issue: "formatted_name is required" }
        : otherNameParts.some((part) => name[part] !== undefined) ||
          "At least one of the optional name parameters needs to be included along with formatted_name"
    )
  ),
  phones: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        phone: Schema.optionalKey(Schema.String),
        type: Schema.optionalKey(Schema.String),
        wa_id: Schema.optionalKey(Schema.String)
      })
    )
  )
})

const Contacts = Schema.Array(Contact).check(
  Schema.makeFilter((contacts) => contacts.length >= 1, { message: "Invalid contacts count. Min allowed contacts: 1" }),
  Schema.makeFilter((contacts) => contacts.length <= maxContacts, {
    message: `Invalid contacts count. Max allowed contacts: ${maxContacts}`
  })
)

/** Decodes the content of a message type from `{[kind]: content}`. */
export type ContentReader = (content: Schema.JsonObject) => Result.Result<unknown, GraphError>

/** Message types with independent content. Types with few keys refuse unknown ones, like the platform. */
export const contentReaders: Readonly<Record<string, ContentReader>> = {
  text: decoder(Schema.Struct({ text: Text }), "refused"),
  image: decoder(Schema.Struct({ image: Picture }), "refused"),
  video: decoder(Schema.Struct({ video: Picture }), "refused"),
  document: decoder(Schema.Struct({ document: Media }), "refused"),
  audio: decoder(Schema.Struct({ audio: Audio }), "refused"),
  sticker: decoder(Schema.Struct({ sticker: Sticker }), "refused"),
  location: decoder(Schema.Struct({ location: Location }), "refused"),
  reaction: decoder(Schema.Struct({ reaction: Reaction }), "refused"),
  contacts: decoder(Schema.Struct({ contacts: Contacts }))
}
