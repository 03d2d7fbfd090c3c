import type { OfConversation } from "./conversationTypes.ts"

/** What is known of the contact. */
export const ContactPanel = (_: OfConversation) => null
