import { Array as Arr, Option, Result, Schema } from "effect"
import type { MessengerChannel } from "../../conversations/Channel.ts"
import { MediaId } from "../../Ids.ts"
import {
  bounded,
  composeButtons,
  composeElements,
  composeQuickReplies,
  formed,
  invalid,
  oneOf,
  webAddress
} from "./composeParts.ts"
import { composeImageGrid, composeImages, composeMedia, composeReceipt } from "./composeTemplates.ts"
import { AttachmentKind, MessageTag, MessengerContent } from "./MessengerContent.ts"
import {
  type MessagePartInvalid,
  MessagePartMissing,
  MessageTypeUnknown,
  type MessengerDraft,
  type MessengerRefused,
  PartProblem
} from "./MessengerDraft.ts"
import {
  type MessengerRules,
  type PersonalMessageType,
  likeStickerId,
  maxPersonIdLength,
  maxTemplateTextLength,
  messengerRules
} from "./MessengerRules.ts"
import { isWithin, notBlank } from "../../text/textLimits.ts"
import { maxMessageIdLength } from "../quotedMessages.ts"
import { isEmoji } from "../../text/isEmoji.ts"
import type { FileKind } from "../../media/fileTypes.ts"
import type { SentFile } from "../../media/SentFile.ts"

/** A message to a person on Messenger or Instagram. `type` is its name on the interface. */
export interface PersonalMessage {
  /** The platform's id of the person. */
  readonly to: string
  readonly type: PersonalMessageType
  readonly content: MessengerContent
  readonly tag: MessageTag | null
  /** The message that it answers, by the id of this service or the platform's. */
  readonly replyTo?: string
}

/** A message to a person that shows an uploaded file, before the platform has the file. */
export interface PersonalFile extends Pick<PersonalMessage, "to" | "tag" | "replyTo"> {
  readonly type: AttachmentKind
  readonly mediaId: MediaId
}

const { Attachment, ButtonTemplate, GenericTemplate, ImageGrid, Images, LikeHeart, MediaTemplate, QuickReplies } =
  MessengerContent.cases
const { Reaction, Receipt, Sticker, Text } = MessengerContent.cases
const { Malformed, NotOneOf, TooLong } = PartProblem.cases

const missing = (field: string) => Result.fail(new MessagePartMissing({ field }))

const requiredText = (text: string | null | undefined, field: string): Result.Result<string, MessagePartMissing> => {
  const value = notBlank(text)
  return value === null ? missing(field) : Result.succeed(value)
}

/** The address of a file, which the platform fetches. */
const requiredAddress = (
  text: string | null | undefined
): Result.Result<string, MessagePartMissing | MessagePartInvalid> =>
  Result.flatMap(requiredText(text, "attachmentUrl"), (url) => webAddress(url, "attachmentUrl"))

const requiredList = <Part>(
  parts: ReadonlyArray<Part> | null | undefined,
  field: string
): Result.Result<Arr.NonEmptyReadonlyArray<Part>, MessagePartMissing> =>
  parts !== null && parts !== undefined && Arr.isReadonlyArrayNonEmpty(parts) ? Result.succeed(parts) : missing(field)

const checkText = (text: string, { maxText }: MessengerRules): Result.Result<void, MessagePartInvalid> =>
  isWithin(text, maxText) ? Result.void : invalid("text", TooLong.make(maxText))

/** The emoji as it is listed, also if a keyboard wrote it without its variation selector. */
const knownEmoji = (emoji: string, reactions: ReadonlyArray<string>): string | undefined =>
  reactions.find((known) => known === emoji || known === `${emoji}\uFE0F`)

/** An emoji that the channel has for reactions; empty to take the reaction back. */
const composeEmoji = (
  emoji: string,
  { reactions }: Pick<MessengerRules, "reactions">
): Result.Result<string, MessagePartInvalid> => {
  const field = "reaction.emoji"
  if (emoji === "") return Result.succeed("")
  if (reactions === null) {
    return isEmoji(emoji)
      ? Result.succeed(emoji)
      : invalid(field, Malformed.make({ expected: "one emoji, or nothing" }))
  }
  const known = knownEmoji(emoji, reactions)
  return known === undefined ? invalid(field, NotOneOf.make({ supported: reactions })) : Result.succeed(known)
}

const stickerDigits = formed(/^\d{1,30}$/, "like, or the digits of a sticker's id")

type Compose = (draft: MessengerDraft, rules: MessengerRules) => Result.Result<MessengerContent, MessengerRefused>

/** A file that the platform fetches; the type of the message is what it is. */
const media =
  (kind: AttachmentKind): Compose =>
  ({ attachmentUrl }) =>
    Result.map(requiredAddress(attachmentUrl), (url) => Attachment.make({ kind, url }))

