import { Clock, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Meter } from "../../../telemetry/Meter.ts"
import { metrics } from "../../../telemetry/metrics.ts"
import { shardColumn, shardOrder } from "../webhooks/deferredDeliveries.ts"
import { noEndpoint } from "../migrations/deliveryTables.ts"
import { actingFor } from "../rowsecurity/Acting.ts"

/** Maximum rows to count: an exact number beyond it is not useful. */
export const maxCounted = 10_000

/** Maximum events of a shard to examine after its checkpoint. Most of them have an attempt already. */
const maxLookedAt = 20_000

const Count = Schema.Struct({ count: Schema.Int, oldest: Schema.NullOr(Schema.DateTimeUtcFromDate) })
const Shard = Schema.Struct({
  shard: Schema.Int,
  backlog: Schema.Int,
  oldest: Schema.NullOr(Schema.DateTimeUtcFromDate),
  deferred: Schema.Int
})
const Counted = Schema.Struct({ label: Schema.String, count: Schema.Int })

const decodeCounts = Schema.decodeUnknownEffect(Schema.Tuple([Count]))
const decodeShards = Schema.decodeUnknownEffect(Schema.Array(Shard))
const decodeCounted = Schema.decodeUnknownEffect(Schema.Array(Counted))

/**
 * The events of each shard without an attempt. An event that the checkpoint does not show was committed by a
 * transaction from `xmin` on, and its commit order is no lower, so that the index of the outbox is read from there.
 */
const shards = (sql: SqlClient.SqlClient) => sql`
  select s.shard, w.backlog::integer as backlog, w.oldest, d.deferred::integer as deferred
  from (
    select n as shard, coalesce((c.cursor::json ->> 'since')::pg_snapshot, '3:3:'::pg_snapshot) as since
    from generate_series(0, 15) n left join outbox_checkpoints c on c.shard = n
  ) s
  cross join lateral (
    select count(*) as backlog, min(e.occurred_at) as oldest from (
      select e.occurred_at from (
        select e.organization_id, e.id, e.occurred_at, e.transaction from events e
        where ${sql.literal(shardColumn)} = s.shard and e.webhook_id is not null
          and e.commit_order >= pg_snapshot_xmin(s.since)
        order by ${sql.literal(shardOrder("commit_order, sequence, id"))} limit ${maxLookedAt}
      ) e
      where not pg_visible_in_snapshot(e.transaction, s.since)
        and (select true from delivery_attempts a
          where a.organization_id = e.organization_id and a.event_id = e.id and a.endpoint_id = ${noEndpoint}::uuid
          limit 1) is null
        and (select true from deferred_deliveries d
          where d.organization_id = e.organization_id and d.event_id = e.id and d.endpoint_id = ${noEndpoint}::uuid
          limit 1) is null
      limit ${maxCounted}
    ) e
  ) w
  cross join lateral (
    select count(*) as deferred from (
      (select from deferred_deliveries where ${sql.literal(shardColumn)} = s.shard and due_at is not null
        limit ${maxCounted})
      union all
      (select from deferred_deliveries where ${sql.literal(shardColumn)} = s.shard and due_at is null
        limit ${maxCounted})
      limit ${maxCounted}
    ) d
  ) d`

const unsettled = (sql: SqlClient.SqlClient) => sql`
  select count(*)::integer as count, min(created_at) as oldest
  from (select created_at from messages where settled_at is null order by created_at limit ${maxCounted}) m`

const waiting = (sql: SqlClient.SqlClient) => sql`
  select count(*)::integer as count, min(received_at) as oldest
  from (select received_at from inbound_deliveries where done_at is null order by id limit ${maxCounted}) d`

const parked = (sql: SqlClient.SqlClient) => sql`
  select count(*)::integer as count, null::timestamptz as oldest
  from (select from inbound_parked limit ${maxCounted}) p`

const problems = (sql: SqlClient.SqlClient) => sql`
  select label, count(p.state)::integer as count
  from unnest(array['retried', 'dead']) label left join (
    select case when due_at is null then 'dead' else 'retried' end as state from inbound_problems limit ${maxCounted}
  ) p on p.state = label
  group by label`

const webhooks = (sql: SqlClient.SqlClient) => sql`
  select label, count(w.state)::integer as count
  from unnest(array['healthy', 'failing', 'disabled']) label left join (
    select case when status <> 'active' then 'disabled' when failing_since is null then 'healthy' else 'failing' end as state
    from webhooks
  ) w on w.state = label
  group by label`

const refusedTokens = (sql: SqlClient.SqlClient) => sql`
  select label, count(a.channel)::integer as count
  from unnest(array['whatsapp', 'messenger', 'instagram']) label
    left join channel_accounts a on a.channel = label and a.problem_code is not null
  group by label`

/** The owner of the tables is the user of every connection, and only the same user sees what they do. */
const connections = (sql: SqlClient.SqlClient) => sql`
  select label, count(c.state)::integer as count
  from unnest(array['used', 'in_transaction', 'idle']) label left join (
    select case state when 'active' then 'used' when 'idle' then 'idle' else 'in_transaction' end as state
    from pg_stat_activity
    where datname = current_database() and application_name = 'effect-parley' and state is not null
  ) c on c.state = label
  group by label`

/** Reads what the database knows of the deployment, until the scope is closed. */
export const storedGauges = Effect.gen(function* () {
  const meter = yield* Meter
  if (!meter.isOn) return
  const sql = yield* SqlClient.SqlClient

  const collect = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const age = (oldest: (typeof Count.Type)["oldest"]): number =>
      oldest === null ? 0 : Math.max(0, now - oldest.epochMilliseconds) / 1_000
    for (const { backlog, deferred, oldest, shard } of yield* decodeShards(yield* shards(sql))) {
      const labels = { shard: String(shard) }
      meter.record(metrics.outboxBacklog, backlog, labels)
      meter.record(metrics.outboxOldest, age(oldest), labels)
      meter.record(metrics.retryQueue, deferred, labels)
    }
    const [sends] = yield* decodeCounts(yield* unsettled(sql))
    meter.record(metrics.unsettledSends, sends.count, {})
    meter.record(metrics.oldestUnsettledSend, age(sends.oldest), {})
    const [inbound] = yield* decodeCounts(yield* waiting(sql))
    meter.record(metrics.inboundWaiting, inbound.count, {})
    meter.record(metrics.inboundOldest, age(inbound.oldest), {})
    const [reports] = yield* decodeCounts(yield* parked(sql))
    meter.record(metrics.inboundParked, reports.count, {})
    for (const { count, label: state } of yield* decodeCounted(yield* problems(sql))) {
      meter.record(metrics.inboundProblems, count, { state })
    }
    for (const { count, label: state } of yield* decodeCounted(yield* webhooks(sql))) {
      meter.record(metrics.webhooks, count, { state })
    }
    for (const { count, label: channel } of yield* decodeCounted(yield* refusedTokens(sql))) {
      meter.record(metrics.refusedTokens, count, { channel })
    }
  })
  const ofConnections = Effect.gen(function* () {
    for (const { count, label: state } of yield* decodeCounted(yield* connections(sql))) {
      meter.record(metrics.databaseConnections, count, { state })
    }
  })
  // A transaction has a connection of its own: a slow count makes no request wait behind it.
  const reading = Effect.andThen(
    actingFor("everyone")(sql.withTransaction(collect)),
    actingFor("owner")(sql.withTransaction(ofConnections))
  )
  yield* meter.collect("database", Effect.orDie(reading))
})
