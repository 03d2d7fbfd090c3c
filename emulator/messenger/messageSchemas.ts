import { Schema } from "effect"
import { decoder } from "../graph/fields.ts"
import { isEmoji } from "../../src/domain/text/isEmoji.ts"
import { paramName } from "../graph/issueRefusal.ts"
import { oneOf, someText } from "../graph/parameters.ts"
import { address, atLeastOne, filledText, noMoreThan, PersonId, textUpTo, textUpToBytes } from "./parameters.ts"
import type { Inbox } from "./Sender.ts"
import { maxButtonTitle, maxPayload } from "./templateSchemas.ts"
import { sendWording } from "./wording.ts"

/** Limits of messages (platforms P8, P12). */
const maxText = 2000
const maxInstagramTextBytes = 1000
const maxMetadata = 1000
const maxQuickReplies = 13
const maxImages = { messenger: 30, instagram: 10 }

interface Kinds {
  readonly text: Schema.Codec<string>
  readonly attachments: ReadonlyArray<string>
  readonly quickReplies: ReadonlyArray<string>
  readonly actions: ReadonlyArray<string>
}

/** Differences between the channels. */
const kinds: Readonly<Record<Inbox["channel"], Kinds>> = {
  messenger: {
    text: textUpTo(maxText),
    attachments: ["audio", "file", "image", "template", "video"],
    quickReplies: ["text", "user_email", "user_phone_number"],
    actions: ["mark_seen", "react", "typing_off", "typing_on", "unreact"]
  },
  instagram: {
    text: textUpToBytes(maxInstagramTextBytes),
    attachments: ["audio", "file", "image", "like_heart", "media_share", "template", "video"],
    quickReplies: ["text"],
    actions: ["mark_seen", "react", "typing_off", "typing_on", "unreact"]
  }
}

const Envelope = Schema.Struct({
  recipient: Schema.Struct({ id: PersonId }),
  messaging_type: Schema.optionalKey(oneOf(["message_tag", "response", "update"])),
  tag: Schema.optionalKey(Schema.String),
  reply_to: Schema.optionalKey(Schema.Struct({ mid: filledText(maxPayload) })),
  notification_type: Schema.optionalKey(oneOf(["no_push", "regular", "silent_push"]))
})
export const readEnvelope = decoder(Envelope, "ignored", sendWording)

/** A private reply, which a comment allows in place of a window or a tag. */
const ReplyEnvelope = Schema.Struct({ recipient: Schema.Struct({ comment_id: filledText(maxMetadata) }) })
export const readReplyEnvelope = decoder(ReplyEnvelope, "ignored", sendWording)

const quickReply = (types: ReadonlyArray<string>) =>
  Schema.Struct({
    content_type: oneOf(types),
    title: Schema.optionalKey(filledText(maxButtonTitle)),
    payload: Schema.optionalKey(textUpTo(maxPayload)),
    image_url: Schema.optionalKey(address)
  }).check(
    Schema.makeFilter(({ content_type, payload, title }) => {
      if (content_type.toLowerCase() !== "text") return undefined
      if (title === undefined) return "(#100/2018098) Title is required for this quick reply content type"
      return payload === undefined ? "(#100/2018099) Payload is required for this quick reply content type" : undefined
    })
  )

/** A file by its address, or one that the platform already has. Its existence is not checked. */
const Media = Schema.Struct({
  url: Schema.optionalKey(address),
  attachment_id: Schema.optionalKey(someText),
  is_reusable: Schema.optionalKey(Schema.Boolean)
}).check(
  Schema.makeFilter(({ attachment_id, url }) =>
    attachment_id === undefined && url === undefined
      ? "(#100) The parameter message[attachment][payload][url] is required"
      : undefined
  )
)

/** An image of a message that has several. */
const Image = Schema.Struct({ type: oneOf(["image"]), payload: Media })

/** The id of a sticker in digits; JSON numbers are accepted too. Its existence is not checked. */
const StickerId = PersonId

const messageReader = (channel: Inbox["channel"]) => {
  const { attachments, quickReplies, text } = kinds[channel]
  const message = Schema.Struct({
    text: Schema.optionalKey(text),
    attachment: Schema.optionalKey(
      Schema.Struct({ type: oneOf(attachments), payload: Schema.optionalKey(Schema.JsonObject) })
    ),
    quick_replies: Schema.optionalKey(
      Schema.Array(quickReply(quickReplies)).check(atLeastOne).check(noMoreThan(maxQuickReplies))
    ),
    attachments: Schema.optionalKey(Schema.Array(Image).check(atLeastOne).check(noMoreThan(maxImages[channel]))),
    sticker_id: Schema.optionalKey(StickerId),
    metadata: Schema.optionalKey(textUpTo(maxMetadata))
  })
  return decoder(Schema.Struct({ message }), "refused", sendWording)
}

/** Decoders of a message from `{message}`; the content of an attachment is decoded separately. */
export const messageReaders = { messenger: messageReader("messenger"), instagram: messageReader("instagram") }

const payloadReader = (payload: Schema.ConstraintDecoder<unknown>) =>
  decoder(Schema.Struct({ message: Schema.Struct({ attachment: Schema.Struct({ payload }) }) }), "refused", sendWording)

/** Decodes the payload of a file from `{message: {attachment: {payload}}}`. */
export const readMedia = payloadReader(Media)

/** Decodes the payload of a shared post. */
export const readShare = payloadReader(Schema.Struct({ id: PersonId }))

const actionReader = (channel: Inbox["channel"]) =>
  decoder(Schema.Struct({ sender_action: oneOf(kinds[channel].actions) }), "ignored", sendWording)

/** Decoders of a sender action from `{sender_action}`. */
export const actionReaders = { messenger: actionReader("messenger"), instagram: actionReader("instagram") }

const message_id = filledText(maxPayload)

const reactionReader = (payload: Schema.ConstraintDecoder<unknown>) =>
  decoder(Schema.Struct({ payload }), "ignored", sendWording)

/** The words that Messenger's reports have for reactions, besides emojis. */
const reactionWords: ReadonlySet<string> = new Set(["smile", "angry", "sad", "wow", "love", "like", "dislike"])
const MessengerReaction = filledText(maxPayload).check(
  Schema.makeFilter((text) => reactionWords.has(text) || isEmoji(text), {
    message: `(#100) Param ${paramName} must be an emoji`
  })
)

const unreact = reactionReader(Schema.Struct({ message_id }))

/** Decoders of a reaction's target from `{payload}`, by channel and action. Instagram has one reaction. */
export const reactionReaders: Readonly<
  Record<Inbox["channel"], Readonly<Record<string, ReturnType<typeof reactionReader>>>>
> = {
  messenger: { react: reactionReader(Schema.Struct({ message_id, reaction: MessengerReaction })), unreact },
  instagram: { react: reactionReader(Schema.Struct({ message_id, reaction: oneOf(["love"]) })), unreact }
}
