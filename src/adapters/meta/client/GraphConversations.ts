import { DateTime, Effect, Order, Schema } from "effect"
import type { ConnectedAccount } from "../../../ports/stores/ChannelAccounts.ts"
import type { GraphApi } from "./GraphApi.ts"
import { GraphId } from "./GraphAnswer.ts"
import * as GraphListing from "./GraphListing.ts"

/** More than anybody looks through. */
const maxConversations = 500

const optionalText = Schema.optionalKey(Schema.NullOr(Schema.String))

/** Who takes part comes in a list of its own (platforms P10, P12). */
const GraphConversation = Schema.Struct({
  id: GraphId,
  /** `2021-06-08T08:24:57+0000` */
  updated_time: Schema.DateTimeUtcFromString,
  unread_count: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  participants: Schema.optionalKey(
    Schema.Struct({ data: Schema.Array(Schema.Struct({ id: GraphId, name: optionalText, username: optionalText })) })
  )
})
type GraphConversation = typeof GraphConversation.Type

const newestFirst = Order.mapInput(
  Order.flip(DateTime.Order),
  (conversation: GraphConversation) => conversation.updated_time
)

/** Lists the conversations of a Page or an account, the newest first. */
export const make = (graph: GraphApi, platform: "messenger" | "instagram", fields: string) => {
  const list = GraphListing.make(graph, {
    edge: "conversations",
    parameters: { platform, fields },
    entry: GraphConversation,
    maxEntries: maxConversations
  })
  return (from: ConnectedAccount, id: string) =>
    Effect.map(list(from, id), ({ entries }) => entries.toSorted(newestFirst))
}
