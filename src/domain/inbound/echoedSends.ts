import { DateTime, Duration, Option, Order, Schema } from "effect"
import { PhoneNumber } from "../contacts/PhoneNumber.ts"
import { phoneIdentity } from "../contacts/phoneIdentity.ts"
import { isWhatsAppUserId, metIdentity, type NamedPerson } from "../contacts/ContactIdentity.ts"
import { type ChannelAccount, channelRules } from "../conversations/Channel.ts"
import type { Event } from "../webhooks/Event.ts"
import { messageSent } from "../webhooks/messageEvents.ts"
import type { ChannelAccountId, ContactId, EventId, MessageId, PlatformMessageId } from "../Ids.ts"
import type { Message, MessageContent } from "../messages/Message.ts"
import { announcedPart } from "../messages/WhatsAppContent.ts"
import { answeredBy } from "../messages/messageContext.ts"
import { answeredComment } from "../messages/messenger/privateReply.ts"
import { type InboundPerson, isPast, type PersonId } from "./Inbound.ts"
import { type InboxState, messageByPlatformId } from "./InboxState.ts"
import type { RoutedInbound } from "./InboxNeeds.ts"
import { isJsonObject } from "../text/isJsonObject.ts"

/**
 * A report of the platform that names the send of the message that it is about (contract: A report that names its
 * send).
 */
export interface NamedSend {
  /** The key of the report. */
  readonly key: string
  readonly account: ChannelAccount
  readonly sendId: MessageId
  readonly platformMessageId: PlatformMessageId
  /** The recipient, if the report names one. */
  readonly person: InboundPerson | null
  /** The time of the event, as the platform reports it. */
  readonly at: DateTime.Utc
}

const namedSendOf = ({ account, item }: RoutedInbound): ReadonlyArray<NamedSend> => {
  if (item._tag !== "StatusReported" && (item._tag !== "MessageReceived" || !item.echo)) return []
  const { at, key, person, platformMessageId, sendId } = item
  return sendId === null ? [] : [{ key, account, sendId, platformMessageId, person, at }]
}

const earliestFirst = Order.mapInput(DateTime.Order, ({ at }: NamedSend) => at)

/**
 * The sends that the reports name and that are not known to be the messages of these reports: the earliest report of
 * each. Nearly every report is about a message whose send has its answer, so there are few.
 */
export const namedSends = (state: InboxState, reports: ReadonlyArray<RoutedInbound>): ReadonlyArray<NamedSend> => {
  const open = reports.flatMap(namedSendOf).filter(({ account, platformMessageId, sendId }) => {
    const entry = messageByPlatformId(state, account.id, platformMessageId)
    return !Option.exists(entry, ({ message }) => message.id === sendId)
  })
  // The last entry of a key stays.
  return [...new Map(open.toSorted(Order.flip(earliestFirst)).map((one) => [one.sendId, one])).values()]
}

const isPhone = Schema.is(PhoneNumber)

const isPeer = (peer: string, { kind, value }: PersonId): boolean =>
  kind === "phone" ? isPhone(peer) && phoneIdentity(value) === phoneIdentity(peer) : value === peer

/** Whether the recipient is the author of a comment, and no report or answer of the platform has named them yet. */
const isToCommenter = ({ content, peer }: Pick<Message, "content" | "peer">): boolean =>
  answeredComment(content) === peer

/** Whether the report is about this send: the account sent it, to the recipient that the report names. */
export const isAboutSend = (
  { channelAccountId, content, direction, peer }: Message,
  { account, person }: NamedSend
): boolean =>
  direction === "outbound" &&
  channelAccountId === account.id &&
  (person?.ids ?? []).some((id) => isPeer(peer, id) || isToCommenter({ content, peer }))

