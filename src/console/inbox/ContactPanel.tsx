import type { OfConversation } from "./conversationTypes.ts"

/** What is known of the contact. */
export const ContactPanel = ({ conversation }: OfConversation) => <span hidden data-contact={conversation.contactId} />
