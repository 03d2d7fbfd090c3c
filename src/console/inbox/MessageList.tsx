import type { OfConversation } from "./conversationTypes.ts"

/** The messages of a conversation. */
export const MessageList = (_: OfConversation) => <div className="messages" />
