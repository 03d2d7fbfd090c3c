import { Effect, Function, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Event } from "../../domain/Event.ts"
import { EventId, OrganizationId } from "../../domain/Ids.ts"
import { isoInstant } from "../../domain/isoInstant.ts"
import { EventLog } from "../../ports/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { Arrivals } from "./Arrivals.ts"
import { EventRow } from "./EventRow.ts"
import { recordEvents } from "./recordEvents.ts"

/** Events as one statement: a list of each column, where a conversation that there is none of is the empty text. */
const record = (sql: SqlClient.SqlClient, organizationId: OrganizationId, events: ReadonlyArray<Event>) => {
  // Most of many are of one moment.
  const timeOf = Function.memoize(isoInstant)
  return sql<{ readonly queued: boolean }>`
    with happened as (
      select place, ${organizationId}::uuid as organization_id, id::uuid, type,
        nullif(conversation_id, '')::uuid as conversation_id, occurred_at::timestamptz, data::json
      from unnest(${events.map(({ id }) => id)}::text[], ${events.map(({ type }) => type)}::text[],
        ${events.map(({ conversationId }) => conversationId ?? "")}::text[],
        ${events.map(({ occurredAt }) => timeOf(occurredAt))}::text[],
        ${events.map(({ data }) => JSON.stringify(data))}::text[])
        with ordinality as t(id, type, conversation_id, occurred_at, data, place)
    ),
    ${recordEvents(sql)}
    select exists (select 1 from event where webhook_id is not null) as queued`
}

export const layer = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const arrivals = yield* Arrivals

    const append = Effect.fnUntraced(function* (organizationId: OrganizationId, events: ReadonlyArray<Event>) {
      if (events.length === 0) return
      const [recorded] = yield* Effect.orDie(record(sql, organizationId, events))
      if (recorded?.queued === true) yield* sql.afterCommit(arrivals.announce([organizationId]))
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