/** The outcome of the send that the platform's answer would have reported. */
export const toldBy = (
  eventId: EventId,
  { annotations: { agent }, channel, content, conversationId, organizationId, peer, type }: Message,
  {
    account,
    at,
    person,
    platformMessageId
  }: Pick<NamedSend, "at" | "person" | "platformMessageId"> & {
    /** Null for a send whose recipient is known. */
    readonly account: ChannelAccount | null
  },
  now: DateTime.Utc
): {
  readonly platformMessageId: PlatformMessageId
  readonly waId: PhoneNumber | null
  readonly person?: NamedPerson
  readonly event: Event
} => {
  const [id] = person?.ids ?? []
  const author =
    account === null || id === undefined || !isToCommenter({ content, peer })
      ? null
      : { identity: metIdentity(account, id), peer: id.value }
  const number = person?.ids.find(({ kind }) => kind === "phone")?.value ?? null
  const to = author?.peer ?? peer
  const sent = { organizationId, conversationId, channel, platformMessageId, to, type, agent, at }
  return {
    platformMessageId,
    ...(author !== null && { person: author }),
    waId: number !== null && isPhone(number) && !isWhatsAppUserId(peer) ? number : null,
    event: { ...messageSent(eventId, { ...sent, content: announcedPart(content) }), occurredAt: now }
  }
}

/** The longest time from the intent of a send to its echo, by the time that the platform gives the echo. */
export const longestEchoDelay = Duration.minutes(5)

/** The largest difference between the clocks of the platform and of this service. */
export const echoClockSkew = Duration.seconds(10)

/** A thread in which an echo may belong to a send, and the time of the echo or of the send. */
export interface EchoThread {
  readonly contactId: ContactId
  readonly channelAccountId: ChannelAccountId
  /** The recipient in the platform's form. */
  readonly peer: string
  readonly at: DateTime.Utc
}

/** The times of the messages among which an echo or a send at this time has its match. */
export const echoRange = (at: DateTime.Utc) => {
  const distance = Duration.sum(longestEchoDelay, echoClockSkew)
  return { from: DateTime.subtractDuration(at, distance), to: DateTime.addDuration(at, distance) }
}

/** An echo that names no send, and the key of its report. */
export interface UnnamedEcho {
  readonly key: string
  readonly thread: EchoThread
}

/**
 * The stored echoes among the reports that name no send (contract: Echoes that name no send). Where echoes always name
 * their send (Messenger), an echo without a name belongs to no send.
 */
export const unnamedEchoes = (
  before: InboxState,
  after: InboxState,
  reports: ReadonlyArray<RoutedInbound>
): ReadonlyArray<UnnamedEcho> =>
  reports.flatMap(({ account, item }) => {
    if (item._tag !== "MessageReceived" || !item.echo || item.sendId !== null) return []
    if (channelRules[item.channel].hasNamedEchoes || isPast(item)) return []
    const stored = messageByPlatformId(after, account.id, item.platformMessageId)
    if (Option.isNone(stored)) return []
    const { message, raw } = stored.value
    // The row of a send has no raw report.
    const isKnown = Option.isSome(messageByPlatformId(before, account.id, item.platformMessageId))
    if (isKnown && raw === null) return []
    const { channelAccountId, contactId, peer } = message
    return [{ key: item.key, thread: { channelAccountId, contactId, peer, at: item.at } }]
  })

const textIn = (content: MessageContent, key: string): string => {
  const value = content[key]
  return typeof value === "string" ? value.normalize("NFC").trim() : ""
}

/** The texts of a template of Instagram: in the payload, or under the name of the template. */
const templateTexts = (payload: MessageContent): ReadonlyArray<string> => {
  const { button, generic } = payload
  const body = [generic, button].find(isJsonObject) ?? payload
  const { elements } = body
  const cards = Array.isArray(elements) ? elements : []
  return [textIn(body, "text"), ...cards.filter(isJsonObject).map((card: MessageContent) => textIn(card, "title"))]
}

