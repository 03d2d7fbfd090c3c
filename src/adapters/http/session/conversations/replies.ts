import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { findRepliable, replyInConversation } from "../../../../app/sends/replyInConversation.ts"
import { SessionApi } from "../Api.ts"
import { conversationIdOf } from "../ConversationIdText.ts"
import { invalidField, NotFound } from "../Failures.ts"
import { sentMessage } from "../MessagesGroup.ts"
import { conversationRefusals, replyRefusals, sendRefusals } from "../sendRefusals.ts"
import { Access } from "../SessionAuth.ts"
import { fileRefusals, uploadedIdOf } from "../uploads/askedFile.ts"

export const layer = HttpApiBuilder.group(SessionApi, "replies", (handlers) =>
  handlers.handle(
    "send",
    Effect.fnUntraced(
      function* ({ params, payload }) {
        const access = yield* Access
        const repliable = yield* findRepliable(access, yield* conversationIdOf(params.conversationId))
        const { mediaId: named = null, ...reply } = payload
        const mediaId = named === null ? null : yield* uploadedIdOf(named)
        const sent = yield* Effect.catchTags(replyInConversation(access, repliable, { ...reply, mediaId }), {
          ...sendRefusals(repliable.channel),
          ...replyRefusals
        })
        return sentMessage(sent)
      },
      Effect.catchTags({
        ...conversationRefusals,
        ...fileRefusals("mediaId"),
        ConversationOnWhatsApp: () =>
          invalidField("conversationId", "it is on WhatsApp; use POST /api/whatsapp/messages/send"),
        ContactNotFound: () => new NotFound({ error: "Contact not found" })
      })
    )
  )
)
