import type { OfConversation } from "./conversationTypes.ts"

/** Writes the next message. */
export const Composer = (_: OfConversation) => null
