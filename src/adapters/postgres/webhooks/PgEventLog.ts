import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Event } from "../../../domain/webhooks/Event.ts"
import { ConversationId, EventId, OrganizationId } from "../../../domain/Ids.ts"
import { EventLog } from "../../../ports/webhooks/EventLog.ts"
import { spanned, traceToStore } from "../../../telemetry/spanned.ts"
import { epochMillis, uuids } from "../database/ArrayParameter.ts"
import { FeedSignals } from "./FeedSignals.ts"
import { WakeSignals } from "./WakeSignals.ts"
import { Writer } from "../database/Writer.ts"
import type { StatementNotify } from "./WakeChannel.ts"
import { notifyRecorded, recordEvents, subscriptionOf } from "./recordEvents.ts"

/** An event as it is stored. `data` is read as text: the driver would parse it, and its numbers with it. */
export const EventRow = Schema.Struct({
  id: EventId,
  type: Schema.String,
  conversationId: Schema.NullOr(ConversationId),
  occurredAt: Schema.DateTimeUtcFromDate,
  data: Schema.fromJsonString(Schema.Json)
}).pipe(Schema.encodeKeys({ conversationId: "conversation_id", occurredAt: "occurred_at" }))

/** Result of a recording statement: whether an event entered the outbox, and the notifications to other processes. */
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
    subscription as materialized (${subscriptionOf(sql, sql`${organizationId}::uuid`)}),
    ${recordEvents(sql, sql`subscription`)}
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
