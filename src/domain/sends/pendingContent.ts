import { Option, Result, Schema, Struct } from "effect"
import type { Channel, MessengerChannel } from "../conversations/Channel.ts"
import { MediaId } from "../Ids.ts"
import { type FileKind, fileKinds } from "../media/fileTypes.ts"
import { type FileDraft, FileGivenTwice } from "../media/SentFile.ts"
import { type MessageContent, withoutNulls } from "../messages/Message.ts"
import {
  type PersonalMessage,
  type PersonalFile,
  type ReplyDraft,
  composeDraft,
  composeOptions,
  composeReply,
  fileKindOf,
  replyFileKind
} from "../messages/messenger/composeMessenger.ts"
import {
  AttachmentKind,
  MessageTag,
  MessengerContent,
  storedMessengerMessage
} from "../messages/messenger/MessengerContent.ts"
import type { MessengerDraft, MessengerRefused, ReceiptDraft } from "../messages/messenger/MessengerDraft.ts"
import { messengerRules } from "../messages/messenger/MessengerRules.ts"
import { mediaOfInteractive } from "../messages/interactive/interactiveFiles.ts"
import { type NamedMedia, mediaNamedIn, templateField } from "../templates/namedMedia.ts"
import { WhatsAppContent, keptContent, messageType } from "../messages/WhatsAppContent.ts"

/** Maximum bytes of the content of a recorded send, as JSON. */
export const maxPendingContentBytes = 65_536

/** The recorded content is of no form that the channel sends. */
export class PendingContentRefused extends Schema.TaggedError<PendingContentRefused>()("PendingContentRefused", {
  detail: Schema.String
}) {}

/** A schema for each field: a field without one would be lost in the store. */
type EveryField<A> = { readonly [Field in keyof A]-?: Schema.Constraint }

/** A WhatsApp message that shows an uploaded file (`FileDraft`). */
const StoredFileDraft = Schema.TaggedStruct("FileDraft", {
  kind: Schema.Literals(fileKinds),
  mediaId: MediaId,
  caption: Schema.NullOr(Schema.String),
  filename: Schema.NullOr(Schema.String),
  replyTo: Schema.optionalKey(Schema.NonEmptyString)
} satisfies EveryField<Omit<FileDraft, "_tag">>)

const WhatsAppMessage = Schema.Union([WhatsAppContent, StoredFileDraft])

/** A message on Messenger or Instagram that shows an uploaded file, without the person. */
const FileMessage = Schema.Struct({
  type: AttachmentKind,
  mediaId: MediaId,
  tag: Schema.NullOr(MessageTag),
  replyTo: Schema.optionalKey(Schema.NonEmptyString)
} satisfies EveryField<Omit<PersonalFile, "to">>)
type FileMessage = Omit<PersonalFile, "to">

/** A composed message on Messenger or Instagram, without the person. */
type ComposedMessage = Omit<PersonalMessage, "to">

const Composed = Schema.Struct({
  type: Schema.String,
  content: MessengerContent,
  tag: Schema.NullOr(MessageTag),
  replyTo: Schema.optionalKey(Schema.NonEmptyString)
} satisfies EveryField<ComposedMessage>)

/** A message to record, in the form that the sends of its channel take, or composed before. */
export type PendingMessage =
  | { readonly channel: "whatsapp"; readonly content: typeof WhatsAppMessage.Type }
  | {
      readonly channel: MessengerChannel
      readonly content: Omit<MessengerDraft, "to"> | ComposedMessage | FileMessage
    }

/** A part that may be left out. */
const part = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

const text = part(Schema.String)

const flag = part(Schema.Boolean)
const amount = part(Schema.Finite)

const action = { type: text, url: text, payload: text }
const buttons = part(Schema.Array(Schema.Struct({ ...action, title: text })))

const images = part(Schema.Array(Schema.Struct({ url: text, isHero: flag, action: part(Schema.Struct(action)) })))

const receipt = part(
  Schema.Struct({
    recipientName: text,
    merchantName: text,
    orderNumber: text,
    currency: text,
    paymentMethod: text,
    orderUrl: text,
    timestamp: amount,
    items: part(
      Schema.Array(
        Schema.Struct({
          title: text,
          subtitle: text,
          quantity: amount,
          price: amount,
          currency: text,
          imageUrl: text
        })
      )
    ),
    address: part(
      Schema.Struct({ street1: text, street2: text, city: text, postalCode: text, state: text, country: text })
    ),
    summary: part(Schema.Struct({ subtotal: amount, shippingCost: amount, totalTax: amount, totalCost: amount })),
    adjustments: part(Schema.Array(Schema.Struct({ name: text, amount })))
  } satisfies EveryField<ReceiptDraft>)
)

const file = part(Schema.Struct({ mediaId: text, caption: text, filename: text }))

const Draft = Schema.Struct({
  type: text,
  text,
  quickReplies: part(Schema.Array(Schema.Struct({ contentType: text, title: text, payload: text, imageUrl: text }))),
  buttonTemplateText: text,
  buttons,
  elements: part(
    Schema.Array(
      Schema.Struct({
        title: text,
        subtitle: text,
        imageUrl: text,
        defaultAction: part(Schema.Struct({ type: text, url: text })),
        buttons
      })
    )
  ),
  attachmentUrl: text,
  attachmentType: text,
  attachmentId: text,
  image: file,
  video: file,
  audio: file,
  document: file,
  images,
  title: text,
  subtitle: text,
  receipt,
  stickerId: text,
  reaction: part(Schema.Struct({ messageId: text, emoji: text })),
  replyTo: text,
  tag: text
} satisfies EveryField<Omit<MessengerDraft, "to">>)