/** How each type is composed: what it cannot do without comes first, in the order of the contract's table. */
const composers: { readonly [Type in PersonalMessageType]: Compose } = {
  text: (draft, rules) =>
    Result.gen(function* () {
      const text = yield* requiredText(draft.text, "text")
      yield* checkText(text, rules)
      return Text.make({ text })
    }),
  quick_replies: (draft, rules) =>
    Result.gen(function* () {
      const text = yield* requiredText(draft.text, "text")
      const replies = yield* requiredList(draft.quickReplies, "quickReplies")
      yield* checkText(text, rules)
      return QuickReplies.make({ text, quickReplies: yield* composeQuickReplies(replies, "quickReplies", rules) })
    }),
  button_template: (draft, rules) =>
    Result.gen(function* () {
      const text = yield* requiredText(draft.buttonTemplateText, "buttonTemplateText")
      const buttons = yield* requiredList(draft.buttons, "buttons")
      yield* bounded(text, maxTemplateTextLength, "buttonTemplateText")
      return ButtonTemplate.make({ text, buttons: yield* composeButtons(buttons, "buttons", rules) })
    }),
  generic_template: (draft, rules) =>
    Result.gen(function* () {
      const elements = yield* requiredList(draft.elements, "elements")
      return GenericTemplate.make({ elements: yield* composeElements(elements, "elements", rules) })
    }),
  attachment_url: (draft) =>
    Result.gen(function* () {
      const url = yield* requiredAddress(draft.attachmentUrl)
      const kind = yield* oneOf(AttachmentKind.literals, draft.attachmentType, "attachmentType", "file")
      return Attachment.make({ kind, url })
    }),
  image: media("image"),
  video: media("video"),
  audio: media("audio"),
  file: media("file"),
  images: (draft, rules) =>
    Result.gen(function* () {
      const images = yield* requiredList(draft.images, "images")
      return Images.make({ urls: yield* composeImages(images, rules) })
    }),
  image_grid: (draft) =>
    Result.gen(function* () {
      const images = yield* requiredList(draft.images, "images")
      return ImageGrid.make(yield* composeImageGrid(images, draft))
    }),
  media_template: (draft, rules) => Result.map(composeMedia(draft, rules), (template) => MediaTemplate.make(template)),
  receipt_template: ({ receipt }) =>
    receipt === null || receipt === undefined
      ? missing("receipt")
      : Result.map(composeReceipt(receipt), (composed) => Receipt.make(composed)),
  sticker: ({ stickerId }, { hasStickers }) =>
    hasStickers
      ? Result.map(
          Result.flatMap(requiredText(stickerId, "stickerId"), (id) =>
            id === "like" ? Result.succeed(likeStickerId) : stickerDigits(id, "stickerId")
          ),
          (stickerId) => Sticker.make({ stickerId })
        )
      : Result.succeed(LikeHeart.make({})),
  reaction: ({ reaction, replyTo }, rules) =>
    Result.gen(function* () {
      const field = "reaction.messageId"
      const messageId = yield* bounded(yield* requiredText(reaction?.messageId, field), maxMessageIdLength, field)
      const emoji = yield* composeEmoji(reaction?.emoji ?? "", rules)
      if (notBlank(replyTo) !== null) {
        return yield* invalid("replyTo", Malformed.make({ expected: "no replyTo with type reaction" }))
      }
      return Reaction.make({ messageId, emoji })
    })
}

/** Composes what every type of message may have beside its content. */
export const composeOptions = ({
  replyTo,
  tag
}: Pick<MessengerDraft, "replyTo" | "tag">): Result.Result<
  Pick<PersonalMessage, "replyTo" | "tag">,
  MessagePartInvalid
> =>
  Result.gen(function* () {
    const known = tag === null || tag === undefined ? null : yield* oneOf(MessageTag.literals, tag, "tag")
    const answered = notBlank(replyTo)
    if (answered === null) return { tag: known }
    return { tag: known, replyTo: yield* bounded(answered, maxMessageIdLength, "replyTo") }
  })

const checkRecipient = (to: string, { recipientField }: MessengerRules): Result.Result<void, MessagePartInvalid> =>
  to.length > maxPersonIdLength
    ? invalid(recipientField, TooLong.make({ limit: maxPersonIdLength, unit: "characters" }))
    : Result.void

/**
 * The requested message, or the first reason why it cannot be sent (contract: Developer Messenger; Developer errors).
 */
export const composeMessenger = (
  channel: MessengerChannel,
  draft: MessengerDraft
): Result.Result<PersonalMessage, MessengerRefused> =>
  Result.gen(function* () {
    const rules = messengerRules[channel]
    const to = yield* requiredText(draft.to, rules.recipientField)
    const requestedType = draft.type ?? "text"
    const type = rules.types.find((known) => known === requestedType)
    if (type === undefined) {
      const isOfFile = fileTypes.some((known) => known === requestedType)
      // The type exists with `mediaId` only, which this draft has not.
      const supported = isOfFile ? rules.types : supportedTypes(channel)
      return yield* Result.fail(new MessageTypeUnknown({ type: requestedType, supported }))
    }
    const content = yield* composers[type](draft, rules)
    yield* checkRecipient(to, rules)
    return { to, type, content, ...(yield* composeOptions(draft)) }
  })

