import { DateTime } from "effect"
import type { Event } from "./Event.ts"
import type { Channel } from "../conversations/Channel.ts"
import type { ConversationId, EventId, OrganizationId, PlatformMessageId } from "../Ids.ts"
import type { Message, MessageContent, MessageFailure, PublicMessageStatus, Reaction } from "../messages/Message.ts"
import { messageCall } from "../messages/messageCall.ts"
import { type Edited, saidByEdit } from "../messages/messageAfterwards.ts"
import { isJsonObject } from "../text/isJsonObject.ts"
import { standardContent } from "../messages/standardContent.ts"
import { isScheduled, type PendingOutcome, type PendingSend, recipientName } from "../sends/PendingSend.ts"

/** A message as the platform accepted it. */
export interface SentMessage {
  readonly organizationId: OrganizationId
  readonly conversationId: ConversationId
  readonly channel: Channel
  readonly platformMessageId: PlatformMessageId
  readonly to: string
  readonly type: string
  /** The content that subscribers see; for a WhatsApp template `{template:{name, language}}`. */
  readonly content: MessageContent
  /** The name of the agent that a backend sent it for. */
  readonly agent?: string | undefined
  readonly at: DateTime.Utc
}

/** Occurs at `sent.at`, when the platform accepted the message. */
export const messageSent = (id: EventId, sent: SentMessage): Event => ({
  id,
  organizationId: sent.organizationId,
  conversationId: sent.conversationId,
  occurredAt: sent.at,
  type: "message.sent",
  data: {
    channel: sent.channel,
    message_id: sent.platformMessageId,
    to: sent.to,
    type: sent.type,
    content: sent.content,
    ...(sent.agent !== undefined && { agent: { name: sent.agent } }),
    status: "sent",
    timestamp: DateTime.formatIso(sent.at)
  }
})

/** A message that the platform has given an id. */
export interface PlatformMessage extends Message {
  readonly platformMessageId: PlatformMessageId
}

/** False until the platform's id is known: events of a message need it. */
export const isPlatformMessage = (message: Message): message is PlatformMessage => message.platformMessageId !== null

const envelope = (
  id: EventId,
  { annotations: { trace }, conversationId, organizationId }: Message,
  occurredAt: DateTime.Utc
) => ({
  id,
  organizationId,
  conversationId,
  occurredAt,
  ...(trace === undefined ? {} : { trace })
})

/** The platform's own parts of a message. An empty address of a file is left out. */
const platformParts = ({ url, ...parts }: MessageContent): MessageContent =>
  url === undefined || url === null || url === "" ? parts : { ...parts, url }

/** The call as the platform reports it, with whether it was answered and its duration (contract: Calls). */
const callParts = (message: Pick<Message, "type" | "content">): MessageContent => {
  const [call, reported] = [messageCall(message), message.content["call"]]
  if (call === null || !isJsonObject(reported)) return {}
  return { call: { ...reported, answered: call.isAnswered, seconds: call.seconds } }
}

/** A message in the contract's words, with everything that the platform says beside them. */
export const visibleParts = (message: Pick<Message, "type" | "content">) => {
  const { content, type } = standardContent(message)
  return { type, content: { ...platformParts(message.content), ...content, ...callParts(message) } }
}

/** `at` is the time of the announcement, here and below; the payload has the platform's time. */
export const messageReceived = (id: EventId, message: PlatformMessage, at: DateTime.Utc): Event => ({
  ...envelope(id, message, at),
  type: "message.received",
  data: {
    channel: message.channel,
    message_id: message.platformMessageId,
    conversation_id: message.conversationId,
    contact_id: message.contactId,
    from: message.peer,
    ...visibleParts(message),
    timestamp: DateTime.formatIso(message.createdAt)
  }
})

/** A message of the business that was sent elsewhere: with another app, or by hand. */
export const messageEchoed = (id: EventId, message: PlatformMessage, at: DateTime.Utc): Event => {
  const { channel, conversationId, peer: to, createdAt, organizationId, platformMessageId } = message
  const sent = {
    organizationId,
    conversationId,
    channel,
    platformMessageId,
    to,
    ...visibleParts(message),
    at: createdAt
  }
  return { ...messageSent(id, sent), occurredAt: at }
}

