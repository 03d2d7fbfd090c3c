import * as GraphListing from "./GraphListing.ts"
import * as GraphApi from "./GraphApi.ts"
import * as TokenHealth from "./TokenHealth.ts"
import { DateTime, Effect, Layer, Order, Schema } from "effect"
import type { PlatformConversation } from "../../../domain/conversations/Conversation.ts"
import type { ChannelAccount, MessengerChannel } from "../../../domain/conversations/Channel.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { AcceptedMessage, GraphId } from "./GraphAnswer.ts"
import {
  type DirectMessage,
  type MessengerContent,
  messengerMessage,
  reactionId
} from "../../../domain/messages/messenger/MessengerContent.ts"
import type { MessageId } from "../../../domain/Ids.ts"
import { DirectMessages } from "../../../ports/sends/WhatsApp.ts"
import { spanned } from "../../../telemetry/spanned.ts"

/** Maximum number of conversations of one listing; the platform returns them in pages. */
const maxConversations = 500

const optionalText = Schema.optionalKey(Schema.NullOr(Schema.String))

const Participant = Schema.Struct({ id: GraphId, name: optionalText, username: optionalText })
type Participant = typeof Participant.Type

/** A conversation as the platform lists it; its participants are a nested list (platforms P10, P12). */
const GraphConversation = Schema.Struct({
  id: GraphId,
  /** For example `2021-06-08T08:24:57+0000`. */
  updated_time: Schema.DateTimeUtcFromString,
  unread_count: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  participants: Schema.optionalKey(Schema.Struct({ data: Schema.Array(Participant) }))
})
type GraphConversation = typeof GraphConversation.Type

const newestFirst = Order.mapInput(
  Order.flip(DateTime.Order),
  (conversation: GraphConversation) => conversation.updated_time
)

/** The conversation fields by channel: only Messenger counts unread messages, and only Instagram has usernames. */
const fieldsOf = {
  messenger: {
    fields: "id,updated_time,unread_count,participants",
    unreadCount: ({ unread_count: unread }: GraphConversation) => unread ?? 0,
    nameOf: ({ name }: Participant) => name ?? ""
  },
  instagram: {
    fields: "id,updated_time,participants",
    unreadCount: () => null,
    nameOf: ({ username }: Participant) => username ?? ""
  }
}

/** Lists the conversations of a Page or an account, newest first. */
const listConversations = (graph: GraphApi.GraphApi, channel: MessengerChannel) => {
  const { fields, nameOf, unreadCount } = fieldsOf[channel]
  const list = GraphListing.make(graph, {
    edge: "conversations",
    parameters: { platform: channel, fields },
    entry: GraphConversation,
    maxEntries: maxConversations
  })
  const read = (conversation: GraphConversation): PlatformConversation => ({
    id: conversation.id,
    updatedAt: conversation.updated_time,
    unreadCount: unreadCount(conversation),
    participants: (conversation.participants?.data ?? []).map((person) => ({ id: person.id, name: nameOf(person) }))
  })
  return (from: ConnectedAccount, id: string) =>
    Effect.map(list(from, id), ({ entries }) => entries.toSorted(newestFirst).map(read))
}

type Fields = Readonly<Record<string, Schema.Json>>

/** The message fields of Messenger. Attachments are reusable, so that the platform fetches each file only once. */
const messengerFields = (content: MessengerContent): Fields =>
  content._tag === "Attachment" && content.file === undefined
    ? { attachment: { type: content.kind, payload: { url: content.url, is_reusable: true } } }
    : messengerMessage(content)

const answer = ({ replyTo }: DirectMessage): Fields => (replyTo === null ? {} : { reply_to: { mid: replyTo } })

/**
 * The body of `POST /{page-id}/messages` for a person of Messenger. A tag needs its own message type. The platform
 * returns the send's id in the echo of the message.
 */
export const messengerBody = (to: string, message: DirectMessage, sendId: MessageId): Fields => ({
  recipient: { id: to },
  ...(message.tag === null ? { messaging_type: "RESPONSE" } : { messaging_type: "MESSAGE_TAG", tag: message.tag }),
  ...answer(message),
  message: { ...messengerFields(message.content), metadata: sendId }
})

/**
 * The body of `POST /{page-id or account-id}/messages` for a person of Instagram: Messenger's body without its
 * defaults.
 */
export const instagramBody = (to: string, message: DirectMessage): Fields => ({
  recipient: { id: to },
  ...(message.tag === null ? {} : { messaging_type: "MESSAGE_TAG", tag: message.tag }),
  ...answer(message),
  message: messengerMessage(message.content)
})

/**
 * The body of a private reply: `to` is the comment, and the message has no type, since it is allowed by the comment alone.
 */
export const privateReplyBodyOf =
  (channel: MessengerChannel) =>
  (commentId: string, content: MessengerContent, sendId: MessageId): Fields => ({
    recipient: { comment_id: commentId },
    message: channel === "messenger" ? { ...messengerFields(content), metadata: sendId } : messengerMessage(content)
  })

/** The reactions of Instagram, by the platform's words for them. */
const words: Readonly<Record<string, string>> = { "❤️": "love" }

/** The body of a reaction, which is an action of the business and no message. */
export const reactionBodyOf =
  (channel: MessengerChannel) =>
  (to: string, { emoji, messageId }: (typeof MessengerContent.cases.Reaction)["Type"]): Fields => ({
    recipient: { id: to },
    sender_action: emoji === "" ? "unreact" : "react",
    payload: {
      message_id: messageId,
      ...(emoji === "" ? {} : { reaction: channel === "instagram" ? (words[emoji] ?? emoji) : emoji })
    }
  })

/** The answer to an action, which has no id. */
const AcceptedAction = Schema.Struct({ recipient_id: Schema.optionalKey(GraphId) })

/** The answer to a private reply, which names the author of the comment. */
const AcceptedReply = Schema.Struct({ ...AcceptedMessage.fields, recipient_id: GraphId })

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
    reaction: reactionBodyOf(channel),
    privateReply: privateReplyBodyOf(channel),
    post: graph.post(AcceptedMessage),
    postReply: graph.post(AcceptedReply),
    act: graph.post(AcceptedAction),
    list: listConversations(graph, channel)
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
        send: Effect.fnUntraced(function* (from, to, message, sendId) {
          const { act, body, id, post, reaction } = wayTo(from.account)
          const { content } = message
          if (content._tag === "Reaction") {
            yield* act(from, id, "messages", reaction(to, content))
            return reactionId(sendId)
          }
          return (yield* post(from, id, "messages", body(to, message, sendId))).message_id
        }, spanned("GraphDirectMessages.send")),
        replyToComment: Effect.fnUntraced(function* (from, commentId, content, sendId) {
          const { id, postReply, privateReply } = wayTo(from.account)
          const { message_id: platformMessageId, recipient_id: personId } = yield* postReply(
            from,
            id,
            "messages",
            privateReply(commentId, content, sendId)
          )
          return { platformMessageId, personId }
        }, spanned("GraphDirectMessages.replyToComment")),
        conversations: Effect.fnUntraced(function* (from) {
          const { id, list } = wayTo(from.account)
          return yield* list(from, id)
        }, spanned("GraphDirectMessages.conversations"))
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
