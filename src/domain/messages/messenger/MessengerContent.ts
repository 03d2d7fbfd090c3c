import { Schema } from "effect"
import { type MessageId, PlatformMessageId } from "../../Ids.ts"
import { SentFile, sentFileContent } from "../../media/SentFile.ts"
import { type MessageContent, withoutNulls } from "../Message.ts"
import type { Named } from "../../Named.ts"
import {
  MessengerButton,
  ImageGrid,
  MediaTemplate,
  MessengerElement,
  Receipt,
  imageGridPayload,
  mediaPayload,
  messengerButton,
  messengerElement,
  receiptPayload
} from "./MessengerTemplates.ts"

const imageUrl = Schema.NullOr(Schema.NonEmptyString)

/**
 * A reply to choose. The message of the person who chose it has `payload` in `quick_reply`. `imageUrl` is null without an
 * icon. With `contentType` the reply is the person's own phone number or e-mail address, which Messenger knows.
 */
export const QuickReply = Schema.Union([
  Schema.Struct({ title: Schema.NonEmptyString, payload: Schema.NonEmptyString, imageUrl }),
  Schema.Struct({ contentType: Schema.Literals(["user_phone_number", "user_email"]), imageUrl })
])
export type QuickReply = typeof QuickReply.Type

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
  Attachment: { kind: AttachmentKind, url: Schema.NonEmptyString, file: Schema.optionalKey(SentFile) },
  Images: { urls: Schema.NonEmptyArray(Schema.NonEmptyString) },
  ImageGrid: ImageGrid.fields,
  MediaTemplate: MediaTemplate.fields,
  Receipt: Receipt.fields,
  /** A sticker of Messenger's catalogue. */
  Sticker: { stickerId: Schema.NonEmptyString },
  /** The one sticker of Instagram. */
  LikeHeart: {},
  /** A reaction to a message, by the id of this service or the platform's. Without an emoji it is taken back. */
  Reaction: { messageId: Schema.NonEmptyString, emoji: Schema.String }
})
export type MessengerContent = Named<typeof MessengerContent.Type>

/** A message as the platform gets it. */
export interface DirectMessage {
  readonly content: MessengerContent
  readonly tag: MessageTag | null
  /** The message that it answers, by the platform's id; null if it answers none. */
  readonly replyTo: PlatformMessageId | null
}

/** The id of a reaction, which has none at the platform. */
export const reactionId = (sendId: MessageId): PlatformMessageId => PlatformMessageId.make(`reaction:${sendId}`)

const template = (payload: MessageContent): MessageContent => ({ attachment: { type: "template", payload } })

const imageAttachment = (url: string): MessageContent => ({ type: "image", payload: { url } })

/** The message as the platform has it (platforms P8). A reaction is no message there, and is stored in this form only. */
export const messengerMessage: (content: MessengerContent) => MessageContent = MessengerContent.match({
  Text: ({ text }) => ({ text }),
  QuickReplies: ({ quickReplies, text }) => ({
    text,
    quick_replies: quickReplies.map((reply) =>
      withoutNulls(
        "contentType" in reply
          ? { content_type: reply.contentType, image_url: reply.imageUrl }
          : { content_type: "text", title: reply.title, payload: reply.payload, image_url: reply.imageUrl }
      )
    )
  }),
  ButtonTemplate: ({ buttons, text }) =>
    template({ template_type: "button", text, buttons: buttons.map(messengerButton) }),
  GenericTemplate: ({ elements }) => template({ template_type: "generic", elements: elements.map(messengerElement) }),
  Attachment: ({ file, kind, url }) => ({
    attachment: { type: kind, payload: file === undefined ? { url } : { attachment_id: file.platformId } }
  }),
  Images: ({ urls }) => ({ attachments: urls.map(imageAttachment) }),
  ImageGrid: (grid) => template(imageGridPayload(grid)),
  MediaTemplate: (media) => template(mediaPayload(media)),
  Receipt: (receipt) => template(receiptPayload(receipt)),
  Sticker: ({ stickerId }) => ({ sticker_id: stickerId }),
  LikeHeart: () => ({ attachment: { type: "like_heart" } }),
  Reaction: ({ emoji, messageId }) => ({ message_id: messageId, emoji })
})

/** A card in stored content: the list of buttons is there even if it is empty (contract: Events). */
const storedElement = (card: MessengerElement): MessageContent => ({
  ...messengerElement(card),
  buttons: card.buttons.map(messengerButton)
})

/** The first of several images is the attachment too, as in messages of people. */
const storedContent = (content: MessengerContent): MessageContent => {
  if (content._tag === "Images") {
    return { attachment: imageAttachment(content.urls[0]), ...messengerMessage(content) }
  }
  if (content._tag === "GenericTemplate") {
    return template({ template_type: "generic", elements: content.elements.map(storedElement) })
  }
  return content._tag === "Attachment" && content.file !== undefined
    ? { attachment: { type: content.kind, payload: sentFileContent(content.url, content.file) } }
    : messengerMessage(content)
}

/**
 * Stored content of a message: the platform's form (contract: Events), with the address of an uploaded file. The answered
 * message is named as in messages of people.
 */
export const storedMessengerMessage = (
  content: MessengerContent,
  replyTo: PlatformMessageId | null = null
): MessageContent =>
  replyTo === null ? storedContent(content) : { ...storedContent(content), reply_to: { message_id: replyTo } }
