import { Schema } from "effect"
import { ConversationNotFound } from "../../../domain/conversations/Conversation.ts"
import { ConversationId } from "../../../domain/Ids.ts"
import { idOr } from "../shared/idIn.ts"

/** A conversation's id as callers write it: what only looks like a UUID is the id of no conversation. */
export const ConversationIdText = Schema.String.check(Schema.isGUID()).annotate({
  description: "The conversation's id, a UUID"
})

export const conversationIdOf = idOr(ConversationId, () => new ConversationNotFound())
