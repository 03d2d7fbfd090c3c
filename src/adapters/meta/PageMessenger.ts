import { Effect, Layer } from "effect"
import { Messenger } from "../../ports/Messenger.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { AcceptedMessage } from "./AcceptedMessage.ts"
import * as GraphApi from "./GraphApi.ts"
import * as GraphConversations from "./GraphConversations.ts"
import { messengerBody } from "./messengerBody.ts"
import * as TokenHealth from "./TokenHealth.ts"

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
