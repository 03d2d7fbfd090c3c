import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Event } from "../../domain/Event.ts"
import { EventId, OrganizationId } from "../../domain/Ids.ts"
import { EventLog } from "../../ports/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { epochMillis, uuids } from "./ArrayParameter.ts"
import { Arrivals } from "./Arrivals.ts"
import { Writer } from "./Writer.ts"
import { EventRow } from "./EventRow.ts"
import type { ToldAlong } from "./Told.ts"
import { recordEvents, subscriptionOf, tellAlong, tellRecorded } from "./recordEvents.ts"
import type { RecordedAnswer, RecordedEvent } from "./Recording.ts"

const recordedEvent = ({ conversationId, data, id, occurredAt, organizationId, type }: Event): RecordedEvent => ({
  organizationId,
  id,
  type,
  conversationId,
  occurredAtMillis: occurredAt.epochMilliseconds,
  dataJson: JSON.stringify(data)
})

/** Events as one statement: a list of each column, where a conversation that there is none of is the empty text. */
const record = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  events: ReadonlyArray<RecordedEvent>,
  along: ToldAlong | null
) => {
  return sql<RecordedAnswer & { readonly told: number }>`
    with happened as (
      select place, ${organizationId}::uuid as organization_id, id, type, conversation_id, occurred_at, data::json
      from unnest(${uuids(events.map(({ id }) => id))}::uuid[], ${events.map(({ type }) => type)}::text[],
        ${uuids(events.map(({ conversationId }) => conversationId))}::uuid[],
        ${epochMillis(events.map(({ occurredAtMillis }) => occurredAtMillis))}::timestamptz[],
        ${events.map(({ dataJson }) => dataJson)}::text[])
        with ordinality as t(id, type, conversation_id, occurred_at, data, place)
    ),
    subscription as materialized (${subscriptionOf(sql, sql`${organizationId}::uuid`)}),
    ${recordEvents(sql, sql`subscription`)},
    ${tellRecorded(sql)}
    select r.*, ${tellAlong(sql, along)} as told from recorded r`
}

export const layer = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const writer = yield* Writer
    const arrivals = yield* Arrivals

    const append = Effect.fnUntraced(function* (organizationId: OrganizationId, events: ReadonlyArray<Event>) {
      if (events.length === 0) return
      const recorded = events.map(recordedEvent)
      const isPart = Option.isSome(yield* Effect.serviceOption(sql.transactionService))
      const along = isPart ? null : arrivals.along(recorded)
      const [answer] = yield* Effect.orDie(record(isPart ? sql : writer, organizationId, recorded, along))
      if (answer === undefined || answer.places === null) return
      // Of a transaction that goes on it is not all that is recorded.
      yield* isPart
        ? sql.afterCommit(arrivals.announce([organizationId]))
        : arrivals.handOver({ events: recorded, answer }, answer.told > 0)
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
