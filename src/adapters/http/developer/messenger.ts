import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { messengerConversations } from "../../../app/platformConversations.ts"
import { sendMessenger } from "../../../app/sendToPerson.ts"
import { composeMessenger } from "../../../domain/message/composeMessenger.ts"
import type { MessengerConversation } from "../../../domain/conversation/PlatformConversation.ts"
import { ok } from "../shared/envelope.ts"
import { DeveloperApi } from "./Api.ts"
import { Caller } from "./ApiKeyAuth.ts"
import { lookupFailures, messageRefusals, sendFailures } from "./platformFailures.ts"

const view = ({ id, participants, unreadCount, updatedAt }: MessengerConversation) => ({
  id,
  updated_time: DateTime.formatIso(updatedAt),
  unread_count: unreadCount,
  participants
})

export const layer = HttpApiBuilder.group(DeveloperApi, "messenger", (handlers) =>
  handlers.handleAll({
    sendMessage: Effect.fnUntraced(
      function* ({ payload: { recipientId, ...draft } }) {
        const { organizationId } = yield* Caller
        const message = yield* Effect.fromResult(composeMessenger("messenger", { ...draft, to: recipientId }))
        const { platformMessageId } = yield* sendMessenger(organizationId, message)
        return ok({ messageId: platformMessageId })
      },
      Effect.catchTags({ ...messageRefusals, ...sendFailures("messenger") })
    ),
    listConversations: Effect.fnUntraced(
      function* () {
        const { organizationId } = yield* Caller
        const conversations = yield* messengerConversations(organizationId)
        return ok({ data: conversations.map(view) })
      },
      Effect.catchTags(lookupFailures("messenger"))
    )
  })
)
