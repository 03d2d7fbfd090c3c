import { Effect, Layer, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Presence, enterConversation, makePresence } from "../../../app/conversations/Presence.ts"
import { UserId } from "../../../domain/Ids.ts"
import { PresenceState, presenceIntervalSeconds, presenceMillis } from "../../../domain/conversations/Conversation.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { Forbidden, NotFound } from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal } from "../openapi/documented.ts"
import { conversationRefusals } from "./conversationRefusals.ts"
import { ConversationIdText, conversationIdOf, exampleAssignee } from "./ConversationViews.ts"

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

/** Endpoint of presence (contract: Who else is looking; Who else is looking, over several processes). */
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
  .annotate(OpenApi.Title, "Presence")
  .annotate(OpenApi.Description, "Who else is looking at a conversation")

export const noScreen = refusal(
  "The service role calls, which has no screen",
  new Forbidden({ error: "Members have conversations on the screen; the service role has none" })
)

/** Presence in the memory of this process, shared with other processes by notifications. */
export const memory = Layer.effect(Presence, makePresence)

export const layer = HttpApiBuilder.group(
  sessionApi(PresenceGroup),
  "presence",
  Effect.fnUntraced(function* (handlers) {
    const presence = yield* Presence
    return handlers.handle(
      "enter",
      Effect.fnUntraced(
        function* ({ params, payload }) {
          const id = yield* conversationIdOf(params.conversationId)
          return ok({ others: yield* enterConversation(yield* Access, id, payload.state) })
        },
        Effect.catchTags({
          ...conversationRefusals,
          NoMember: noScreen
        }),
        Effect.provideService(Presence, presence)
      )
    )
  })
)
