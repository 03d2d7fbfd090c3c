import { Effect, Option, Schema } from "effect"
import { ConversationNotFound } from "../../../domain/conversation/Conversation.ts"
import { ConversationId } from "../../../domain/Ids.ts"

/** A conversation's id as callers write it: what only looks like a UUID is the id of no conversation. */
export const ConversationIdText = Schema.String.check(Schema.isGUID()).annotate({
  description: "The conversation's id, a UUID"
})

const decodeId = Schema.decodeUnknownOption(ConversationId)

/** The same UUID may be written in capitals. */
export const conversationIdOf = (text: string): Effect.Effect<ConversationId, ConversationNotFound> =>
  Option.match(decodeId(text.toLowerCase()), {
    onNone: () => Effect.fail(new ConversationNotFound()),
    onSome: Effect.succeed
  })
