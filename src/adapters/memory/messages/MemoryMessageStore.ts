import { DateTime, Effect, Layer, Option, Order } from "effect"
import { type ConversationId, type MessageId, messageIdIn, type OrganizationId } from "../../../domain/Ids.ts"
import { type PageAnchor, pageShares } from "../../../domain/messages/messagePage.ts"
import { messageExcerpt } from "../../../domain/messages/messageSearch.ts"
import { maxPageBytes, withinPageBytes } from "../../../domain/text/Page.ts"
import { type QuotedMessage, answeredBy } from "../../../domain/messages/messageContext.ts"
import { type Message, type SettledMessage, isListed, isSettled } from "../../../domain/messages/Message.ts"
import { clockUncertainty } from "../../../domain/messages/messageOrder.ts"
import { messagePreview } from "../../../domain/messages/messageText.ts"
import {
  type FoundMessages,
  type HistoryRequest,
  type MessageHistory,
  type MessageSearch,
  type MessageSlice,
  MessageStore
} from "../../../ports/messages/MessageStore.ts"
import { pick } from "../newest.ts"
import { learnedAt, listedMessages } from "./listedMessages.ts"
import type { State } from "../State.ts"
import { World } from "../World.ts"

/** The quoted message, from the same contact and account in any conversation. */
const quotedBy = (message: Message, { messages }: State): QuotedMessage | null => {
  const platformMessageId = answeredBy(message)?.platformMessageId ?? null
  const found = messages.find(
    (other) =>
      platformMessageId !== null &&
      other.platformMessageId === platformMessageId &&
      other.channelAccountId === message.channelAccountId &&
      other.organizationId === message.organizationId &&
      other.contactId === message.contactId &&
      isSettled(other)
  )
  if (found === undefined) return null
  const { content, conversationId, direction, id, type } = found
  return { id, conversationId, direction, text: messagePreview(type, content) }
}

const list = (
  state: State,
  organizationId: OrganizationId,
  conversationId: ConversationId,
  limit: number,
  anchor: PageAnchor | null
): Option.Option<MessageSlice> => {
  const all = listedMessages(
    state,
    (message) => message.organizationId === organizationId && message.conversationId === conversationId
  )
  const total = all.length
  const within = (rows: typeof all, bytes = maxPageBytes) => withinPageBytes(rows, ({ content }) => content, bytes)
  const sliceOf = (rows: typeof all, newer: number): Option.Option<MessageSlice> => {
    const quotes = rows.flatMap((row) => {
      const quoted = quotedBy(row, state)
      return quoted === null ? [] : [[row.id, quoted] as const]
    })
    return Option.some({ rows, quoted: new Map(quotes), newer, total })
  }
  if (anchor === null) return sliceOf(within(all.slice(0, limit)), 0)
  const at = all.findIndex(({ id }) => id === anchor.id)
  if (at === -1) return Option.none()
  const { newer, older } = pageShares(limit, anchor.side)
  const bytes = anchor.side === "around" ? maxPageBytes / 2 : maxPageBytes
  const from = anchor.side === "around" ? at : at + 1
  const back = within(all.slice(from, from + older), bytes)
  const on = within(all.slice(Math.max(0, at - newer), at).toReversed(), bytes).toReversed()
  return sliceOf([...on, ...back], (anchor.side === "before" ? from : at) - on.length)
}

/** Sorts by id, descending. */
const newestFirst = Order.mapInput(Order.flip(Order.String), ({ id }: { readonly id: MessageId }) => id)

const findByAnyId = ({ messages }: State, organizationId: OrganizationId, text: string): Option.Option<Message> => {
  const id = messageIdIn(text)
  if (id !== null) return pick(messages, organizationId, id)
  return Option.fromUndefinedOr(
    messages
      .filter((message) => message.organizationId === organizationId && message.platformMessageId === text)
      .toSorted(newestFirst)[0]
  )
}

