import type { LiveEntry } from "../live/LiveEvents.ts"
import type { ParleySession } from "../../client/promise/createParley.ts"
import { defineQuery } from "../api/query.ts"

/** A conversation by id. */
export const conversationQuery = defineQuery("conversation", (parley, conversationId: string, signal) =>
  parley.conversations.get(conversationId, { signal })
)

/** Page and filters of a list. */
export type ConversationListInput = NonNullable<Parameters<ParleySession["conversations"]["list"]>[0]>

/** A page of conversations, last updated first. */
export const conversationListQuery = defineQuery("conversations", (parley, input: ConversationListInput, signal) =>
  parley.conversations.list(input, { signal })
)

/** Messages per search. */
const searchPageSize = 30

/** Messages that contain the text and were recorded before the message `before`. */
export const foundMessagesQuery = defineQuery(
  "foundMessages",
  (parley, { before, search }: { readonly before: string | null; readonly search: string }, signal) =>
    parley.messages.search({ q: search, limit: searchPageSize, before: before ?? undefined }, { signal })
)

/** Possible assignees of a conversation. */
export const membersQuery = defineQuery("members", (parley, _: null, signal) => parley.members.list({ signal }))

/** Events that change the data of a conversation, except its messages. */
export const conversationEvents: ReadonlyArray<LiveEntry["event"]> = [
  "conversation.opened",
  "conversation.closed",
  "conversation.assigned",
  "conversation.updated",
  "contact.updated",
  "message.received",
  "message.sent"
]

/** Events that change the list of conversations. */
export const listEvents: ReadonlyArray<LiveEntry["event"]> = [
  ...conversationEvents,
  "conversation.gone",
  // The open conversation does not reload after these: it would mark itself as read.
  "conversation.read",
  "conversation.unread",
  "contact.created",
  "contact.erased",
  "message.edited",
  "message.deleted",
  "postback"
]
