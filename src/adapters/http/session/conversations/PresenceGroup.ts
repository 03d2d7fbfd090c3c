import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import {
  PresenceState,
  presenceIntervalSeconds,
  presenceMillis
} from "../../../../domain/conversations/Conversation.ts"
import { UserId } from "../../../../domain/Ids.ts"
import { Data, ok } from "../../shared/envelope.ts"
import { ConversationIdText } from "../ConversationIdText.ts"
import { exampleAssignee } from "../ConversationViews.ts"
import { Forbidden, NotFound } from "../Failures.ts"
import { groupTitle } from "../documentedFailures.ts"
import { IdempotencyGuard } from "../middleware.ts"

const seconds = presenceMillis / 1_000

const state = PresenceState.annotate({ description: "viewing, or typing an answer" })

const Others = Data(
  Schema.Struct({
    others: Schema.Array(
      Schema.Struct({
        userId: UserId.annotate({ description: "The member's user id" }),
        name: Schema.String.annotate({ description: "Name; empty when it is not known" }),
        state
      }).annotate({ identifier: "PresentMember", description: "A member with the conversation on the screen" })
    ).annotate({ description: "Other members who have it on the screen, the one who said so last first" })
  })
).annotate({
  examples: [ok({ others: [{ userId: exampleAssignee.id, name: exampleAssignee.name, state: "typing" as const }] })]
})

const EnterRequest = Schema.Struct({ state }).annotate({
  identifier: "PresenceRequest",
  description: "What the member does",
  examples: [{ state: "viewing" }]
})

/** Endpoint of presence (contract C267, contract C304). */
export const PresenceGroup = HttpApiGroup.make("presence")
  .add(
    HttpApiEndpoint.post("enter", "/conversations/:conversationId/presence", {
      params: { conversationId: ConversationIdText },
      payload: EnterRequest,
      success: Others,
      error: [Forbidden, NotFound]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Say that a conversation is on the screen")
      .annotate(
        OpenApi.Description,
        `Answers which other members have it on the screen. A member who does not say so again is gone after ${seconds} seconds; say so every ${presenceIntervalSeconds} seconds. Members whose calls other processes answer are known a moment later.`
      )
  )
  .annotate(OpenApi.Title, groupTitle.presence)
  .annotate(OpenApi.Description, "Who else is looking at a conversation")
