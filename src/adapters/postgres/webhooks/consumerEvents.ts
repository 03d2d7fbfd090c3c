import { Array, DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { OrganizationId } from "../../../domain/Ids.ts"
import { failuresThatHold, type QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import { type ConsumerName, holdsBack } from "../../../domain/webhooks/EventConsumer.ts"
import type { HandlerFailure } from "../../../ports/webhooks/EventConsumers.ts"
import { epochMillis, integers, texts, uuids } from "../database/ArrayParameter.ts"
import { queuedEventColumns, queuedEventFields } from "./deferredDeliveries.ts"
import { isHeldBack } from "./readForConsumer.ts"

const heldBack = isHeldBack("d.consumer")

const DueRow = Schema.Struct({
  ...queuedEventFields,
  organizationId: OrganizationId,
  failures: Schema.Int
}).pipe(Schema.encodeKeys({ ...queuedEventColumns, organizationId: "organization_id" }))

const decodeDue = Schema.decodeUnknownEffect(Schema.Array(DueRow))

/** Implements `due` of the port. */
export const dueEvents = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  name: ConsumerName,
  now: DateTime.Utc,
  limit: number
) {
  const rows = yield* sql`
    select d.organization_id, d.event_id as id, d.type, d.conversation_id, d.sequence, d.occurred_at,
      d.data::text as data, d.trace, d.failures
    from consumer_events d join organizations o on o.id = d.organization_id and o.suspended_at is null
    where d.consumer = ${name} and d.due_at <= ${DateTime.formatIso(now)}::timestamptz and not ${sql.literal(heldBack)}
    order by d.due_at, d.sequence, d.event_id limit ${limit}`
  return Array.map(yield* decodeDue(rows), ({ failures, organizationId, trace, ...event }): QueuedDelivery => ({
    organizationId,
    event: trace === null ? event : { ...event, trace },
    failures,
    isDeferred: true
  }))
})

const decodeDueAt = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ due_at: Schema.DateTimeUtcFromDate })))

/** Implements `nextDue` of the port. */
export const nextDue = (sql: SqlClient.SqlClient, name: ConsumerName) =>
  sql`
    select d.due_at from consumer_events d
      join organizations o on o.id = d.organization_id and o.suspended_at is null
    where d.consumer = ${name} and d.due_at is not null and not ${sql.literal(heldBack)}
    order by d.due_at limit 1`.pipe(
    Effect.flatMap(decodeDueAt),
    Effect.map((rows) => Array.head(rows.map(({ due_at: dueAt }) => dueAt)))
  )

/** Deliveries as rows. The rows of deleted organizations are left out. */
const rowsOf = (sql: SqlClient.SqlClient, deliveries: ReadonlyArray<QueuedDelivery>) => {
  const events = deliveries.map(({ event }) => event)
  return sql`
    select t.*, row_number() over (partition by organization_id, conversation_id order by sequence) as place
    from unnest(
      ${uuids(deliveries.map(({ organizationId }) => organizationId))}::uuid[],
      ${uuids(events.map(({ id }) => id))}::uuid[], ${texts(events.map(({ type }) => type))}::text[],
      ${uuids(events.map(({ conversationId }) => conversationId))}::uuid[],
      ${integers(events.map(({ sequence }) => sequence))}::integer[],
      ${epochMillis(events.map(({ occurredAt }) => occurredAt.epochMilliseconds))}::timestamptz[],
      ${texts(events.map(({ dataJson }) => dataJson))}::text[], ${texts(events.map(({ trace }) => trace ?? null))}::text[],
      ${integers(deliveries.map(({ failures }) => failures))}::integer[]
    ) as t(organization_id, event_id, type, conversation_id, sequence, occurred_at, data, trace, failures)
    where exists (select from organizations o where o.id = t.organization_id and o.deleting_at is null)`
}

