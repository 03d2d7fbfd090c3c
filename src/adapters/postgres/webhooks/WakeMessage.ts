import { Option, Schema } from "effect"
import { PresenceState } from "../../../domain/conversations/Conversation.ts"
import { DeliveryShard, deliveryShards } from "../../../domain/webhooks/DeliveryShard.ts"
import { ConversationId, OrganizationId, UserId } from "../../../domain/Ids.ts"

/** A member who has a conversation open. */
const SignalledPresence = Schema.Struct({
  organizationId: OrganizationId,
  conversationId: ConversationId,
  userId: UserId,
  name: Schema.String,
  state: PresenceState
})
export type SignalledPresence = typeof SignalledPresence.Type

/** Deliveries were added to these shards. */
const WakeMessage = Schema.Struct({
  /** The sending process, which ignores its own messages. */
  from: Schema.String,
  shards: Schema.Array(DeliveryShard),
  /** Events were recorded in these shards, whether or not a webhook wants them. */
  recorded: Schema.optionalKey(Schema.Array(DeliveryShard)),
  /** The sending process has event streams, and needs notifications of recorded events. */
  isWatching: Schema.optionalKey(Schema.Boolean),
  /** Members whose presence changed at the sending process. */
  present: Schema.optionalKey(Schema.Array(SignalledPresence))
})
export type WakeMessage = typeof WakeMessage.Type

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(WakeMessage))

/**
 * A message that only has shards as `0,15 sender`, any other as JSON. A delivery of an idle process waits until its message
 * is read, and a schema takes a tenth of that time.
 */
export const payloadOf = (message: WakeMessage): string => {
  const { from, shards, ...others } = message
  return Object.keys(others).length === 0 ? `${shards.join(",")} ${from}` : JSON.stringify(message)
}

/** Null for a payload that is no wake message. */
export const fromPayload = (payload: string): WakeMessage | null => {
  if (payload.startsWith("{")) return Option.getOrNull(decodeJson(payload))
  const end = payload.indexOf(" ")
  if (end < 0) return null
  const shards: Array<DeliveryShard> = []
  for (const digits of payload.slice(0, end).split(",")) {
    const shard = digits === "" ? undefined : deliveryShards[Number(digits)]
    if (shard !== undefined) shards.push(shard)
  }
  return { from: payload.slice(end + 1), shards }
}
