import { Effect, Schedule } from "effect"
import { EventId, type OrganizationId, generated } from "../../domain/Ids.ts"
import type { InboxState } from "../../domain/inbound/InboxState.ts"
import type { Event } from "../../domain/webhooks/Event.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { continuing, traceToStore } from "../../telemetry/spanned.ts"

/** Retries of a transaction on the inbox after a conflict with a concurrent write. */
export const afterConflict = { schedule: Schedule.exponential("5 millis").pipe(Schedule.jittered), times: 8 }

/** Continues the trace of the sent message, so that the report and its effects are spans of that trace. */
const traced = (event: Event): Effect.Effect<Event> =>
  event.trace === undefined
    ? Effect.succeed(event)
    : continuing(
        event.type,
        event.trace,
        "consumer"
      )(Effect.map(traceToStore, (trace) => (trace === null ? event : { ...event, trace })))

/** Records the events, in their order. */
export const announceAll = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { events: announced }: Pick<InboxState, "events">
) {
  const { uuid } = yield* IdSource
  const events = yield* Effect.forEach(announced, (event) =>
    Effect.flatMap(uuid, (id) => traced(event(EventId.make(id, generated))))
  )
  if (events.length > 0) yield* (yield* EventLog).appendAll(organizationId, events)
})
