import type { ParleySession } from "../../client/promise/createParley.ts"

/** A conversation with the whole contact and the assignee. */
export type Conversation = Awaited<ReturnType<ParleySession["conversations"]["get"]>>

/** A conversation in a list. */
export type ConversationItem = Awaited<ReturnType<ParleySession["conversations"]["list"]>>["conversations"][number]

/** A message of a conversation. */
export type Message = Awaited<ReturnType<ParleySession["messages"]["list"]>>["data"][number]

/** A message that a search found. */
export type FoundMessage = Awaited<ReturnType<ParleySession["messages"]["search"]>>["messages"][number]

/** What the parts around the thread get. */
export interface OfConversation {
  readonly conversation: Conversation
}
