import { Effect, Layer, Option } from "effect"
import type { EventId, OrganizationId } from "../../../domain/Ids.ts"
import { EventLog } from "../../../ports/webhooks/EventLog.ts"
import { asRecorded } from "./asRecorded.ts"
import type { LoggedEvent } from "./StoredDeliveries.ts"
import { recordEvent } from "./recordEvent.ts"
import type { State } from "../State.ts"
import { World } from "../World.ts"

/** The events after the given one. For an unknown id, the events that sort after it. */
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