/** The longest forms first: a draft has no part that it cannot do without. */
const PersonalContent = Schema.Union([Composed, FileMessage, Draft])

const isWhatsApp = Schema.is(WhatsAppMessage)
const decodeWhatsApp = Schema.decodeUnknownResult(WhatsAppMessage)
const readPersonal = Schema.decodeUnknownResult(PersonalContent)

const refused = ({ message }: { readonly message: string }) => new PendingContentRefused({ detail: message })

/** The composed message, if the channel has its type. */
const composedFor = (
  channel: MessengerChannel,
  { type: named, ...message }: typeof Composed.Type
): Result.Result<ComposedMessage, PendingContentRefused> => {
  const type = messengerRules[channel].types.find((known) => known === named)
  return type === undefined
    ? Result.fail(new PendingContentRefused({ detail: `unknown type ${named}` }))
    : Result.succeed({ ...message, type })
}

/** Reads recorded content, which any program may have written. */
export const readPendingMessage = (
  channel: Channel,
  content: unknown
): Result.Result<PendingMessage, PendingContentRefused> =>
  Result.gen(function* () {
    if (channel === "whatsapp") {
      // Decoding would drop the fields of interactive messages and contact cards that only the platform knows.
      if (isWhatsApp(content)) return { channel, content }
      return { channel, content: yield* Result.mapError(decodeWhatsApp(content), refused) }
    }
    const read = yield* Result.mapError(readPersonal(content), refused)
    return { channel, content: "content" in read ? yield* composedFor(channel, read) : read }
  })

/** The message as it is recorded. */
export const withoutPerson = (message: PersonalMessage | PersonalFile): ComposedMessage | FileMessage =>
  "mediaId" in message ? Struct.omit(message, ["to"]) : Struct.omit(message, ["to"])

/** Composes content of Messenger or Instagram, unless it names an uploaded file, which the platform has to get first. */
export const composedPersonal = (
  channel: MessengerChannel,
  content: Exclude<PendingMessage, { readonly channel: "whatsapp" }>["content"],
  to: string
): Result.Result<ComposedMessage | FileMessage, MessengerRefused> =>
  "mediaId" in content || "content" in content
    ? Result.succeed(content)
    : Result.map(composeDraft(channel, { ...content, to }), withoutPerson)

/** A reply that may show an uploaded file; `mediaId` is null without one. */
export interface ReplyToRecord extends ReplyDraft {
  readonly mediaId: MediaId | null
}

/** Composes a reply on Messenger or Instagram. One that shows an uploaded file is checked, and composed when it is sent. */
export const composedReply = (
  channel: MessengerChannel,
  to: string,
  { mediaId, ...draft }: ReplyToRecord
): Result.Result<ComposedMessage | FileMessage, MessengerRefused | FileGivenTwice> =>
  Result.gen(function* () {
    if (mediaId === null) {
      return Struct.omit(yield* composeReply(channel, to, draft), ["to"])
    }
    if ((draft.attachmentUrl ?? null) !== null) {
      return yield* Result.fail(new FileGivenTwice({ field: "mediaId", other: "attachmentUrl" }))
    }
    const type = yield* replyFileKind(draft.type ?? "text")
    return { type, mediaId, ...(yield* composeOptions(draft)) }
  })

/** The uploaded file that the message shows. */
export interface ShownFile {
  readonly mediaId: MediaId
  readonly kind: FileKind
}

/** The uploaded file that the message itself shows; null without one. */
export const shownFile = (message: PendingMessage): ShownFile | null => {
  if (message.channel === "whatsapp") {
    const { content } = message
    return content._tag === "FileDraft" ? { mediaId: content.mediaId, kind: content.kind } : null
  }
  const { content } = message
  return "mediaId" in content ? { mediaId: content.mediaId, kind: fileKindOf(content.type) } : null
}

/** The uploaded files that parts of the message name, such as its header. */
export const namedFiles = (message: PendingMessage): ReadonlyArray<NamedMedia> => {
  if (message.channel !== "whatsapp") return []
  const { content } = message
  if (content._tag === "Interactive") return mediaOfInteractive(content.interactive)
  return content._tag === "Template" ? mediaNamedIn(content.components ?? [], templateField) : []
}

const decodeMediaId = Schema.decodeUnknownOption(MediaId)

/** The ids of all uploaded files of the message. */
export const fileIdsOf = (message: PendingMessage): ReadonlyArray<MediaId> => {
  const shown = shownFile(message)
  const named = namedFiles(message).flatMap(({ mediaId }) => Option.toArray(decodeMediaId(mediaId.toLowerCase())))
  return shown === null ? named : [shown.mediaId, ...named]
}

/** Type and content as messages have them; an uploaded file by its `mediaId`. */
export interface PendingView {
  readonly type: string
  readonly content: MessageContent
}

/** The recorded content as members and backends see it; null if it is of no form that the channel sends. */
export const viewOfPending = (channel: Channel, stored: unknown): PendingView | null =>
  Result.match(readPendingMessage(channel, stored), {
    onFailure: () => null,
    onSuccess: (message): PendingView | null => {
      if (message.channel === "whatsapp") {
        const { content } = message
        if (content._tag !== "FileDraft") return { type: messageType(content), content: keptContent(content) }
        const { caption, filename, kind, mediaId } = content
        return { type: kind, content: withoutNulls({ mediaId, caption, filename }) }
      }
      const composed = Result.getOrNull(composedPersonal(message.channel, message.content, "-"))
      if (composed === null) return null
      return "mediaId" in composed
        ? { type: composed.type, content: { mediaId: composed.mediaId } }
        : { type: composed.type, content: storedMessengerMessage(composed.content) }
    }
  })
