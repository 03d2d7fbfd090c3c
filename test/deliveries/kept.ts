import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Wanted } from "./Journal.ts"

const Row = Schema.Struct({
  id: Schema.String,
  organizationId: Schema.String,
  webhookId: Schema.String,
  conversationId: Schema.NullOr(Schema.String),
  sequence: Schema.Int
}).pipe(
  Schema.encodeKeys({ organizationId: "organization_id", webhookId: "webhook_id", conversationId: "conversation_id" })
)
const decodeWanted = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: Schema.String })))
const decodeFaults = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ fault: Schema.String })))

/** Every event that a subscription wanted. */
export const wanted: Effect.Effect<ReadonlyArray<Wanted>, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* decodeWanted(
    yield* sql`select id, organization_id, webhook_id, conversation_id, sequence from events where webhook_id is not null`
  )
}).pipe(Effect.orDie)

/** Every event there is. */
export const eventIds: Effect.Effect<ReadonlySet<string>, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return new Set((yield* decodeIds(yield* sql`select id from events`)).map(({ id }) => id))
}).pipe(Effect.orDie)

/** What is recorded as delivered, and is not to be delivered once more. */
export const delivered: Effect.Effect<ReadonlySet<string>, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select distinct a.event_id as id from delivery_attempts a
    where a.result = 'Done' and not exists (select 1 from deferred_deliveries d
      where d.organization_id = a.organization_id and d.event_id = a.event_id)`
  return new Set((yield* decodeIds(rows)).map(({ id }) => id))
}).pipe(Effect.orDie)

/**
 * What is wrong with the records when all is delivered: something still waits, a subscription's delivery has not ended as
 * a success, or a month counts something else than the deliveries that were attempted.
 */
export const faults: Effect.Effect<ReadonlyArray<string>, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`
    select event_id || ' still waits' as fault from deferred_deliveries
    union all
    select e.id || ' has not ended' from events e join webhooks w on w.id = e.webhook_id
    where not exists (select 1 from delivery_attempts a
      where a.organization_id = e.organization_id and a.event_id = e.id and a.result = 'Done')
    union all
    select a.event_id || ' was attempted, and wanted by nobody' from delivery_attempts a
    where not exists (select 1 from events e
      where e.organization_id = a.organization_id and e.id = a.event_id and e.webhook_id is not null)
    union all
    select coalesce(u.organization_id, a.organization_id) || ' counts ' || coalesce(u.used, 0) || ' of '
      || coalesce(a.attempted, 0)
    from (select organization_id, sum(used) as used from monthly_usage group by 1) u
      full join (select organization_id, count(distinct event_id) as attempted from delivery_attempts group by 1) a
        on a.organization_id = u.organization_id
    where coalesce(u.used, 0) <> coalesce(a.attempted, 0)`
  return (yield* decodeFaults(rows)).map(({ fault }) => fault)
}).pipe(Effect.orDie)
