import { Effect, Option, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listMessages } from "../../../app/messages.ts"
import { sendToContact } from "../../../app/sends/sendToContact.ts"
import { MessageId } from "../../../domain/Ids.ts"
import { MessageNotFound } from "../../../domain/message/Message.ts"
import { defaultMessages } from "../../../domain/message/messagePage.ts"
import { SessionApi } from "./Api.ts"
import { conversationIdOf } from "./ConversationIdText.ts"
import { conversationRefusals, sendRefusals, whatsAppRefusals } from "./sendRefusals.ts"
import { invalidField } from "./Failures.ts"
import { askedMessage, messageView, sentMessage } from "./MessagesGroup.ts"
import { Access } from "./SessionAuth.ts"
import { draftOf, fileRefusals } from "./uploads/askedFile.ts"

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
        const asked = askedMessage(payload)
        const send = Effect.flatMap(Access, (access) =>
          Effect.flatMap(draftOf(asked), (content) => sendToContact(access, payload.to, content))
        )
        return sentMessage(yield* Effect.catchTags(send, fileRefusals(asked.type)))
      },
      Effect.catchTags({
        Forbidden: conversationRefusals.Forbidden,
        ...sendRefusals("whatsapp"),
        ...whatsAppRefusals
      })
    )
  })
)
