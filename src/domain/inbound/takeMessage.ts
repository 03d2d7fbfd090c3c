import { HashMap, Option, type Schema } from "effect"
import type { MediaId, PlatformMessageId } from "../Ids.ts"
import { messageEchoed, messageReceived, type PlatformMessage } from "../webhooks/messageEvents.ts"
import type { NewMedia } from "../media/Media.ts"
import type { Message, MessageContent } from "../messages/Message.ts"
import { learnedAfter, reportedListedAt } from "../messages/messageOrder.ts"
import { isJsonObject } from "../text/isJsonObject.ts"
import type { Inbound, InboundMedia, InboundPerson } from "./Inbound.ts"
import type { InboxContact } from "./InboxContact.ts"
import {
  type InboxContext,
  type InboxConversation,
  type InboxState,
  announcing,
  messageByPlatformId,
  withConversation,
  withMessage
} from "./InboxState.ts"
import { announceReply, joinConversation, withEcho, withInbound } from "./joinConversation.ts"
import { resolveKnownContact, resolveContact } from "./resolveContact.ts"
import { takeWord } from "./takeConsent.ts"
import { receiveMarked } from "./takeReceipt.ts"

/** A file, and where it will be found. */
export interface PlacedMedia {
  readonly id: MediaId
  readonly media: InboundMedia
  readonly url: string
}

const replaced = (json: Schema.Json, urls: ReadonlyMap<string, string>): Schema.Json => {
  if (typeof json === "string") return urls.get(json) ?? json
  if (Array.isArray(json)) return json.map((part: Schema.Json) => replaced(part, urls))
  return isJsonObject(json) ? replacedIn(json, urls) : json
}

const replacedIn = (content: MessageContent, urls: ReadonlyMap<string, string>): MessageContent =>
  Object.fromEntries(Object.entries(content).map(([key, part]) => [key, replaced(part, urls)] as const))

/**
 * The content with our addresses in the place of the platform's, which die. WhatsApp names files by ids: there the
 * address is one more part.
 */
export const withMediaUrls = (content: MessageContent, placed: ReadonlyArray<PlacedMedia>): MessageContent => {
  const urls = new Map(placed.flatMap(({ media, url }) => (media.url === null ? [] : [[media.url, url] as const])))
  const own = urls.size === 0 ? content : replacedIn(content, urls)
  const byId = placed.find(({ media }) => media.platformMediaId !== null)
  return byId === undefined ? own : { ...own, url: byId.url }
}

type MessageReceived = Extract<Inbound, { readonly _tag: "MessageReceived" }>

const placedMedia = ({ media }: MessageReceived, { ids }: InboxContext, urlOf: (id: MediaId) => string) =>
  media.flatMap((file, index) => {
    const id = ids.mediaIds[index]
    return id === undefined ? [] : [{ id, media: file, url: urlOf(id) }]
  })

/** The content, with the message it answers and the person's referral. */
const contentOf = (item: MessageReceived, placed: ReadonlyArray<PlacedMedia>): MessageContent => {
  const answered = item.content["reply_to"]
  const story = isJsonObject(answered) ? answered : {}
  return {
    ...withMediaUrls(item.content, placed),
    ...(item.replyTo === null ? {} : { reply_to: { ...story, message_id: item.replyTo } }),
    ...(item.referral === null ? {} : { referral: item.referral }),
    ...(item.standby ? { standby: true } : {})
  }
}

/**
 * The message as its event has it: files are named by the addresses that an API key opens (contract: Files for
 * backends).
 */
const eventMessageOf = (message: PlatformMessage, item: MessageReceived, context: InboxContext): PlatformMessage =>
  item.media.length === 0
    ? message
    : { ...message, content: contentOf(item, placedMedia(item, context, context.eventMediaUrl)) }

/** Builds a message with the fields that all sources share. */
export const messageIn = (
  { conversation }: InboxConversation,
  { contact }: InboxContact,
  person: InboundPerson,
  { account, ids }: InboxContext,
  fields: Pick<Message, "direction" | "type" | "content" | "createdAt"> & {
    readonly platformMessageId: PlatformMessageId
  }
): PlatformMessage => ({
  id: ids.messageId,
  organizationId: account.organizationId,
  conversationId: conversation.id,
  contactId: contact.id,
  channel: account.channel,
  channelAccountId: account.id,
  peer: person.ids[0].value,
  // An inbound message has arrived. An outbound message of another app was at least accepted.
  status: fields.direction === "inbound" ? "delivered" : "sent",
  failure: null,
  deliveredAt: null,
  readAt: null,
  annotations: {},
  ...fields
})

const newMedia = (message: Message, { id, media }: PlacedMedia, { now }: InboxContext): NewMedia => ({
  ...media,
  id,
  organizationId: message.organizationId,
  messageId: message.id,
  channelAccountId: message.channelAccountId,
  createdAt: now
})

const withMedia = (state: InboxState, message: Message, item: MessageReceived, context: InboxContext): InboxState => {
  const added = placedMedia(item, context, context.mediaUrl).map((placed) => newMedia(message, placed, context))
  return added.length === 0 ? state : { ...state, media: [...state.media, ...added] }
}

/** Applies watermarks to a message that the business sent elsewhere and that may have been read already. */
const receiveKnown = (state: InboxState, message: Message, context: InboxContext): InboxState => {
  const entry = HashMap.get(state.messages, message.id)
  const contact = HashMap.get(state.contacts, message.contactId)
  const mark = Option.flatMap(contact, ({ watermarks }) =>
    Option.fromUndefinedOr(watermarks.find(({ channelAccountId }) => channelAccountId === message.channelAccountId))
  )
  return Option.isSome(entry) && Option.isSome(mark)
    ? receiveMarked(state, entry.value, mark.value, null, context)
    : state
}

/** Records a message of the person, or of the business elsewhere. A known message is not recorded again. */
export const takeMessage = (state: InboxState, item: MessageReceived, context: InboxContext): InboxState => {
  const { account, now } = context
  const encounter = { person: item.person, at: item.at, previous: null }
  const known = messageByPlatformId(state, account.id, item.platformMessageId)
  if (Option.isSome(known)) return resolveKnownContact(state, context, encounter)
  const [resolved, contact] = resolveContact(state, context, encounter)
  const [joined, conversation] = joinConversation(resolved, contact, context)
  const message = messageIn(conversation, contact, item.person, context, {
    direction: item.echo ? "outbound" : "inbound",
    type: item.type,
    content: contentOf(item, placedMedia(item, context, context.mediaUrl)),
    createdAt: item.at,
    platformMessageId: item.platformMessageId
  })
  const learnedAt = learnedAfter(conversation, now)
  const times = { createdAt: item.at, learnedAt }
  const changed = item.echo
    ? withEcho(conversation, times, now)
    : withInbound(conversation, times, !item.standby, context)
  const stored = withMessage(withConversation(joined, changed), {
    message,
    learnedAt,
    listedAt: reportedListedAt({ ...times, direction: message.direction }, conversation),
    raw: item.raw,
    countsUnread: !item.echo && !item.standby
  })
  const eventMessage = eventMessageOf(message, item, context)
  const announced = announcing(stored, (id) =>
    item.echo ? messageEchoed(id, eventMessage, now) : messageReceived(id, eventMessage, now)
  )
  const woken = announceReply(announced, conversation, changed, now)
  const received = receiveKnown(withMedia(woken, message, item, context), message, context)
  const written = { at: item.at, by: item.platformMessageId, content: message.content }
  return item.echo ? received : takeWord(received, contact, written, context)
}
