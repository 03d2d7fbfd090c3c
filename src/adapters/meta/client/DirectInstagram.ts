import { Effect, Layer, type Schema } from "effect"
import type { ChannelAccount } from "../../../domain/conversation/Channel.ts"
import { type MessageTag, type MessengerContent, messengerMessage } from "../../../domain/message/MessengerContent.ts"
import { Instagram } from "../../../ports/platforms/Instagram.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { AcceptedMessage } from "./GraphAnswer.ts"
import * as GraphApi from "./GraphApi.ts"
import * as GraphConversations from "./GraphConversations.ts"
import * as TokenHealth from "./TokenHealth.ts"

/** The body of `POST /{page-id or account-id}/messages` for a person of Instagram: Messenger's, without its defaults. */
export const instagramBody = (
  to: string,
  content: MessengerContent,
  tag: MessageTag | null
): Readonly<Record<string, Schema.Json>> => ({
  recipient: { id: to },
  ...(tag === null ? {} : { messaging_type: "MESSAGE_TAG", tag }),
  message: messengerMessage(content)
})

export interface InstagramOptions extends GraphApi.GraphOptions {
  /** `https://graph.instagram.com`, or an emulator. */
  readonly instagramGraphUrl: string
}

/** The calls to one host. */
const callsTo = (options: GraphApi.GraphOptions) =>
  Effect.map(GraphApi.make(options), (graph) => ({
    post: graph.post(AcceptedMessage),
    list: GraphConversations.make(graph, "instagram", "id,updated_time,participants")
  }))

/** Instagram messaging over the linked Page or by Instagram Login, as the account says (platforms P12). */
export const layer = ({ graphUrl, instagramGraphUrl, version }: InstagramOptions) =>
  Layer.effect(
    Instagram,
    Effect.gen(function* () {
      const overPage = yield* callsTo({ graphUrl, version })
      const byLogin = yield* callsTo({ graphUrl: instagramGraphUrl, version })
      const wayTo = ({ externalId, pageId }: ChannelAccount) =>
        pageId === null ? { ...byLogin, id: externalId } : { ...overPage, id: pageId }

      return Instagram.of({
        send: Effect.fnUntraced(function* (from, to, content, tag) {
          const { id, post } = wayTo(from.account)
          return (yield* post(from, id, "messages", instagramBody(to, content, tag))).message_id
        }, spanned("DirectInstagram.send")),
        conversations: Effect.fnUntraced(function* (from) {
          const { id, list } = wayTo(from.account)
          const conversations = yield* list(from, id)
          return conversations.map(({ id, participants, updated_time: updatedAt }) => ({
            id,
            updatedAt,
            participants: (participants?.data ?? []).map((person) => ({
              id: person.id,
              username: person.username ?? ""
            }))
          }))
        }, spanned("DirectInstagram.conversations"))
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
