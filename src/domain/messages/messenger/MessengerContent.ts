import { Schema } from "effect"
import { SentFile, sentFileContent } from "../../media/SentFile.ts"
import type { MessageContent } from "../Message.ts"
import type { Named } from "../../Named.ts"

/**
 * The effect of a tap: a page opens, the business receives a postback, a number is dialled (contract: Developer
 * Messenger).
 */
export const MessengerButton = Schema.TaggedUnion({
  WebUrl: { title: Schema.NonEmptyString, url: Schema.NonEmptyString },
  Postback: { title: Schema.NonEmptyString, payload: Schema.NonEmptyString },
  PhoneNumber: { title: Schema.NonEmptyString, number: Schema.NonEmptyString }
})
export type MessengerButton = typeof MessengerButton.Type

/** A reply to choose. The message of the person who chose it has `payload` in `quick_reply`. `imageUrl` is null without an icon. */
export const QuickReply = Schema.Struct({
  title: Schema.NonEmptyString,
  payload: Schema.NonEmptyString,
  imageUrl: Schema.NullOr(Schema.NonEmptyString)
})
export type QuickReply = typeof QuickReply.Type

/** A card of a carousel. `defaultUrl` opens when the card itself is tapped. */
export const MessengerElement = Schema.Struct({
  title: Schema.NonEmptyString,
  subtitle: Schema.NullOr(Schema.NonEmptyString),
  imageUrl: Schema.NullOr(Schema.NonEmptyString),
  defaultUrl: Schema.NullOr(Schema.NonEmptyString),
  buttons: Schema.Array(MessengerButton)
})
export type MessengerElement = typeof MessengerElement.Type

/** The kinds of files that Messenger and Instagram accept. */
export const AttachmentKind = Schema.Literals(["image", "video", "audio", "file"])
export type AttachmentKind = typeof AttachmentKind.Type

/** Lets a person answer within 7 days instead of 24 hours (contract: Developer Messenger, rule 3). */
export const MessageTag = Schema.Literals(["HUMAN_AGENT"])
export type MessageTag = typeof MessageTag.Type

/** The content of a Messenger or Instagram message; the two share the platform's words. */
export const MessengerContent = Schema.TaggedUnion({
  Text: { text: Schema.NonEmptyString },
  QuickReplies: { text: Schema.NonEmptyString, quickReplies: Schema.NonEmptyArray(QuickReply) },
  ButtonTemplate: { text: Schema.NonEmptyString, buttons: Schema.NonEmptyArray(MessengerButton) },
  GenericTemplate: { elements: Schema.NonEmptyArray(MessengerElement) },
  /** The platform fetches the file at the URL, unless it has the file already. */
  Attachment: { kind: AttachmentKind, url: Schema.NonEmptyString, file: Schema.optionalKey(SentFile) }
})
export type MessengerContent = Named<typeof MessengerContent.Type>

/** Removes the fields that are null. */
const withoutNulls = (fields: Readonly<Record<string, Schema.Json>>): MessageContent =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

const button = MessengerButton.match({
  WebUrl: ({ title, url }) => ({ type: "web_url", url, title }),
  Postback: ({ payload, title }) => ({ type: "postback", title, payload }),
  PhoneNumber: ({ number, title }) => ({ type: "phone_number", title, payload: number })
})

const element = ({ buttons, defaultUrl, imageUrl, subtitle, title }: MessengerElement): MessageContent =>
  withoutNulls({
    title,
    subtitle,
    image_url: imageUrl,
    default_action: defaultUrl === null ? null : { type: "web_url", url: defaultUrl },
    buttons: buttons.length === 0 ? null : buttons.map(button)
  })

const template = (payload: MessageContent): MessageContent => ({ attachment: { type: "template", payload } })

/** The message as the platform has it (platforms P8). */
export const messengerMessage: (content: MessengerContent) => MessageContent = MessengerContent.match({
  Text: ({ text }) => ({ text }),
  QuickReplies: ({ quickReplies, text }) => ({
    text,
    quick_replies: quickReplies.map(({ imageUrl, payload, title }) =>
      withoutNulls({ content_type: "text", title, payload, image_url: imageUrl })
    )
  }),
  ButtonTemplate: ({ buttons, text }) => template({ template_type: "button", text, buttons: buttons.map(button) }),
  GenericTemplate: ({ elements }) => template({ template_type: "generic", elements: elements.map(element) }),
  Attachment: ({ file, kind, url }) => ({
    attachment: { type: kind, payload: file === undefined ? { url } : { attachment_id: file.platformId } }
  })
})

/** A card in stored content: the list of buttons is there even if it is empty (contract: Events). */
const storedElement = (card: MessengerElement): MessageContent => ({
  ...element(card),
  buttons: card.buttons.map(button)
})

/** Stored content of a message: the platform's form (contract: Events), with the address of an uploaded file. */
export const storedMessengerMessage = (content: MessengerContent): MessageContent => {
  if (content._tag === "GenericTemplate") {
    return template({ template_type: "generic", elements: content.elements.map(storedElement) })
  }
  return content._tag === "Attachment" && content.file !== undefined
    ? { attachment: { type: content.kind, payload: sentFileContent(content.url, content.file) } }
    : messengerMessage(content)
}
