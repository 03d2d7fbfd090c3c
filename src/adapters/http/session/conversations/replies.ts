import { Effect, Struct } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { replyInConversation } from "../../../../app/sends/replyInConversation.ts"
import { replyOnWhatsApp } from "../../../../app/sends/sendToContact.ts"
import { shownConversation } from "../../../../app/conversations/shownConversation.ts"
import type { SessionAccess } from "../../../../domain/access/SessionAccess.ts"
import { type MessengerChannel, textLimits } from "../../../../domain/conversations/Channel.ts"
import type { Conversation } from "../../../../domain/conversations/Conversation.ts"
import { isWithin } from "../../../../domain/text/textLimits.ts"
import { limitText } from "../../shared/Storable.ts"
import { SessionApi } from "../Api.ts"
import { conversationIdOf } from "../ConversationIdText.ts"
import { invalidField } from "../Failures.ts"
import { askedMessage, sentMessage } from "../MessagesGroup.ts"
import {
  answerFailures,
  answerRefusals,
  conversationRefusals,
  keyOutcomes,
  replyRefusals,
  whatsAppRefusals
} from "../sendRefusals.ts"
import { Access } from "../SessionAuth.ts"
import { draftOf, fileRefusals, uploadedIdOf } from "../uploads/askedFile.ts"
import type { ReplyRequest } from "./RepliesGroup.ts"

const onWhatsApp = Effect.fnUntraced(function* (
  access: SessionAccess,
  conversation: Conversation,
  reply: ReplyRequest
) {
  if (!isWithin(reply.text ?? "", textLimits.whatsapp)) {
    return yield* invalidField("text", `Expected ${limitText(textLimits.whatsapp)}`)
  }
  const message = askedMessage({
    ...Struct.omit(reply, ["attachmentUrl", "mediaId", "tag"]),
    type: reply.type ?? "text"
  })
  const sent = Effect.flatMap(draftOf(message), (content) => replyOnWhatsApp(access, conversation, content))
  return yield* Effect.catchTags(sent, {
    ...fileRefusals(message.type),
    ...answerFailures("whatsapp"),
    ...whatsAppRefusals
  })
})

const toPerson = Effect.fnUntraced(
  function* (access: SessionAccess, channel: MessengerChannel, conversation: Conversation, reply: ReplyRequest) {
    const { attachmentUrl, mediaId: named = null, tag, text, type } = reply
    const mediaId = named === null ? null : yield* uploadedIdOf(named)
    const draft = { attachmentUrl, tag, text, type, mediaId }
    return yield* Effect.catchTags(replyInConversation(access, { channel, conversation }, draft), {
      ...answerFailures(channel),
      ...replyRefusals
    })
  },
  Effect.catchTags(fileRefusals("mediaId"))
)

export const layer = HttpApiBuilder.group(SessionApi, "replies", (handlers) =>
  handlers.handle(
    "send",
    Effect.fnUntraced(
      function* ({ params, payload }) {
        const access = yield* Access
        const conversation = yield* shownConversation(access, yield* conversationIdOf(params.conversationId))
        const { channel } = conversation
        const sent =
          channel === "whatsapp"
            ? onWhatsApp(access, conversation, payload)
            : toPerson(access, channel, conversation, payload)
        return sentMessage(yield* sent)
      },
      Effect.catchTags({ ...conversationRefusals, ...answerRefusals, ...keyOutcomes })
    )
  )
)
