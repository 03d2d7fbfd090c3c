import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { instagramConversations } from "../../../app/platformConversations.ts"
import { sendInstagram } from "../../../app/sendToPerson.ts"
import { composeMessenger } from "../../../domain/message/composeMessenger.ts"
import type { InstagramConversation } from "../../../domain/conversation/PlatformConversation.ts"
import { ok } from "../shared/envelope.ts"
import { DeveloperApi } from "./Api.ts"
import { Caller } from "./ApiKeyAuth.ts"
import { lookupFailures, messageRefusals, sendFailures } from "./platformFailures.ts"

const view = ({ id, participants, updatedAt }: InstagramConversation) => ({
  id,
  updated_time: DateTime.formatIso(updatedAt),
  participants
})

export const layer = HttpApiBuilder.group(DeveloperApi, "instagram", (handlers) =>
  handlers.handleAll({
    sendMessage: Effect.fnUntraced(
      function* ({ payload: { participantId, ...draft } }) {
        const { organizationId } = yield* Caller
        const message = yield* Effect.fromResult(composeMessenger("instagram", { ...draft, to: participantId }))
        const { platformMessageId } = yield* sendInstagram(organizationId, message)
        return ok({ messageId: platformMessageId })
      },
      Effect.catchTags({ ...messageRefusals, ...sendFailures("instagram") })
    ),
    listConversations: Effect.fnUntraced(
      function* () {
        const { organizationId } = yield* Caller
        const conversations = yield* instagramConversations(organizationId)
        return ok({ data: conversations.map(view) })
      },
      Effect.catchTags(lookupFailures("instagram"))
    )
  })
)
