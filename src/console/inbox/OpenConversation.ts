import type { SessionConversationItem } from "../../client/promise/SessionMethods.ts"

/** The conversation on the screen: an entry of the list, or its details. */
export type OpenConversation = Pick<
  SessionConversationItem,
  "id" | "contactId" | "channel" | "status" | "assigneeId" | "unreadCount" | "contact"
>
