import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { listMessages, searchMessages } from "../../../app/messages/messages.ts"
import { sendToContact } from "../../../app/sends/sendToContact.ts"
import type { SessionAccess } from "../../../domain/access/SessionAccess.ts"
import { type ConversationId, MessageId } from "../../../domain/Ids.ts"
import { MessageNotFound } from "../../../domain/messages/Message.ts"
import { defaultMessages, type PageAnchor } from "../../../domain/messages/messagePage.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import { idOr } from "../interfaces/idIn.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { conversationIdOf } from "../conversations/ConversationIdText.ts"
import { foundMessages } from "./FoundMessageViews.ts"
import { messageView } from "./MessageViews.ts"
import {
  conversationRefusals,
  keyOutcomes,
  recipientNotFound,
  senderRefusals,
  sendRefusals,
  whatsAppRefusals
} from "../sends/sessionSendFailures.ts"
import { BadRequest, invalidField } from "../interfaces/session/Failures.ts"
import { askedMessage, sentMessage } from "./messages.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"
import { draftOf, fileRefusals } from "../media/askedFile.ts"

const messageIdOf = idOr(MessageId, () => new MessageNotFound())

type Side = PageAnchor["side"]

const sides: ReadonlyArray<Side> = ["before", "around", "after"]

interface AskedPage {
  readonly side: Side
  /** The id of a message; without it, the newest page is returned. */
  readonly text: string | undefined
  readonly limit: number
}

const readPage = Effect.fnUntraced(
  function* (access: SessionAccess, id: ConversationId, { limit, side, text }: AskedPage) {
    const anchor = text === undefined ? null : { side, id: yield* messageIdOf(text) }
    return yield* listMessages(access, id, { limit, anchor })
  },
  (page, _access, _id, { side }) =>
    Effect.catchTag(page, "MessageNotFound", () => invalidField(side, "not a message of the conversation"))
)

export const layer = HttpApiBuilder.group(SessionApi, "messages", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const id = yield* conversationIdOf(query.conversationId)
      const anchors = sides.filter((side) => query[side] !== undefined)
      if (anchors.length > 1) return yield* new BadRequest({ error: "Give only one of before, around and after" })
      const [side = "before"] = anchors
      const request = { side, text: query[side], limit: query.limit ?? defaultMessages }
      const { hasNext, hasPrevious, page, quoted, rows, total } = yield* readPage(yield* Access, id, request)
      const data = rows.map((message) => messageView(message, quoted.get(message.id)))
      const answer = { data, total, page, hasNext }
      return side === "before" ? answer : { ...answer, hasPrevious }
    }, Effect.catchTags(conversationRefusals)),
    search: Effect.fnUntraced(
      function* ({ query }) {
        const { limit = defaultPageSize, q } = query
        const before = query.before === undefined ? null : yield* messageIdOf(query.before)
        return foundMessages(yield* searchMessages(yield* Access, { fragment: q, before, limit }))
      },
      Effect.catchTag("MessageNotFound", () => invalidField("before", "not the id of a message"))
    ),
    send: Effect.fnUntraced(
      function* ({ payload }) {
        const { from = null, to, ...parts } = payload
        const message = askedMessage(parts)
        const send = Effect.flatMap(Access, (access) =>
          Effect.flatMap(draftOf(message), (content) => sendToContact(access, to, content, from))
        )
        return sentMessage(yield* Effect.catchTags(send, fileRefusals(message.type)))
      },
      Effect.catchTags({
        Forbidden: conversationRefusals.Forbidden,
        ...sendRefusals("whatsapp"),
        ...senderRefusals,
        ...whatsAppRefusals,
        ...recipientNotFound,
        ...keyOutcomes
      })
    )
  })
)