const attachmentKey = (attachment: MessageContent): ReadonlyArray<Schema.Json> => {
  const payload = isJsonObject(attachment["payload"]) ? attachment["payload"] : {}
  const type = textIn(attachment, "type")
  return type === "template" ? [type, ...templateTexts(payload)] : [type, textIn(payload, "caption")]
}

const fileTypes: Readonly<Record<string, string>> = {
  image: "image",
  video: "video",
  audio: "audio",
  voice: "audio",
  document: "document"
}

/** The part of a message's own content that an echo repeats; null if it has none. */
const repeatedContent = ({ content, type }: Pick<Message, "content" | "type">): ReadonlyArray<Schema.Json> | null => {
  const { attachment, attachments, template } = content
  if (isJsonObject(attachment)) {
    const count = Array.isArray(attachments) ? attachments.length : 1
    return count > 1 ? [...attachmentKey(attachment), count] : attachmentKey(attachment)
  }
  if (isJsonObject(template)) return ["template", textIn(template, "name")]
  const file = fileTypes[type]
  if (file !== undefined) return [file, textIn(content, "caption")]
  if (type === "location") return [type, content["latitude"] ?? null, content["longitude"] ?? null]
  const text = textIn(content, "text")
  return text === "" ? null : ["text", text]
}

/**
 * The part of the content that a send and its echo share; null if an echo of the content matches no send. The platform
 * stores files at other addresses, so files count by their kind, number and caption. Sends answer messages only, so an
 * echo that answers a story matches none.
 */
export const echoedContent = (message: Pick<Message, "content" | "type">): string | null => {
  const answered = answeredBy(message)?.platformMessageId ?? null
  if (answered === null && message.content["reply_to"] !== undefined) return null
  const content = repeatedContent(message)
  if (content === null) return null
  return JSON.stringify(answered === null ? content : [...content, { answered }])
}

/** The sends without a known outcome and the echoes without a send in a thread. */
export interface UnmatchedMessages {
  /** Unanswered sends. */
  readonly sends: ReadonlyArray<Message>
  readonly echoes: ReadonlyArray<Message>
}

/** A send and the echo that proves that the platform accepted it. */
export interface MatchedEcho {
  readonly send: Message
  readonly echo: Message
  readonly platformMessageId: PlatformMessageId
}

const inOrder = Order.combine(
  Order.mapInput(DateTime.Order, ({ createdAt }: Message) => createdAt),
  Order.mapInput(Order.String, ({ id }: Message) => id)
)

const isInTime = (send: Message, echo: Message): boolean =>
  DateTime.between(echo.createdAt, {
    minimum: DateTime.subtractDuration(send.createdAt, echoClockSkew),
    maximum: DateTime.addDuration(send.createdAt, longestEchoDelay)
  })

/**
 * Matches echoes to sends whose outcome is unknown: the same content, within `longestEchoDelay`, each in its order. While
 * a send with the same content waits for its answer, the echo may be that send's, and the answer decides. A send from
 * before `overdue` waits no longer; null if each pending send waits.
 */
export const matchEchoes = (
  { echoes, sends }: UnmatchedMessages,
  overdue: DateTime.Utc | null
): ReadonlyArray<MatchedEcho> => {
  const isWaiting = ({ createdAt, status }: Message) =>
    status === "pending" && (overdue === null || DateTime.isGreaterThanOrEqualTo(createdAt, overdue))
  const waiting = new Set(sends.filter(isWaiting).map(echoedContent))
  const free = new Set(echoes.toSorted(inOrder))
  return sends.toSorted(inOrder).flatMap((send): ReadonlyArray<MatchedEcho> => {
    const content = echoedContent(send)
    if (content === null || waiting.has(content)) return []
    const echo = [...free].find((one) => echoedContent(one) === content && isInTime(send, one))
    if (echo === undefined || echo.platformMessageId === null) return []
    free.delete(echo)
    return [{ send, echo, platformMessageId: echo.platformMessageId }]
  })
}
