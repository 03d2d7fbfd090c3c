import type { OfConversation } from "./conversationTypes.ts"

/** Writes the next message. */
export const Composer = ({ conversation }: OfConversation) => <span hidden data-contact={conversation.contactId} />
