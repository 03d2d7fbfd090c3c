import { DateTime, Effect, Order, Schema } from "effect"
import type { PlatformConversation } from "../../../domain/conversations/PlatformConversation.ts"
import type { MessengerChannel } from "../../../domain/conversations/Channel.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import type { GraphApi } from "./GraphApi.ts"
import { GraphId } from "./GraphAnswer.ts"
import * as GraphListing from "./GraphListing.ts"

/** Most conversations of one listing; the platform gives them page by page. */
const maxConversations = 500

const optionalText = Schema.optionalKey(Schema.NullOr(Schema.String))

const Participant = Schema.Struct({ id: GraphId, name: optionalText, username: optionalText })
type Participant = typeof Participant.Type

/** A conversation as the platform lists it; its participants are a list inside it (platforms P10, P12). */
const GraphConversation = Schema.Struct({
  id: GraphId,
  /** `2021-06-08T08:24:57+0000` */
  updated_time: Schema.DateTimeUtcFromString,
  unread_count: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  participants: Schema.optionalKey(Schema.Struct({ data: Schema.Array(Participant) }))
})
type GraphConversation = typeof GraphConversation.Type

const newestFirst = Order.mapInput(
  Order.flip(DateTime.Order),
  (conversation: GraphConversation) => conversation.updated_time
)

/** The fields of a conversation on each channel: only Messenger counts unread messages, and Instagram has usernames. */
const tellings = {
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

/** Lists the conversations of a Page or an account, the newest first. */
export const make = (graph: GraphApi, channel: MessengerChannel) => {
  const { fields, nameOf, unreadCount } = tellings[channel]
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
