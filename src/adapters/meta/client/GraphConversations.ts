import { DateTime, Effect, Order, Schema } from "effect"
import type { PlatformConversation } from "../../../domain/conversations/Conversation.ts"
import type { MessengerChannel } from "../../../domain/conversations/Channel.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import type { GraphApi } from "./GraphApi.ts"
import { GraphId } from "./GraphAnswer.ts"
import * as GraphListing from "./GraphListing.ts"

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
export const make = (graph: GraphApi, channel: MessengerChannel) => {
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
