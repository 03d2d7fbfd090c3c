import { notFound, Refused } from "../interfaces/Refusal.ts"
import { forbidden, NotFound } from "../interfaces/session/Failures.ts"
import { refusal } from "../openapi/documented.ts"

/** Refusals of resources of both interfaces that concern one conversation. */

/** The conversation's id is unknown. */
export const conversationNotFound = refusal("No conversation has the id", notFound("Conversation not found"))

/** The caller may not see the conversation. In the Developer interface this does not occur. */
export const conversationForbidden = refusal(
  "The conversation is none of those that the caller may see",
  new Refused("Forbidden", { text: "Forbidden" })
)

/** Responses of the Session interface for a conversation that the caller cannot read, for `Effect.catchTags`. */
export const conversationRefusals = {
  ConversationNotFound: refusal("No conversation has the id", new NotFound({ error: "Conversation not found" })),
  Forbidden: refusal("The user may not see the conversation", forbidden)
}
