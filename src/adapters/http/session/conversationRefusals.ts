import { Forbidden, NotFound } from "./Failures.ts"

/** How a conversation that cannot be shown is answered: for `Effect.catchTags`. */
export const conversationRefusals = {
  ConversationNotFound: () => new NotFound({ error: "Conversation not found" }),
  Forbidden: () => new Forbidden({ error: "Forbidden" })
}
