import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import type { StatementNotify } from "../database/WakeChannel.ts"
import { Effect, Layer, Option, Schema } from "effect"
import type { Event } from "../../../domain/webhooks/Event.ts"
import { ConversationId, EventId, OrganizationId } from "../../../domain/Ids.ts"
import { EventLog } from "../../../ports/webhooks/EventLog.ts"
import { spanned, traceToStore } from "../../../telemetry/spanned.ts"
import { epochMillis, uuids } from "../database/ArrayParameter.ts"
import { FeedSignals } from "./FeedSignals.ts"
import { WakeSignals } from "./WakeSignals.ts"
import { Writer } from "../database/DatabaseClients.ts"

/** The active subscriptions of an organization, in the form that `recordEvents` needs. */
const subscriptionsOf = (sql: SqlClient.SqlClient, organizationId: Statement.Fragment) =>
  sql`select id, events, endpoint is null as is_first from webhooks
    where organization_id = ${organizationId} and status = 'active'`

/**
 * The end of every statement that records events. It takes `happened` (place, organization_id, id, type,
 * conversation_id, occurred_at, data, trace), in a conversation in the order of `place`, and leaves `event` (organization_id,
 * webhook_id): a subscription that receives it, or null.
 *
 * An event also enters the outbox where the organization's webhook is active and wants it, and names its active endpoints that
 * do: the condition is `receives` of `domain/webhooks/Webhook.ts`, compared by
 * `testing/contracts/stores/delivery/eventLog/appending.ts`. It gets
 * its number in its conversation then, as every event of a conversation does while there is a consumer of events. The row
 * lock on that number makes later events of the conversation wait for the commit, so the order of the numbers is the order
 * of the commits.
 *
 * The endpoint of a test is found in the text of its data: Postgres fails to read a field of JSON that has a NUL anywhere.
 *
 * Subscriptions are looked up for each event, since the planner may otherwise read those of all organizations, unless
 * the events are of one organization and the caller passes its `subscriptions`. `offset 0` keeps the planner from
 * repeating the look-up for each use. Numbers are looked up in arrays by `talk`: the planner expects one row of each
 * step here, and a join would compare each event with each number.
 */
export const recordEvents = (
  sql: SqlClient.SqlClient,
  subscriptions: Statement.Fragment = sql`(${subscriptionsOf(sql, sql`h.organization_id`)})`
) => sql`
subscribed as (
  select h.*, row_number() over (partition by h.has_number, h.organization_id, h.conversation_id order by h.place) as nth,
    count(*) over (partition by h.has_number, h.organization_id, h.conversation_id) as of_conversation,
    dense_rank() over (partition by h.has_number order by h.organization_id, h.conversation_id) as talk
  from (select h.*, w.webhook_id, w.endpoint_ids, h.conversation_id is not null
      and (w.webhook_id is not null or w.endpoint_ids is not null or exists (select from event_consumers)) as has_number
    from happened h left join lateral (
      select (array_agg(w.id) filter (where w.is_first))[1] as webhook_id,
        array_agg(w.id) filter (where not w.is_first) as endpoint_ids
      from ${subscriptions} w
      where case h.type
        when 'webhook.test' then (position(case when w.is_first then '"endpoint_id":' else '"endpoint_id":"' || w.id || '"' end
          in h.data::text) > 0) <> w.is_first
        else h.type = any(w.events) or (h.type = 'postback' and 'message.received' = any(w.events)) end
      offset 0
    ) w on true
    offset 0
  ) h
),
numbered as (
  insert into conversation_sequences as s (organization_id, conversation_id, last, commit_order)
  select organization_id, conversation_id, count(*), pg_current_xact_id() from subscribed
  where has_number
  group by organization_id, conversation_id order by organization_id, conversation_id
  on conflict (organization_id, conversation_id) do update
    set last = s.last + excluded.last, commit_order = greatest(s.commit_order, excluded.commit_order)
  returning organization_id, conversation_id, last, commit_order
),
numbers as materialized (
  select array_agg(last order by organization_id, conversation_id) as lasts,
    array_agg(commit_order order by organization_id, conversation_id) as orders
  from numbered
),
event as (
  insert into events
    (organization_id, id, type, conversation_id, occurred_at, data, trace, webhook_id, endpoint_ids, commit_order, sequence)
  select s.organization_id, s.id, s.type, s.conversation_id, s.occurred_at, s.data, s.trace, s.webhook_id,
    s.endpoint_ids, case when s.has_number then n.orders[s.talk] else pg_current_xact_id() end,
    case when s.has_number then n.lasts[s.talk] - s.of_conversation + s.nth else 0 end
  from subscribed s cross join numbers n
  returning organization_id, coalesce(webhook_id, endpoint_ids[1]) as webhook_id
)`

