import { DateTime, HashMap, Option } from "effect"
import { maxAgentNameLength, type Message, type MessageAnnotations } from "../messages/Message.ts"
import { learnedAfter, reportedListedAt } from "../messages/messageOrder.ts"
import { type Receipt, withReceipt } from "../messages/messageReceipts.ts"
import { unstarted } from "../messages/unread.ts"
import { truncate } from "../text/textLimits.ts"
import type { PastFacts } from "./Inbound.ts"
import { conversationKey, type InboxContext, type InboxState, messageByPlatformId, withMessage } from "./InboxState.ts"
import { joinPast, withPast } from "./joinConversation.ts"
import { resolveContact, resolveKnownContact } from "./resolveContact.ts"
import {
  contentOf,
  fillPlaceholder,
  messageIn,
  type MessageReceived,
  placedMedia,
  receiveKnown,
  withMedia
} from "./takeMessage.ts"
import { receive, unexplained } from "./takeReceipt.ts"

/** The receipt with the last known status. Its time is that of the message: the true one is not known. */
const receiptOf = ({ at, echo, past }: MessageReceived): Receipt | null => {
  const status = past?.status ?? null
  return !echo || status === null || status === "sent" ? null : { status, at, failure: unexplained }
}

const annotationsOf = ({ author }: PastFacts): MessageAnnotations => ({
  ...(author === null ? {} : { agent: truncate(author, maxAgentNameLength) }),
  imported: true
})

const isEqualAt = (one: DateTime.Utc | null, other: DateTime.Utc | null): boolean =>
  one === null || other === null ? one === other : DateTime.Equivalence(one, other)

const isUnchanged = (before: Message, after: Message): boolean =>
  before.status === after.status &&
  isEqualAt(before.deliveredAt, after.deliveredAt) &&
  isEqualAt(before.readAt, after.readAt)

/** The status of a message that is known. It is announced if the message itself was. */
const takePastStatus = (state: InboxState, item: MessageReceived, context: InboxContext): InboxState => {
  const receipt = receiptOf(item)
  const known = messageByPlatformId(state, context.account.id, item.platformMessageId)
  if (receipt === null || Option.isNone(known)) return state
  const { message } = known.value
  const after = withReceipt(message, receipt)
  if (message.direction === "inbound" || isUnchanged(message, after)) return state
  return message.annotations.imported === undefined
    ? receive(state, known.value, receipt, context)
    : withMessage(state, { ...known.value, message: after })
}

/** The conversation of a known message begins with it, whether the live report or the history was first. */
const beginEarlier = (state: InboxState, item: MessageReceived, context: InboxContext): InboxState => {
  const known = messageByPlatformId(state, context.account.id, item.platformMessageId)
  if (Option.isNone(known)) return state
  const { contactId, conversationId, createdAt } = known.value.message
  const key = conversationKey(contactId, context.account.id)
  const entry = [HashMap.get(state.conversations, key), HashMap.get(state.closed, key)]
    .flatMap(Option.toArray)
    .find(({ conversation }) => conversation.id === conversationId)
  if (entry === undefined || DateTime.isLessThanOrEqualTo(entry.conversation.createdAt, createdAt)) return state
  const learnedAt = entry.lastLearnedAt ?? context.now
  return withPast(state, entry, { createdAt, learnedAt, isEcho: false }, context.now)
}

/**
 * Records a message of the past, read and without events (contract: Messages of the past). A known message gets only
 * what it lacks: its file and its status. The order of the conversation follows from the times of the messages alone.
 */
export const takePast = (state: InboxState, item: MessageReceived, context: InboxContext): InboxState => {
  const { account, now } = context
  const encounter = { person: item.person, at: item.at, previous: null }
  if (Option.isSome(messageByPlatformId(state, account.id, item.platformMessageId))) {
    const resolved = resolveKnownContact(state, context, encounter)
    const filled = fillPlaceholder(resolved, item, context)
    return beginEarlier(takePastStatus(filled, item, context), item, context)
  }
  const [resolved, contact] = resolveContact(state, context, encounter)
  const conversation = joinPast(resolved, contact, item.at, context)
  const drafted = messageIn(conversation, contact, item.person, context, {
    direction: item.echo ? "outbound" : "inbound",
    type: item.type,
    content: contentOf(item, placedMedia(item, context, context.mediaUrl)),
    createdAt: item.at,
    platformMessageId: item.platformMessageId
  })
  const annotated = item.past === undefined ? drafted : { ...drafted, annotations: annotationsOf(item.past) }
  const receipt = receiptOf(item)
  const message = receipt === null ? annotated : withReceipt(annotated, receipt)
  const learnedAt = learnedAfter(conversation, now)
  const times = { createdAt: item.at, learnedAt }
  const joined = withPast(resolved, conversation, { ...times, isEcho: item.echo }, now)
  const stored = withMessage(joined, {
    message,
    learnedAt,
    listedAt: reportedListedAt({ ...times, direction: message.direction }, unstarted),
    raw: item.raw,
    countsUnread: false
  })
  const announced = stored.events
  return { ...receiveKnown(withMedia(stored, message, item, context), message, context), events: announced }
}

/** The messages among the reports that were not known before. */
export const addedMessages = (before: InboxState, after: InboxState): number =>
  [...HashMap.keys(after.messages)].filter((id) => !HashMap.has(before.messages, id)).length
