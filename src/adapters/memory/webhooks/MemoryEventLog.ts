import { Effect, HashMap, Layer, Option } from "effect"
import { shardOf } from "../../../domain/webhooks/DeliveryShard.ts"
import type { Event } from "../../../domain/webhooks/Event.ts"
import type { ConversationId, EventId, OrganizationId } from "../../../domain/Ids.ts"
import { isEndpoint, receives } from "../../../domain/webhooks/Webhook.ts"
import type { State } from "../State.ts"
import { EventLog } from "../../../ports/webhooks/EventLog.ts"
import { type LoggedEvent, asRecorded } from "./StoredDeliveries.ts"
import { World } from "../World.ts"

/** Signals the organization's shard when the step is committed. */
export const withShardSignal = (state: State, organizationId: OrganizationId): State => {
  const own = shardOf(organizationId)
  return { ...state, queued: state.queued.map((count, shard) => (shard === own ? count + 1 : count)) }
}

/** The number of the conversation's next delivery, or of its next event if there is a consumer. */
const numbered = (state: State, conversationId: ConversationId | null): readonly [sequence: number, State] => {
  if (conversationId === null) return [0, state]
  const sequence = Option.getOrElse(HashMap.get(state.sequences, conversationId), () => 0) + 1
  return [sequence, { ...state, sequences: HashMap.set(state.sequences, conversationId, sequence) }]
}

/** Adds the trace, if any, to the event. */
export const tracedBy = <E extends Event>(trace: string | undefined, event: E): E =>
  trace === undefined ? event : { ...event, trace }

/** Records the event. If an active subscription receives it, adds a delivery to the outbox, or names the endpoints. */
export const recordEvent = (state: State, event: Event): State => {
  const receivers = state.webhooks.filter(
    (webhook) =>
      webhook.organizationId === event.organizationId && webhook.status !== "disabled" && receives(webhook, event)
  )
  const position = state.logged + 1
  const isNumbered = receivers.length > 0 || state.consumers.length > 0
  const [sequence, counted] = isNumbered ? numbered(state, event.conversationId) : [0, state]
  const webhookId = receivers.find((webhook) => !isEndpoint(webhook))?.id ?? null
  const endpointIds = receivers.filter(isEndpoint).map(({ id }) => id)
  const logged = { ...event, position, webhookId, endpointIds, sequence }
  const recorded = { ...counted, logged: position, events: [...state.events, logged] }
  return receivers.length === 0 ? recorded : withShardSignal(recorded, event.organizationId)
}

/** The events after the specified one; for an unknown id, the events that sort after it. */
const after = ({ events }: State, organizationId: OrganizationId, id: EventId | null): ReadonlyArray<LoggedEvent> => {
  const own = events.filter((event) => event.organizationId === organizationId)
  if (id === null) return own
  const at = own.findIndex((event) => event.id === id)
  return at === -1 ? own.filter((event) => event.id > id) : own.slice(at + 1)
}

export const layer = Layer.effect(
  EventLog,
  Effect.map(World, ({ read, step }) =>
    EventLog.of({
      append: (event) => step("EventLog.append", (state) => [Effect.void, recordEvent(state, event)]),
      appendAll: (_, events) => step("EventLog.appendAll", (state) => [Effect.void, events.reduce(recordEvent, state)]),
      after: (organizationId, id, limit) =>
        read("EventLog.after", (state) =>
          after(state, organizationId, Option.getOrNull(id)).slice(0, limit).map(asRecorded)
        )
    })
  )
)
