import { Result, type Schema } from "effect"
import type { MessengerChannel } from "../../../domain/conversations/Channel.ts"
import type { InboundMedia, InboundPerson } from "../../../domain/inbound/Inbound.ts"
import type { MessageContent } from "../../../domain/messages/Message.ts"
import { idAt, intAt, isObject, listAt, messageIdAt, objectAt, sendIdAt, textAt, valueAt } from "./PlatformJson.ts"
import {
  type AccountSource,
  present,
  ignored,
  type Items,
  ofAccount,
  required,
  type ReportedContent,
  type Source
} from "./Source.ts"

/** Attachment types that are a file of the sender. */
const fileTypes: ReadonlySet<string> = new Set(["image", "video", "audio", "file", "sticker"])

/** Whether the attachment is the message; otherwise the text is. */
const isLead = (type: string): boolean => fileTypes.has(type) || type === "location"

const typeOf = (attachment: Schema.Json): string => textAt(attachment, "type") ?? "unknown"

const mediaOf = (attachment: Schema.JsonObject, index: number): ReadonlyArray<InboundMedia> => {
  const url = textAt(objectAt(attachment, "payload"), "url")
  if (url === null || !fileTypes.has(typeOf(attachment))) return []
  return [{ platformMediaId: null, url, mimeType: null, filename: null, sha256: null, index }]
}

/**
 * The attachment with the fields that messages of all channels are shown from: the coordinates of a location, and the
 * text of a file.
 */
const attachmentContent = (attachment: Schema.JsonObject, text: string | null): MessageContent => {
  const payload = objectAt(attachment, "payload")
  if (payload === undefined) return attachment
  const coordinates = objectAt(payload, "coordinates")
  const name = textAt(attachment, "title")
  return {
    ...attachment,
    payload: {
      ...payload,
      ...(coordinates === undefined
        ? {}
        : { latitude: coordinates["lat"] ?? null, longitude: coordinates["long"] ?? null }),
      ...(coordinates === undefined || name === null ? {} : { name }),
      ...(text === null ? {} : { caption: text })
    }
  }
}

/** The content of a message of Messenger or Instagram. It stays one message regardless of the number of attachments. */
const messagingContent = (message: Schema.JsonObject): ReportedContent => {
  const text = textAt(message, "text")
  const attachments = listAt(message, "attachments").filter(isObject)
  const file = attachments.find((attachment) => isLead(typeOf(attachment)))
  const lead = file ?? (text === null ? attachments[0] : undefined)
  const words = text === null ? "unknown" : "text"
  const bare = valueAt(message, "is_unsupported") === true ? "unsupported" : words
  const story = objectAt(objectAt(message, "reply_to"), "story")
  return {
    type: lead === undefined ? bare : typeOf(lead),
    content: present({
      text,
      attachment: lead === undefined ? null : attachmentContent(lead, text),
      attachments: attachments.length > (lead === undefined ? 0 : 1) ? attachments : null,
      quick_reply: objectAt(message, "quick_reply"),
      reply_to: story === undefined ? null : { story }
    }),
    media: attachments.flatMap(mediaOf)
  }
}

/** The account and the person of an item of Messenger or Instagram. */
export interface MessagingParties {
  readonly source: AccountSource
  /** Null if the platform does not name the person, or names a guest only. */
  readonly person: InboundPerson | null
  readonly byBusiness: boolean
  readonly isGuest: boolean
}

/**
 * Distinguishes the account from the person. The account is the entry's, and the other party is the person. Sender and
 * recipient of an echo occur in either order (platforms P11).
 */
export const messagingParties = (
  source: Source,
  channel: MessengerChannel,
  item: Schema.JsonObject
): Result.Result<MessagingParties, string> => {
  const [from, to] = [objectAt(item, "sender"), objectAt(item, "recipient")]
  const [sender, recipient] = [idAt(from, "id"), idAt(to, "id")]
  const isEcho = valueAt(objectAt(item, "message"), "is_echo") === true
  const account = source.accountExternalId ?? (isEcho ? sender : recipient)
  return Result.map(required(account, "the account is missing"), (accountExternalId) => {
    const byBusiness = isEcho || sender === accountExternalId
    const other = byBusiness && recipient !== accountExternalId ? to : from
    const id = idAt(other, "id")
    return {
      source: { ...source, channel, accountExternalId },
      person:
        id === null
          ? null
          : { ids: [{ kind: channel, value: id }], name: textAt(other, "name"), username: textAt(other, "username") },
      byBusiness,
      isGuest: idAt(from, "user_ref") !== null
    }
  })
}

/** An event of a conversation: the parties, the whole item, and the part with the event's name. */
export interface MessagingEvent extends MessagingParties {
  readonly item: Schema.JsonObject
  readonly part: Schema.JsonObject
  /** Whether another app owns the conversation. */
  readonly standby: boolean
}

const noMid = "the id of the message is missing"

/** The referral of the person; beside the event or inside it. */
export const referralOf = ({ item, part }: MessagingEvent) => objectAt(part, "referral") ?? objectAt(item, "referral")

export const message = (event: MessagingEvent): Items =>
  Result.gen(function* () {
    const { byBusiness, item, part, person, source, standby } = event
    const { of } = ofAccount(source, valueAt(item, "timestamp"))
    const platformMessageId = yield* required(messageIdAt(part, "mid"), "a message without an id")
    if (valueAt(part, "is_deleted") === true) {
      return [{ _tag: "MessageDeleted", ...of("deletion", platformMessageId), platformMessageId }]
    }
    return [
      {
        _tag: "MessageReceived",
        ...of("message", platformMessageId),
        person: yield* required(person, "a message without a person"),
        echo: byBusiness,
        platformMessageId,
        sendId: byBusiness ? sendIdAt(part, "metadata") : null,
        ...messagingContent(part),
        replyTo: messageIdAt(objectAt(part, "reply_to"), "mid"),
        referral: referralOf(event) ?? null,
        standby,
        raw: item
      }
    ]
  })

export const messageEdit = ({ item, part, source }: MessagingEvent): Items =>
  Result.gen(function* () {
    const time = valueAt(item, "timestamp")
    const platformMessageId = yield* required(messageIdAt(part, "mid"), noMid)
    const editNumber = intAt(part, "num_edit")
    // Instagram also reports new messages in this form, without a person and content.
    if (editNumber === 0) return [ignored(source, "an edit with the number 0", item, time)]
    const text = yield* required(textAt(part, "text"), "an edit without the new text")
    const at = ofAccount(source, time)
    const key = at.of("edit", platformMessageId, editNumber, text, at.stamp)
    return [
      { _tag: "MessageEdited", ...key, platformMessageId, editNumber, type: "text", content: { text }, media: [] }
    ]
  })

export const reaction = ({ byBusiness, item, part, person, source }: MessagingEvent): Items =>
  Result.gen(function* () {
    const platformMessageId = yield* required(messageIdAt(part, "mid"), noMid)
    const other = yield* required(person, "a reaction without a person")
    const symbol = textAt(part, "emoji") ?? textAt(part, "reaction")
    const isTakenBack = textAt(part, "action") === "unreact"
    const reaction = isTakenBack ? null : yield* required(symbol, "a reaction without an emoji")
    const at = ofAccount(source, valueAt(item, "timestamp"))
    const key = at.of("reaction", platformMessageId, other.ids, byBusiness, reaction, at.stamp)
    return [{ _tag: "Reacted", ...key, person: other, byBusiness, platformMessageId, reaction }]
  })