/** The types of messages that show an uploaded file, each with the part of its name. */
export const fileTypes = ["image", "video", "audio", "document"] as const

/** The types of messages that the channel takes, those with an uploaded file included. */
export const supportedTypes = (channel: MessengerChannel): ReadonlyArray<string> => [
  ...new Set<string>([...messengerRules[channel].types, ...fileTypes])
]

const decodeMediaId = Schema.decodeUnknownOption(MediaId)

const uploadedFile = "the id of an uploaded file"

/** The uploaded file of a draft; null for a draft without one. */
const fileIn = (channel: MessengerChannel, draft: MessengerDraft): Result.Result<MediaId | null, MessengerRefused> =>
  Result.gen(function* () {
    const type = fileTypes.find((known) => known === draft.type)
    if (type === undefined) return null
    const part = draft[type] ?? null
    const { caption = null, filename = null, mediaId = null } = part ?? {}
    if (mediaId === null) {
      const hasAddress = messengerRules[channel].types.some((known) => known === type)
      return hasAddress || part === null ? null : yield* missing(`${type}.mediaId`)
    }
    if ((draft.attachmentUrl ?? null) !== null) {
      return yield* invalid(`${type}.mediaId`, Malformed.make({ expected: "either attachmentUrl or mediaId" }))
    }
    const extra = caption === null ? (filename === null ? null : "filename") : "caption"
    if (extra !== null) {
      return yield* invalid(`${type}.${extra}`, Malformed.make({ expected: `no ${extra} on this channel` }))
    }
    const id = Option.getOrNull(decodeMediaId(mediaId.toLowerCase()))
    return id ?? (yield* invalid(`${type}.mediaId`, Malformed.make({ expected: uploadedFile })))
  })

/** The requested message, which may show an uploaded file (contract: Files of backends). */
export const composeDraft = (
  channel: MessengerChannel,
  draft: MessengerDraft
): Result.Result<PersonalMessage | PersonalFile, MessengerRefused> =>
  Result.gen(function* () {
    const rules = messengerRules[channel]
    const to = yield* requiredText(draft.to, rules.recipientField)
    const mediaId = yield* fileIn(channel, draft)
    if (mediaId === null) return yield* composeMessenger(channel, draft)
    yield* checkRecipient(to, rules)
    const type = AttachmentKind.literals.find((kind) => kind === draft.type) ?? "file"
    return { to, type, mediaId, ...(yield* composeOptions(draft)) }
  })

/** The kind of file that an attachment shows. */
export const fileKindOf = (kind: AttachmentKind): FileKind => (kind === "file" ? "document" : kind)

/** Messenger has one type for all files. */
const hasOneFileType = (channel: MessengerChannel): boolean => messengerRules[channel].types.includes("attachment_url")

/** The message that shows a file which the platform has. `url` is the address of the file at this service. */
export const composeFile = (
  channel: MessengerChannel,
  { replyTo, tag, to, type: kind }: PersonalFile,
  { file, url }: { readonly file: SentFile; readonly url: string }
): PersonalMessage => ({
  to,
  tag,
  ...(replyTo !== undefined && { replyTo }),
  type: hasOneFileType(channel) ? "attachment_url" : kind,
  content: Attachment.make({ kind, url, file })
})

/** The types of replies. They have the same names on both channels (contract: Fields of replies). */
export const replyTypes = [
  "text",
  ...AttachmentKind.literals,
  "quick_replies",
  "button_template",
  "generic_template",
  "images",
  "sticker",
  "reaction"
] as const

/** A reply to the person of a conversation, not yet checked. */
export type ReplyDraft = Omit<MessengerDraft, "to" | "attachmentType" | "attachmentId" | "receipt">

/** The kind that a reply of the type shows an uploaded file as; only types of files show one. */
export const replyFileKind = (type: string): Result.Result<AttachmentKind, MessengerRefused> => {
  const kind = AttachmentKind.literals.find((known) => known === type)
  return kind === undefined
    ? invalid("type", NotOneOf.make({ supported: AttachmentKind.literals }))
    : Result.succeed(kind)
}

/** The reply as a message of the channel: Messenger has one type for all files. */
export const composeReply = (
  channel: MessengerChannel,
  to: string,
  reply: ReplyDraft
): Result.Result<PersonalMessage, MessengerRefused> => {
  const requestedType = reply.type ?? "text"
  const type = replyTypes.find((known) => known === requestedType)
  if (type === undefined) return Result.fail(new MessageTypeUnknown({ type: requestedType, supported: replyTypes }))
  const isFile = AttachmentKind.literals.some((kind) => kind === type)
  const file = hasOneFileType(channel) && isFile ? { type: "attachment_url", attachmentType: type } : { type }
  return composeMessenger(channel, { ...reply, ...file, to })
}
