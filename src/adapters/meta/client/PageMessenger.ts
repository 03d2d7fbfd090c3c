import { Effect, Layer, type Schema } from "effect"
import { type MessageTag, type MessengerContent, messengerMessage } from "../../../domain/message/MessengerContent.ts"
import { Messenger } from "../../../ports/platforms/Messenger.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { AcceptedMessage } from "./GraphAnswer.ts"
import * as GraphApi from "./GraphApi.ts"
import * as GraphConversations from "./GraphConversations.ts"
import * as TokenHealth from "./TokenHealth.ts"

type Fields = Readonly<Record<string, Schema.Json>>

/** Messenger keeps what it fetched, so that it need not fetch it for every message. */
const message = (content: MessengerContent): Fields =>
  content._tag === "Attachment"
    ? { attachment: { type: content.kind, payload: { url: content.url, is_reusable: true } } }
    : messengerMessage(content)

/** The body of `POST /{page-id}/messages` for a person of Messenger. A tag needs its own type of message. */
export const messengerBody = (to: string, content: MessengerContent, tag: MessageTag | null): Fields => ({
  recipient: { id: to },
  ...(tag === null ? { messaging_type: "RESPONSE" } : { messaging_type: "MESSAGE_TAG", tag }),
  message: message(content)
})

/** Messenger in the name of a Page (platforms P8). */
export const layer = (options: GraphApi.GraphOptions) =>
  Layer.effect(
    Messenger,
    Effect.map(GraphApi.make(options), (graph) => {
      const post = graph.post(AcceptedMessage)
      const list = GraphConversations.make(graph, "messenger", "id,updated_time,unread_count,participants")
      return Messenger.of({
        send: Effect.fnUntraced(function* (from, to, content, tag) {
          return (yield* post(from, from.account.externalId, "messages", messengerBody(to, content, tag))).message_id
        }, spanned("PageMessenger.send")),
        conversations: Effect.fnUntraced(function* (from) {
          const conversations = yield* list(from, from.account.externalId)
          return conversations.map(({ id, participants, unread_count: unread, updated_time: updatedAt }) => ({
            id,
            updatedAt,
            unreadCount: unread ?? 0,
            participants: (participants?.data ?? []).map((person) => ({ id: person.id, name: person.name ?? "" }))
          }))
        }, spanned("PageMessenger.conversations"))
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
