import { Schema } from "effect"
import { ConversationNotFound } from "../../../domain/conversations/Conversation.ts"
import { ConversationId } from "../../../domain/Ids.ts"
import { idOr } from "../interfaces/idIn.ts"

/** Parses the id of a conversation. A text that is not a valid id fails like an unknown conversation. */
export const ConversationIdText = Schema.String.check(Schema.isGUID()).annotate({
  description: "The conversation's id, a UUID"
})

export const conversationIdOf = idOr(ConversationId, () => new ConversationNotFound())
