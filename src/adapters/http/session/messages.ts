import { Effect, Option, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listMessages } from "../../../app/messages.ts"
import { sendToContact } from "../../../app/sends/sendToContact.ts"
import { MessageId } from "../../../domain/Ids.ts"
import { MessageNotFound } from "../../../domain/message/Message.ts"
import { defaultMessages } from "../../../domain/message/messagePage.ts"
import { contentOf } from "../shared/WhatsAppMessage.ts"
import { SessionApi } from "./Api.ts"
import { conversationIdOf } from "./ConversationIdText.ts"
import { conversationRefusals, sendRefusals, whatsAppRefusals } from "./sendRefusals.ts"
import { invalidField } from "./Failures.ts"
import { askedMessage, sentMessage } from "./MessagesGroup.ts"
import { messageView } from "./MessageViews.ts"
import { Access } from "./SessionAuth.ts"

const decodeId = Schema.decodeUnknownOption(MessageId)

/** A text that is no id belongs to no message. */
const cursorOf = (text: string | undefined): Effect.Effect<MessageId | null, MessageNotFound> =>
  text === undefined
    ? Effect.succeed(null)
    : Option.match(decodeId(text.toLowerCase()), {
        onNone: () => Effect.fail(new MessageNotFound()),
        onSome: Effect.succeed
      })

export const layer = HttpApiBuilder.group(SessionApi, "messages", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(
      function* ({ query }) {
        const id = yield* conversationIdOf(query.conversationId)
        const before = yield* cursorOf(query.before)
        const found = yield* listMessages(yield* Access, id, { limit: query.limit ?? defaultMessages, before })
        const { hasNext, page, quoted, rows, total } = found
        return { data: rows.map((message) => messageView(message, quoted.get(message.id))), total, page, hasNext }
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
