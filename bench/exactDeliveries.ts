import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { WrongResult } from "./Comparison.ts"

/** Nothing is faster for being wrong: as many events were recorded, each wanted, and each attempted once and well. */
export const exactDeliveries = Effect.fnUntraced(function* (expected: number) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly events: number; readonly attempts: number; readonly attempted: number }>`
    select
      (select count(*) from events where webhook_id is not null)::float8 as events,
      (select count(*) from delivery_attempts where result = 'Done')::float8 as attempts,
      (select count(*) from events e where webhook_id is not null and exists (
        select 1 from delivery_attempts a where a.organization_id = e.organization_id and a.event_id = e.id
      ))::float8 as attempted`
  const { attempted = 0, attempts = 0, events = 0 } = row ?? {}
  if (events !== expected || attempts !== expected || attempted !== expected) {
    const reason = `${expected} events, ${events} recorded, ${attempts} attempts, ${attempted} of them attempted`
    return yield* new WrongResult({ reason })
  }
})
