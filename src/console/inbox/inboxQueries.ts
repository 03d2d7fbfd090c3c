import type { LiveEvent } from "../../client/promise/eventStream.ts"
import { defineQuery } from "../api/query.ts"

/** One conversation, by its id. */
export const conversationQuery = defineQuery("conversation", (parley, conversationId: string, signal) =>
  parley.conversations.get(conversationId, { signal })
)

/** The members to whom a conversation can be assigned. */
export const membersQuery = defineQuery("members", (parley, _: null, signal) => parley.members.list({ signal }))

/** Events that change what is shown of a conversation, its messages aside. */
export const conversationEvents: ReadonlyArray<LiveEvent["event"]> = [
  "conversation.opened",
  "conversation.closed",
  "contact.updated",
  "message.received",
  "message.sent"
]
