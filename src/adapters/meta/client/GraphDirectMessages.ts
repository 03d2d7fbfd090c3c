import { Effect, Layer, type Schema } from "effect"
import {
  type MessageTag,
  type MessengerContent,
  messengerMessage
} from "../../../domain/messages/messenger/MessengerContent.ts"
import type { ChannelAccount, MessengerChannel } from "../../../domain/conversations/Channel.ts"
import type { MessageId } from "../../../domain/Ids.ts"
import { DirectMessages } from "../../../ports/sends/WhatsApp.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { AcceptedMessage } from "./GraphAnswer.ts"
import * as GraphApi from "./GraphApi.ts"
import * as GraphConversations from "./GraphConversations.ts"
import * as TokenHealth from "./TokenHealth.ts"

type Fields = Readonly<Record<string, Schema.Json>>

/** The message fields of Messenger. Attachments are reusable, so that the platform fetches each file only once. */
const messengerFields = (content: MessengerContent): Fields =>
  content._tag === "Attachment" && content.file === undefined
    ? { attachment: { type: content.kind, payload: { url: content.url, is_reusable: true } } }
    : messengerMessage(content)

/**
 * The body of `POST /{page-id}/messages` for a person of Messenger. A tag needs its own message type. The platform
 * returns the send's id in the echo of the message.
 */
export const messengerBody = (
  to: string,
  content: MessengerContent,
  tag: MessageTag | null,
  sendId: MessageId
): Fields => ({
  recipient: { id: to },
  ...(tag === null ? { messaging_type: "RESPONSE" } : { messaging_type: "MESSAGE_TAG", tag }),
  message: { ...messengerFields(content), metadata: sendId }
})

/**
 * The body of `POST /{page-id or account-id}/messages` for a person of Instagram: Messenger's body without its
 * defaults.
 */
export const instagramBody = (to: string, content: MessengerContent, tag: MessageTag | null): Fields => ({
  recipient: { id: to },
  ...(tag === null ? {} : { messaging_type: "MESSAGE_TAG", tag }),
  message: messengerMessage(content)
})

const bodyOf = { messenger: messengerBody, instagram: instagramBody }

/** The hosts of Messenger (`graphUrl`) and Instagram (`instagramGraphUrl`). */
export interface DirectMessagesOptions extends GraphApi.GraphOptions {
  /** `https://graph.instagram.com`, or an emulator. */
  readonly instagramGraphUrl: string
}

/** The calls for a channel to one host. */
const callsTo = (channel: MessengerChannel, options: GraphApi.GraphOptions) =>
  Effect.map(GraphApi.make(options), (graph) => ({
    body: bodyOf[channel],
    post: graph.post(AcceptedMessage),
    list: GraphConversations.make(graph, channel)
  }))

/**
 * Messenger in the name of a Page (platforms P8). Instagram messaging over the linked Page or by Instagram Login,
 * depending on the account (platforms P12).
 */
export const layer = ({ graphUrl, instagramGraphUrl, version }: DirectMessagesOptions) =>
  Layer.effect(
    DirectMessages,
    Effect.gen(function* () {
      const messenger = yield* callsTo("messenger", { graphUrl, version })
      const overPage = yield* callsTo("instagram", { graphUrl, version })
      const byLogin = yield* callsTo("instagram", { graphUrl: instagramGraphUrl, version })
      const wayTo = ({ channel, externalId, pageId }: ChannelAccount) => {
        if (channel !== "instagram") return { ...messenger, id: externalId }
        return pageId === null ? { ...byLogin, id: externalId } : { ...overPage, id: pageId }
      }

      return DirectMessages.of({
        send: Effect.fnUntraced(function* (from, to, content, tag, sendId) {
          const { body, id, post } = wayTo(from.account)
          return (yield* post(from, id, "messages", body(to, content, tag, sendId))).message_id
        }, spanned("GraphDirectMessages.send")),
        conversations: Effect.fnUntraced(function* (from) {
          const { id, list } = wayTo(from.account)
          return yield* list(from, id)
        }, spanned("GraphDirectMessages.conversations"))
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
