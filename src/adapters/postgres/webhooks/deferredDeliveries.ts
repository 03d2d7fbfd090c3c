import { Array, DateTime, Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { failuresThatHold, type QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import { type DeliveryShard, shardOf } from "../../../domain/webhooks/DeliveryShard.ts"
import { ConversationId, EventId, OrganizationId, TraceParent, WebhookId } from "../../../domain/Ids.ts"
import type { DeferredOrganization } from "../../../ports/webhooks/DeliveryQueue.ts"
import { uuids } from "../database/ArrayParameter.ts"
import { noEndpoint } from "../migrations/deliveryTables.ts"

/**
 * The shard of a row, in the form of the indexes: `shardOf` of `domain/webhooks/DeliveryShard.ts`, compared by
 * `test/postgres/restatedRules.test.ts`.
 */
export const shardColumn = "(get_byte(uuid_send(organization_id), 15) & 15)"

/**
 * Order of the rows of a shard. It names the shard: behind row-level security the planner does not take the shard's condition
 * for a constant, since its functions are not leakproof, and an index that begins with the shard would not be in order.
 */
export const shardOrder = (columns: string): string => `${shardColumn}, ${columns}`

const ofShard = (sql: SqlClient.SqlClient, shard: DeliveryShard) => sql`${sql.literal(shardColumn)} = ${shard}::integer`

/**
 * Whether an earlier delivery of the conversation of the row `d` to the same subscription is deferred and holds it back.
 * `endpoint` is the endpoint of the row, in SQL.
 */
export const heldBack = (endpoint = "d.endpoint_id"): string => `exists (
  select 1 from deferred_deliveries b
  where b.organization_id = d.organization_id and b.conversation_id = d.conversation_id and b.endpoint_id = ${endpoint}
    and b.sequence < d.sequence and (b.due_at is null or b.failures < ${failuresThatHold}))`

/** An event of a delivery as it is read. `data` is text: the driver would parse it, and its numbers with it. */
export const queuedEventFields = {
  id: EventId,
  type: Schema.String,
  conversationId: Schema.NullOr(ConversationId),
  sequence: Schema.Int,
  occurredAt: Schema.DateTimeUtcFromDate,
  dataJson: Schema.String,
  trace: Schema.NullOr(TraceParent)
}

/** The columns whose names differ. */
export const queuedEventColumns = {
  conversationId: "conversation_id",
  occurredAt: "occurred_at",
  dataJson: "data"
} as const

const decodeOrganizations = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      organizationId: OrganizationId,
      endpointId: Schema.NullOr(WebhookId),
      dueAt: Schema.DateTimeUtcFromDate
    }).pipe(Schema.encodeKeys({ organizationId: "organization_id", endpointId: "endpoint_id", dueAt: "due_at" }))
  )
)

const DueRow = Schema.Struct({ ...queuedEventFields, failures: Schema.Int }).pipe(Schema.encodeKeys(queuedEventColumns))
const decodeDue = Schema.decodeUnknownEffect(Schema.Array(DueRow))

/** The endpoint of a delivery as it is stored. */
export const endpointOf = ({ endpointId }: Pick<QueuedDelivery, "endpointId">): string => endpointId ?? noEndpoint

/** The subscription `w` of the row `d` of the retry queue. */
const ofSubscription = `w.organization_id = d.organization_id
  and case when d.endpoint_id = '${noEndpoint}' then w.endpoint is null else w.id = d.endpoint_id end`

/** Goes from one subscription to the next by the index, however many deferred deliveries each has. */
export const deferredOrganizations = (sql: SqlClient.SqlClient, shard: DeliveryShard) => {
  const first = (behind: string) => sql`
    select organization_id, endpoint_id, due_at from deferred_deliveries
    where ${ofShard(sql, shard)} and due_at is not null
      ${sql.literal(behind)}
    order by ${sql.literal(shardOrder("organization_id, endpoint_id, due_at"))} limit 1`
  return sql`
    with recursive deferred as (
      (${first("")})
      union all
      select n.organization_id, n.endpoint_id, n.due_at from deferred w
        cross join lateral (
          ${first("and (organization_id, endpoint_id) > (w.organization_id, w.endpoint_id)")}) n
    )
    select d.organization_id, nullif(d.endpoint_id, ${noEndpoint}::uuid) as endpoint_id, d.due_at from deferred d
      join webhooks w on ${sql.literal(ofSubscription)} and w.status = 'active'
      join organizations o on o.id = d.organization_id and o.suspended_at is null`.pipe(
    Effect.flatMap(decodeOrganizations),
    Effect.map(
      Array.map(({ dueAt, endpointId, organizationId }): DeferredOrganization =>
        endpointId === null ? { organizationId, dueAt } : { organizationId, endpointId, dueAt }
      )
    )
  )
}

