import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listMessages } from "../../../app/messages.ts"
import { sendToContact } from "../../../app/sends/sendToContact.ts"
import { MessageId } from "../../../domain/Ids.ts"
import { MessageNotFound } from "../../../domain/message/Message.ts"
import { defaultMessages } from "../../../domain/message/messagePage.ts"
import { idOr } from "../shared/idIn.ts"
import { contentOf } from "../shared/sends/WhatsAppMessage.ts"
import { SessionApi } from "./Api.ts"
import { conversationIdOf } from "./ConversationIdText.ts"
import { conversationRefusals, sendRefusals, whatsAppRefusals } from "./sendRefusals.ts"
import { invalidField } from "./Failures.ts"
import { askedMessage, messageView, sentMessage } from "./MessagesGroup.ts"
import { Access } from "./SessionAuth.ts"

const messageIdOf = idOr(MessageId, () => new MessageNotFound())

export const layer = HttpApiBuilder.group(SessionApi, "messages", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(
      function* ({ query }) {
        const id = yield* conversationIdOf(query.conversationId)
        const before = query.before === undefined ? null : yield* messageIdOf(query.before)
        const found = yield* listMessages(yield* Access, id, { limit: query.limit ?? defaultMessages, before })
        const { hasNext, page, rows, total } = found
        return { data: rows.map(messageView), total, page, hasNext }
      },
      Effect.catchTags({
        ...conversationRefusals,
        MessageNotFound: () => invalidField("before", "not a message of the conversation")
      })
    ),
    send: Effect.fnUntraced(
      function* ({ payload }) {
        const content = yield* Effect.fromResult(contentOf(askedMessage(payload)))
        const sent = yield* sendToContact(yield* Access, payload.to, content)
        return sentMessage(sent)
      },
      Effect.catchTags({
        Forbidden: conversationRefusals.Forbidden,
        ...sendRefusals("whatsapp"),
        ...whatsAppRefusals
      })
    )
  })
)