const isSince = (at: DateTime.Utc, since: DateTime.Utc | null): boolean =>
  since === null || DateTime.isGreaterThanOrEqualTo(at, since)

const history = (
  state: State,
  organizationId: OrganizationId,
  { before, examined, limit, of, since }: HistoryRequest
): Option.Option<MessageHistory> => {
  const isListed = ({ conversationId, createdAt }: Message): boolean =>
    isSince(createdAt, since) &&
    Option.exists(
      pick(state.conversations, organizationId, conversationId),
      ({ contactId, id, isHidden }) =>
        !isHidden && (of === null || (of._tag === "Contact" ? contactId === of.id : id === of.id))
    )
  const page = (found: ReadonlyArray<SettledMessage>, end: MessageId | null): Option.Option<MessageHistory> => {
    const shown = withinPageBytes(found.slice(0, limit), ({ content }) => content)
    return Option.some({
      rows: shown.map((message) => ({ message, quoted: quotedBy(message, state) })),
      next: found.length > shown.length ? (shown.at(-1)?.id ?? null) : end
    })
  }
  if (of === null) {
    const window = state.messages
      .filter((message) => message.organizationId === organizationId && (before === null || message.id < before))
      .toSorted(newestFirst)
      .slice(0, examined)
    const last = window.length === examined ? window.at(-1) : undefined
    const goesOn = last !== undefined && isSince(DateTime.addDuration(learnedAt(state, last), clockUncertainty), since)
    return page(window.filter(isSettled).filter(isListed), goesOn ? last.id : null)
  }
  const all = listedMessages(state, (message) => message.organizationId === organizationId)
  const at = all.findIndex(({ id }) => id === before)
  return before !== null && at === -1 ? Option.none() : page(all.slice(at + 1).filter(isListed), null)
}

const search = (
  { contacts, conversations, messages }: State,
  organizationId: OrganizationId,
  { before, examined, limit, pattern, visibleTo }: MessageSearch
): FoundMessages => {
  const window = messages
    .filter((message) => message.organizationId === organizationId && (before === null || message.id < before))
    .toSorted(newestFirst)
    .slice(0, examined)
  const found = window.flatMap((message) => {
    const excerpt = messageExcerpt(message, pattern)
    if (excerpt === null || !isListed(message) || message.annotations.deletedAt !== undefined) return []
    const conversation = pick(conversations, organizationId, message.conversationId)
    if (Option.isNone(conversation) || conversation.value.isHidden) return []
    const { assigneeId, channel, contactId, id, status } = conversation.value
    if (visibleTo !== null && assigneeId !== null && assigneeId !== visibleTo) return []
    return Option.match(pick(contacts, organizationId, contactId), {
      onNone: () => [],
      onSome: ({ id: contactId, name, phone }) => [
        {
          message: { id: message.id, direction: message.direction, createdAt: message.createdAt },
          excerpt,
          conversation: { id, channel, status, assigneeId },
          contact: { id: contactId, name, phone }
        }
      ]
    })
  })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1)?.message : window.length === examined ? window.at(-1) : undefined
  return { rows, next: last?.id ?? null }
}

export const layer = Layer.effect(
  MessageStore,
  Effect.map(World, ({ read }) =>
    MessageStore.of({
      find: (organizationId, id) => read("MessageStore.find", ({ messages }) => pick(messages, organizationId, id)),
      findByAnyId: (organizationId, id) =>
        read("MessageStore.findByAnyId", (state) => findByAnyId(state, organizationId, id)),
      history: (organizationId, request) =>
        read("MessageStore.history", (state) => history(state, organizationId, request)),
      list: (organizationId, conversationId, limit, anchor) =>
        read("MessageStore.list", (state) => list(state, organizationId, conversationId, limit, anchor)),
      search: (organizationId, request) =>
        read("MessageStore.search", (state) => search(state, organizationId, request))
    })
  )
)