/** A tap on a button (contract: Postbacks). Not every tap has an id. */
export const postbackTapped = (
  id: EventId,
  message: Message,
  tap: {
    readonly title: string
    readonly payload: string | null
    readonly platformMessageId: PlatformMessageId | null
  },
  at: DateTime.Utc
): Event => ({
  ...envelope(id, message, at),
  type: "postback",
  data: {
    channel: message.channel,
    from: message.peer,
    title: tap.title,
    payload: tap.payload,
    ...(tap.platformMessageId === null ? {} : { message_id: tap.platformMessageId }),
    timestamp: DateTime.formatIso(message.createdAt)
  }
})

/** A failure in the contract's words; empty where the platform gave no reason. */
export const errorOf = (failure: MessageFailure | null) =>
  failure?._tag === "Rejected"
    ? { code: failure.code, title: failure.title, message: failure.message }
    : { code: 0, title: "", message: failure?.detail ?? "" }

/** A status of an outbound message; `timestamp` is the platform's time. */
export const receiptAnnounced = (
  id: EventId,
  message: PlatformMessage,
  status: Exclude<PublicMessageStatus, "sent">,
  reportedAt: DateTime.Utc,
  at: DateTime.Utc
): Event => {
  const data = {
    channel: message.channel,
    message_id: message.platformMessageId,
    to: message.peer,
    timestamp: DateTime.formatIso(reportedAt)
  }
  const { pricing } = message.annotations
  const priced = pricing === undefined ? {} : { pricing: pricing.value }
  return status === "failed"
    ? {
        ...envelope(id, message, at),
        type: "message.failed",
        data: { ...data, status, error: errorOf(message.failure) }
      }
    : { ...envelope(id, message, at), type: `message.${status}`, data: { ...data, status, ...priced } }
}

/** Fields that all events of an existing message share. */
const afterwards = (message: PlatformMessage, from: string | null) => ({
  channel: message.channel,
  message_id: message.platformMessageId,
  conversation_id: message.conversationId,
  contact_id: message.contactId,
  from
})

/** Only who wrote a message edits or deletes it. */
const writerOf = ({ direction, peer }: Message): string | null => (direction === "inbound" ? peer : null)

/** A reaction to the message, or the end of one. `from` is null for the business. */
export const messageReacted = (
  id: EventId,
  message: PlatformMessage,
  { from, reaction }: { readonly from: string | null; readonly reaction: Reaction },
  at: DateTime.Utc
): Event => ({
  ...envelope(id, message, at),
  type: "message.reaction",
  data: {
    ...afterwards(message, from),
    emoji: reaction.reaction,
    latest: message.annotations.reactions?.some(({ key }) => key === reaction.key) === true,
    timestamp: DateTime.formatIso(reaction.at)
  }
})

/** An edit of the message, which is given as it is once the edit was taken. */
export const messageEdited = (id: EventId, message: PlatformMessage, edited: Edited, at: DateTime.Utc): Event => ({
  ...envelope(id, message, at),
  type: "message.edited",
  data: {
    ...afterwards(message, writerOf(message)),
    ...visibleParts(saidByEdit(message, edited)),
    latest: message.annotations.edit?.key === edited.key,
    timestamp: DateTime.formatIso(edited.at)
  }
})

/** `deletedAt` is the time of the platform; `at` is when the event occurred here. */
export const messageDeleted = (
  id: EventId,
  message: PlatformMessage,
  deletedAt: DateTime.Utc,
  at: DateTime.Utc
): Event => ({
  ...envelope(id, message, at),
  type: "message.deleted",
  data: { ...afterwards(message, writerOf(message)), timestamp: DateTime.formatIso(deletedAt) }
})

/** A recorded or scheduled send ended without a message that the platform accepted. */
export const sendFailed = (
  id: EventId,
  send: Pick<
    PendingSend,
    "id" | "organizationId" | "origin" | "channel" | "recipient" | "conversationId" | "contactId" | "dueAt"
  >,
  { code, detail, reason }: Extract<PendingOutcome, { readonly _tag: "NotSent" }>,
  at: DateTime.Utc
): Event => ({
  id,
  organizationId: send.organizationId,
  conversationId: send.conversationId,
  occurredAt: at,
  type: "message.send_failed",
  data: {
    send_id: send.id,
    scheduled: isScheduled(send),
    channel: send.channel,
    to: recipientName(send.recipient),
    conversation_id: send.conversationId,
    contact_id: send.contactId,
    send_at: DateTime.formatIso(send.dueAt),
    error: { reason, code: code ?? 0, message: detail },
    timestamp: DateTime.formatIso(at)
  }
})
