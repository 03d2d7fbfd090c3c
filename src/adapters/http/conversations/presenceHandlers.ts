import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { enterConversation, makePresence, Presence } from "../../../app/conversations/Presence.ts"
import { ok } from "../interfaces/envelope.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { conversationIdOf } from "./ConversationIdText.ts"
import { absentService, Forbidden } from "../interfaces/session/Failures.ts"
import { conversationRefusals } from "../sends/sessionSendFailures.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"

/** Presence in the memory of this process, shared with other processes by notifications. */
export const memory = Layer.effect(Presence, makePresence)

export const layer = HttpApiBuilder.group(
  SessionApi,
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
          NoMember: () => new Forbidden({ error: absentService })
        }),
        Effect.provideService(Presence, presence)
      )
    )
  })
)