/** Implements `defer` of the port. */
export const deferEvents = (
  sql: SqlClient.SqlClient,
  name: ConsumerName,
  deliveries: ReadonlyArray<QueuedDelivery>,
  now: DateTime.Utc
) => sql`
  with given as materialized (select g.*, ${name}::text as consumer from (${rowsOf(sql, deliveries)}) g)
  insert into consumer_events
    (consumer, organization_id, event_id, type, conversation_id, sequence, occurred_at, data, trace, failures, due_at)
  select consumer, organization_id, event_id, type, conversation_id, sequence, occurred_at, data::json, trace, failures,
    case when conversation_id is not null and (place > 1 or ${sql.literal(heldBack)}) then null
      else ${DateTime.formatIso(now)}::timestamptz end
  from given d
  order by organization_id, event_id
  on conflict do nothing`

/** Makes the next event of the conversation due, if nothing but this event blocked it. */
const releaseNext = (
  sql: SqlClient.SqlClient,
  name: ConsumerName,
  { event: { conversationId, id }, organizationId }: QueuedDelivery,
  now: DateTime.Utc
) => sql`
  update consumer_events d set due_at = ${DateTime.formatIso(now)}::timestamptz
  where d.consumer = ${name} and d.organization_id = ${organizationId}::uuid and d.event_id = (
      select w.event_id from consumer_events w
      where w.organization_id = ${organizationId}::uuid and w.conversation_id = ${conversationId}::uuid
        and w.consumer = ${name} and w.due_at is null and w.dead_at is null and w.event_id <> ${id}::uuid
      order by w.sequence limit 1)
    and not exists (
      select from consumer_events b
      where b.organization_id = d.organization_id and b.conversation_id = d.conversation_id and b.consumer = d.consumer
        and b.sequence < d.sequence and b.event_id <> ${id}::uuid and b.dead_at is null
        and (b.due_at is null or b.failures < ${failuresThatHold}))`

/** Implements `fail` of the port. */
export const failEvent = (
  sql: SqlClient.SqlClient,
  name: ConsumerName,
  { at, delivery, error, next }: HandlerFailure
) => {
  const failures = delivery.failures + 1
  const instant = DateTime.formatIso(at)
  const dueAt = next._tag === "Retry" ? DateTime.formatIso(next.dueAt) : null
  const deadAt = next._tag === "Retry" ? null : instant
  const stored = sql`
    insert into consumer_events (consumer, organization_id, event_id, type, conversation_id, sequence, occurred_at, data,
      trace, failures, due_at, dead_at, error)
    select ${name}::text, organization_id, event_id, type, conversation_id, sequence, occurred_at, data::json, trace,
      ${failures}::integer, ${dueAt}::timestamptz, ${deadAt}::timestamptz, ${error}::text
    from (${rowsOf(sql, [delivery])}) g
    on conflict (organization_id, event_id, consumer) do update
      set failures = excluded.failures, due_at = excluded.due_at, dead_at = excluded.dead_at, error = excluded.error`
  return holdsBack(next, failures) || delivery.event.conversationId === null
    ? stored
    : sql`with stored as (${stored}) ${releaseNext(sql, name, delivery, at)}`
}

/** Implements `finish` of the port. */
export const finishEvent = (
  sql: SqlClient.SqlClient,
  name: ConsumerName,
  delivery: QueuedDelivery,
  now: DateTime.Utc
) => {
  const removed = sql`
    delete from consumer_events where consumer = ${name} and organization_id = ${delivery.organizationId}::uuid
      and event_id = ${delivery.event.id}::uuid`
  return delivery.event.conversationId === null
    ? removed
    : sql`with removed as (${removed}) ${releaseNext(sql, name, delivery, now)}`
}

/** Implements `repair` of the port. */
export const repairEvents = (sql: SqlClient.SqlClient, name: ConsumerName, now: DateTime.Utc) => sql`
  update consumer_events d set due_at = ${DateTime.formatIso(now)}::timestamptz
  where d.consumer = ${name} and d.due_at is null and d.dead_at is null and not ${sql.literal(heldBack)}`
