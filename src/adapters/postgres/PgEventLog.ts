import { DateTime, Effect, Function, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Event } from "../../domain/Event.ts"
import { EventId, OrganizationId } from "../../domain/Ids.ts"
import { EventLog } from "../../ports/EventLog.ts"
import { Arrivals } from "./Arrivals.ts"
import { EventRow } from "./EventRow.ts"
import { queueEvents } from "./queueEvents.ts"

const record = (sql: SqlClient.SqlClient, { conversationId, data, id, occurredAt, organizationId, type }: Event) =>
  sql<{ readonly queued: boolean }>`
    with event as (
      insert into events (organization_id, id, type, conversation_id, occurred_at, data)
      values (${organizationId}::uuid, ${id}::uuid, ${type}, ${conversationId}::uuid,
        ${DateTime.formatIso(occurredAt)}::timestamptz, ${JSON.stringify(data)}::json)
      returning organization_id, id, type, occurred_at
    ),
    queued as (${queueEvents(sql)})
    select exists (select 1 from queued) as queued`

/** Many events as one statement: a list of each column, where a conversation that there is none of is the empty text. */
const recordAll = (sql: SqlClient.SqlClient, organizationId: OrganizationId, events: ReadonlyArray<Event>) => {
  // Most of them are of one moment.
  const timeOf = Function.memoize(DateTime.formatIso)
  return sql<{ readonly queued: boolean }>`
    with event as (
      insert into events (organization_id, id, type, conversation_id, occurred_at, data)
      select ${organizationId}::uuid, id::uuid, type, nullif(conversation_id, '')::uuid, occurred_at::timestamptz,
        data::json
      from unnest(${events.map(({ id }) => id)}::text[], ${events.map(({ type }) => type)}::text[],
        ${events.map(({ conversationId }) => conversationId ?? "")}::text[],
        ${events.map(({ occurredAt }) => timeOf(occurredAt))}::text[],
        ${events.map(({ data }) => JSON.stringify(data))}::text[]) as t(id, type, conversation_id, occurred_at, data)
      returning organization_id, id, type, occurred_at
    ),
    queued as (${queueEvents(sql)})
    select exists (select 1 from queued) as queued`
}

export const layer = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const arrivals = yield* Arrivals

    const announce = ([recorded]: ReadonlyArray<{ readonly queued: boolean }>) =>
      recorded?.queued === true ? sql.afterCommit(arrivals.announce) : Effect.void

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
      after: Effect.fn("PgEventLog.after")((organizationId, id, limit) =>
        Effect.orDie(after({ organizationId, id, limit }))
      ),
      append: Effect.fn("PgEventLog.append")((event) =>
        record(sql, event).pipe(Effect.orDie, Effect.flatMap(announce))
      ),
      appendAll: Effect.fn("PgEventLog.appendAll")((organizationId, events) =>
        events.length === 0
          ? Effect.void
          : recordAll(sql, organizationId, events).pipe(Effect.orDie, Effect.flatMap(announce))
      )
    })
  })
)
