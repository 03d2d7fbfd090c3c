import { Result, type Schema } from "effect"
import type { MessengerChannel } from "../../../domain/conversations/Channel.ts"
import type { InboundMedia } from "../../../domain/inbound/Inbound.ts"
import type { InboundPerson } from "../../../domain/inbound/InboundPerson.ts"
import type { MessageContent } from "../../../domain/messages/MessageContent.ts"
import { idAt, intAt, isObject, listAt, messageIdAt, objectAt, sendIdAt, textAt, valueAt } from "./PlatformJson.ts"
import {
  type AccountSource,
  given,
  ignored,
  type Items,
  ofAccount,
  required,
  type Said,
  type Source
} from "./Source.ts"

/** The kinds of attachments that are a file of the sender. */
const fileTypes: ReadonlySet<string> = new Set(["image", "video", "audio", "file", "sticker"])

/** The kinds that are the message; beside others, the text is. */
const isLead = (type: string): boolean => fileTypes.has(type) || type === "location"

const typeOf = (attachment: Schema.Json): string => textAt(attachment, "type") ?? "unknown"

const mediaOf = (attachment: Schema.JsonObject, index: number): ReadonlyArray<InboundMedia> => {
  const url = textAt(objectAt(attachment, "payload"), "url")
  if (url === null || !fileTypes.has(typeOf(attachment))) return []
  return [{ platformMediaId: null, url, mimeType: null, filename: null, sha256: null, index }]
}

/**
 * An attachment as it is, with what messages are shown from under the names that all channels have: the place of a
 * location, and the text beside a file.
 */
const shown = (attachment: Schema.JsonObject, text: string | null): MessageContent => {
  const payload = objectAt(attachment, "payload")
  if (payload === undefined) return attachment
  const place = objectAt(payload, "coordinates")
  const name = textAt(attachment, "title")
  return {
    ...attachment,
    payload: {
      ...payload,
      ...(place === undefined ? {} : { latitude: place["lat"] ?? null, longitude: place["long"] ?? null }),
      ...(place === undefined || name === null ? {} : { name }),
      ...(text === null ? {} : { caption: text })
    }
  }
}

/** What a message of Messenger or Instagram says. One message is one, however many attachments it has. */
const messagingContent = (message: Schema.JsonObject): Said => {
  const text = textAt(message, "text")
  const attachments = listAt(message, "attachments").filter(isObject)
  const file = attachments.find((attachment) => isLead(typeOf(attachment)))
  const lead = file ?? (text === null ? attachments[0] : undefined)
  const words = text === null ? "unknown" : "text"
  const bare = valueAt(message, "is_unsupported") === true ? "unsupported" : words
  const story = objectAt(objectAt(message, "reply_to"), "story")
  return {
    type: lead === undefined ? bare : typeOf(lead),
    content: given({
      text,
      attachment: lead === undefined ? null : shown(lead, text),
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
  /** Null when the platform does not say, or knows her as a guest only. */
  readonly person: InboundPerson | null
  readonly byBusiness: boolean
  readonly isGuest: boolean
}

/**
 * Tells the account from the person. The account is the entry's, and the person who else takes part: sender and
 * recipient of an echo have been seen either way round (platforms P11).
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
  return Result.map(required(account, "it does not say which account it belongs to"), (accountExternalId) => {
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

/** One event of a conversation: who takes part, the whole item, and the part that is named after the event. */
export interface MessagingEvent extends MessagingParties {
  readonly item: Schema.JsonObject
  readonly part: Schema.JsonObject
  /** Another app owns the conversation. */
  readonly standby: boolean
}

const noMid = "it does not say which message it is about"

/** Where the person came from; beside the event, or inside it. */
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
    // Instagram reports new messages in this form too, without a person and without content.
    if (editNumber === 0) return [ignored(source, "an edit before the first", item, time)]
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
    const told = textAt(part, "emoji") ?? textAt(part, "reaction")
    const isTakenBack = textAt(part, "action") === "unreact"
    const reaction = isTakenBack ? null : yield* required(told, "a reaction that is none")
    const at = ofAccount(source, valueAt(item, "timestamp"))
    const key = at.of("reaction", platformMessageId, other.ids, byBusiness, reaction, at.stamp)
    return [{ _tag: "Reacted", ...key, person: other, byBusiness, platformMessageId, reaction }]
  })