/** Notifies other processes with the commit where a subscription receives an event: 1 then, else 0. */
export const notifyRecorded = (sql: SqlClient.SqlClient, notify: StatementNotify | null) =>
  notify === null
    ? sql`0`
    : sql`(select count(pg_notify(${notify.channel}, ${notify.payload}))
        from (select from event where webhook_id is not null limit 1) e)::integer`

/** An event as it is stored. `data` is read as text: the driver would parse it, and its numbers with it. */
export const EventRow = Schema.Struct({
  id: EventId,
  type: Schema.String,
  conversationId: Schema.NullOr(ConversationId),
  occurredAt: Schema.DateTimeUtcFromDate,
  data: Schema.fromJsonString(Schema.Json)
}).pipe(Schema.encodeKeys({ conversationId: "conversation_id", occurredAt: "occurred_at" }))

/** Result of a recording statement: whether a subscription receives an event, and the notifications to other processes. */
interface RecordAnswer {
  readonly is_wanted: boolean
  readonly notified: number
}

/** Many events in one statement. A missing conversation is the empty text. */
const record = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  events: ReadonlyArray<Event>,
  /** The trace of those that have none of their own. */
  current: string | null,
  notify: StatementNotify | null
) => sql<RecordAnswer>`
    with happened as (
      select place, ${organizationId}::uuid as organization_id, id, type, conversation_id, occurred_at, data::json,
        nullif(trace, '') as trace
      from unnest(${uuids(events.map(({ id }) => id))}::uuid[], ${events.map(({ type }) => type)}::text[],
        ${uuids(events.map(({ conversationId }) => conversationId))}::uuid[],
        ${epochMillis(events.map(({ occurredAt }) => occurredAt.epochMilliseconds))}::timestamptz[],
        ${events.map(({ data }) => JSON.stringify(data))}::text[],
        ${events.map(({ trace }) => trace ?? current ?? "")}::text[])
        with ordinality as t(id, type, conversation_id, occurred_at, data, trace, place)
    ),
    subscriptions as materialized (${subscriptionsOf(sql, sql`${organizationId}::uuid`)}),
    ${recordEvents(sql, sql`subscriptions`)}
    select exists (select from event where webhook_id is not null) as is_wanted,
      ${notifyRecorded(sql, notify)} as notified`

export const layer = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const writer = yield* Writer
    const wakeSignals = yield* WakeSignals
    const feedSignals = yield* FeedSignals

    const append = Effect.fnUntraced(function* (organizationId: OrganizationId, events: ReadonlyArray<Event>) {
      if (events.length === 0) return
      const isPart = Option.isSome(yield* Effect.serviceOption(sql.transactionService))
      const notify = isPart ? null : wakeSignals.inStatement([organizationId])
      const current = yield* traceToStore
      const [answer] = yield* Effect.orDie(record(isPart ? sql : writer, organizationId, events, current, notify))
      const recorded = feedSignals.signal([organizationId])
      const signal =
        answer?.is_wanted === true
          ? Effect.andThen(recorded, wakeSignals.signal([organizationId], answer.notified > 0))
          : recorded
      yield* isPart ? sql.afterCommit(signal) : signal
    })

    const after = SqlSchema.findAll({
      Request: Schema.Struct({
        organizationId: OrganizationId,
        id: Schema.Option(EventId),
        limit: Schema.Int
      }),
      Result: EventRow,
      execute: ({ id, limit, organizationId }) => sql`
        select id, type, conversation_id, occurred_at, data::text as data from events
        where organization_id = ${organizationId}::uuid
        ${id._tag === "Some" ? sql`and id > ${id.value}::uuid` : sql``}
        order by id limit ${limit}`
    })

    return EventLog.of({
      after: (organizationId, id, limit) =>
        spanned("PgEventLog.after")(Effect.orDie(after({ organizationId, id, limit }))),
      append: (event) => spanned("PgEventLog.append")(append(event.organizationId, [event])),
      appendAll: (...args) => spanned("PgEventLog.appendAll")(append(...args))
    })
  })
)
