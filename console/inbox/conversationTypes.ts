import type { ParleySession } from "../../client/promise/createParley.ts"

/** A conversation with its contact and assignee. */
export type Conversation = Awaited<ReturnType<ParleySession["conversations"]["get"]>>

/** A conversation in a list. */
export type ConversationItem = Awaited<ReturnType<ParleySession["conversations"]["list"]>>["conversations"][number]

/** A message of a conversation. */
export type Message = Awaited<ReturnType<ParleySession["messages"]["list"]>>["data"][number]

/** A message of a search result. */
export type FoundMessage = Awaited<ReturnType<ParleySession["messages"]["search"]>>["messages"][number]

/** Props of the parts around the thread. */
export interface ConversationProps {
  readonly conversation: Conversation
}
