import type { OfConversation } from "./conversationTypes.ts"

/** Who the conversation is with, and what can be done with it. */
export const ConversationHeader = ({ conversation }: OfConversation) => (
  <h2 className="conversation-name" dir="auto">
    {conversation.contact.name || conversation.contact.phone}
  </h2>
)
