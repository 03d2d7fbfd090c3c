import { flow, Option, Schema } from "effect"
import type { Message, MessageContent } from "./Message.ts"
import { notBlank } from "./notBlank.ts"
import { truncate } from "./truncate.ts"

/** Code points of a preview at most. */
export const maxPreviewLength = 256

/** What content of one shape says; nothing when it has another shape, or says nothing. */
const saying = <Shape>(shape: Schema.Decoder<Shape>, say: (content: Shape) => string | undefined) =>
  flow(
    Schema.decodeUnknownOption(shape),
    Option.flatMap((content) => Option.fromNullishOr(notBlank(say(content))))
  )

const attachment = <S extends Schema.Constraint>(inside: S) => Schema.Struct({ attachment: inside })
const payload = <S extends Schema.Constraint>(inside: S) => attachment(Schema.Struct({ payload: inside }))

/** What the kinds of messages say, the most telling first: WhatsApp's (§4.4), then Messenger's and Instagram's. */
const readings = [
  saying(Schema.Struct({ text: Schema.String }), ({ text }) => text),
  saying(Schema.Struct({ caption: Schema.String }), ({ caption }) => caption),
  saying(Schema.Struct({ template: Schema.Struct({ name: Schema.NonEmptyString }) }), ({ template }) => {
    return `[template: ${template.name}]`
  }),
  saying(Schema.Struct({ latitude: Schema.Finite, name: Schema.String }), ({ name }) => name),
  saying(payload(Schema.Struct({ text: Schema.String })), ({ attachment }) => attachment.payload.text),
  saying(
    payload(Schema.Struct({ elements: Schema.NonEmptyArray(Schema.Struct({ title: Schema.String })) })),
    ({ attachment }) => attachment.payload.elements[0].title
  ),
  saying(attachment(Schema.Struct({ type: Schema.NonEmptyString })), ({ attachment }) => `[${attachment.type}]`)
]

/** A message in one line of a list: what it says, else what it is, in brackets. */
export const messagePreview = (type: Message["type"], content: MessageContent): string => {
  const said = Option.firstSomeOf(readings.map((read) => read(content)))
  return truncate(
    Option.getOrElse(said, () => (type === "text" ? "" : `[${type}]`)),
    maxPreviewLength
  )
}
