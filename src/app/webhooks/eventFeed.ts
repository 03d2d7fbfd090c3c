import { DateTime, Effect, Option } from "effect"
import { EventNotFound } from "../../domain/webhooks/Event.ts"
import type { EventId, OrganizationId } from "../../domain/Ids.ts"
import { EventConsumers } from "../../ports/webhooks/EventConsumers.ts"
import { EventFeed, EventRetention } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** The events of an organization behind the given one, the oldest first; from the beginning when none is given. */
export const readEvents = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  after: Option.Option<EventId>,
  limit: number
) {
  const slice = yield* (yield* EventFeed).after(organizationId, after, limit)
  return Option.isSome(slice) ? slice.value : yield* new EventNotFound()
}, spanned("readEvents"))

/** The last event before an instant: a reader that begins after it misses nothing since then. */
export const lastEventBefore = Effect.fnUntraced(function* (organizationId: OrganizationId, instant: DateTime.Utc) {
  return yield* (yield* EventFeed).lastBefore(organizationId, instant)
}, spanned("lastEventBefore"))

/** Deletes events beyond the retention period, in whole days, and dead letters of consumers. Returns the number of events. */
export const purgeEvents = Effect.fnUntraced(function* () {
  const { purge } = yield* EventFeed
  const before = DateTime.subtractDuration(yield* DateTime.now, yield* EventRetention)
  yield* (yield* EventConsumers).purge(before)
  return yield* purge(before)
}, spanned("purgeEvents"))