export const dueDeliveries = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  now: DateTime.Utc,
  limit: number,
  endpointId?: WebhookId
) {
  const rows = yield* sql`
    with due as materialized (
      select event_id, conversation_id, sequence, failures, due_at from deferred_deliveries
      where ${ofShard(sql, shardOf(organizationId))}
        and organization_id = ${organizationId}::uuid and endpoint_id = ${endpointId ?? noEndpoint}::uuid
        and due_at <= ${DateTime.formatIso(now)}::timestamptz
      order by ${sql.literal(shardOrder("organization_id, endpoint_id, due_at, sequence, event_id"))} limit ${limit}
    )
    select e.id, e.type, d.conversation_id, e.sequence, e.occurred_at, e.data::text as data, e.trace, d.failures
    from due d join events e on e.organization_id = ${organizationId}::uuid and e.id = d.event_id
    order by d.due_at, d.sequence, d.event_id`
  return Array.map(yield* decodeDue(rows), ({ failures, trace, ...event }): QueuedDelivery => ({
    organizationId,
    ...(endpointId !== undefined && { endpointId }),
    event: trace === null ? event : { ...event, trace },
    failures,
    isDeferred: true
  }))
})

/**
 * Defers deliveries. Locks the subscription, so that its removal waits and sees the deferred rows. `before` is a statement that
 * belongs to it.
 */
export const deferDeliveries = (
  sql: SqlClient.SqlClient,
  deliveries: ReadonlyArray<QueuedDelivery>,
  now: DateTime.Utc,
  before: Statement.Fragment = sql``
) => sql`
  with ${before} given as materialized (
    select *, row_number() over (partition by organization_id, conversation_id, endpoint_id order by sequence) as place
    from unnest(
      ${uuids(deliveries.map(({ organizationId }) => organizationId))}::uuid[],
      ${uuids(deliveries.map(({ event }) => event.id))}::uuid[],
      ${uuids(deliveries.map(({ event }) => event.conversationId))}::uuid[],
      ${deliveries.map(({ event }) => event.sequence)}::integer[],
      ${deliveries.map(({ failures }) => failures)}::integer[], ${uuids(deliveries.map(endpointOf))}::uuid[]
    ) as t(organization_id, event_id, conversation_id, sequence, failures, endpoint_id)
  )
  insert into deferred_deliveries (organization_id, event_id, conversation_id, sequence, failures, due_at, endpoint_id)
  select organization_id, event_id, conversation_id, sequence, failures,
    case when conversation_id is not null and (place > 1 or ${sql.literal(heldBack())}) then null
      else ${DateTime.formatIso(now)}::timestamptz end, endpoint_id
  from given d
  where (select w.id from webhooks w where w.organization_id = d.organization_id
      and w.id = case when d.endpoint_id <> ${noEndpoint}::uuid then d.endpoint_id else (
        select e.webhook_id from events e where e.organization_id = d.organization_id and e.id = d.event_id) end
      for key share) is not null
  order by organization_id, event_id, endpoint_id
  on conflict do nothing`

/** Maximum conversations that a statement examines when a shard is opened. */
const releasedAtOnce = 10_000

const decodeLast = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      organization_id: Schema.String,
      conversation_id: Schema.String,
      endpoint_id: Schema.String,
      isLast: Schema.Boolean
    })
  )
)
type Released = Effect.Success<ReturnType<typeof decodeLast>>[number]

/**
 * Makes due the first waiting delivery of each conversation and subscription after `last`, if nothing holds it back. The statement goes from
 * one conversation to the next by the index: the other waiting deliveries of a conversation are held back by the first.
 */
const releaseNext = (sql: SqlClient.SqlClient, shard: DeliveryShard, now: DateTime.Utc, last: Released | null) => {
  const first = (behind: Statement.Fragment) => sql`
    select organization_id, conversation_id, endpoint_id, event_id from deferred_deliveries
    where ${ofShard(sql, shard)} and due_at is null and conversation_id is not null ${behind}
    order by ${sql.literal(shardOrder("organization_id, conversation_id, endpoint_id, sequence"))} limit 1`
  const behindLast =
    last === null
      ? sql``
      : sql`and (organization_id, conversation_id, endpoint_id) >
          (${last.organization_id}::uuid, ${last.conversation_id}::uuid, ${last.endpoint_id}::uuid)`
  return sql`
    with recursive waiting as (
      (${first(behindLast)})
      union all
      select n.organization_id, n.conversation_id, n.endpoint_id, n.event_id from waiting w cross join lateral (
        ${first(sql`and (organization_id, conversation_id, endpoint_id) > (w.organization_id, w.conversation_id, w.endpoint_id)`)}) n
    ),
    firsts as materialized (select * from waiting limit ${releasedAtOnce}),
    released as (
      update deferred_deliveries d set due_at = ${DateTime.formatIso(now)}::timestamptz from firsts f
      where d.organization_id = f.organization_id and d.event_id = f.event_id and d.endpoint_id = f.endpoint_id
        and not ${sql.literal(heldBack())}
    )
    select organization_id, conversation_id, endpoint_id, (select count(*) from firsts) < ${releasedAtOnce} as "isLast"
    from firsts order by organization_id desc, conversation_id desc, endpoint_id desc limit 1`
}

/** Makes deliveries due that their conversation no longer blocks: the former shard owner may have died before it did so. */
export const releaseForgotten = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  shard: DeliveryShard,
  now: DateTime.Utc
) {
  let last: Released | null = null
  do {
    const [next]: ReadonlyArray<Released> = yield* decodeLast(yield* releaseNext(sql, shard, now, last))
    last = next === undefined || next.isLast ? null : next
  } while (last !== null)
})
