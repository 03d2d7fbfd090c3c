import { Array, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EventId, OrganizationId } from "../../domain/Ids.ts"
import { EventFeed } from "../../ports/EventFeed.ts"
import { EventRow } from "./EventRow.ts"
import { firstIdAt } from "./firstIdAt.ts"

const decodeEvents = Schema.decodeUnknownEffect(Schema.Array(EventRow))
const decodePlaces = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ transaction: Schema.String })))
const OldEvent = Schema.Struct({ organization_id: OrganizationId, id: EventId })
const decodeOld = Schema.decodeUnknownEffect(Schema.Array(OldEvent))

/** The first number that a transaction can have. */
const firstTransaction = "3"

/**
 * Events are read in the order of the transactions that recorded them, and only of those before the oldest that is still
 * running: a later one cannot get a lower number, so nothing can come before what was shown. Ids would not do, since they
 * are made before the transaction begins, and it may end much later.
 *
 * Numbers of transactions belong to the server that gave them. A database that was restored elsewhere may hold some that
 * are not given yet; its events are put before all others then, in the order of their ids.
 */
const adoptRestored = (sql: SqlClient.SqlClient) =>
  sql.withTransaction(
    Effect.andThen(
      sql`set local statement_timeout = 0`,
      sql`
        update events e set transaction = ${firstTransaction}::text::xid8
        from (
          select o.id from organizations o where exists (select 1 from events f
            where f.organization_id = o.id and f.transaction >= pg_snapshot_xmax(pg_current_snapshot()))
        ) o
        where e.organization_id = o.id and (e.transaction < pg_snapshot_xmin(pg_current_snapshot())
          or e.transaction >= pg_snapshot_xmax(pg_current_snapshot()))`
    )
  )

/** The oldest events that nobody waits for, locked: whoever wants to send one again comes too late, or was first. */
const lockOld = (sql: SqlClient.SqlClient, before: DateTime.Utc, limit: number) => sql`
  select e.organization_id, e.id from organizations o cross join lateral (
    select e.organization_id, e.id from events e
    where e.organization_id = o.id and e.id < ${firstIdAt(before)}::uuid
      and e.occurred_at < ${DateTime.formatIso(before)}::timestamptz
      and not exists (select 1 from deliveries d where d.organization_id = o.id and d.event_id = e.id)
    order by e.id limit ${limit} for update skip locked
  ) e limit ${limit}`

const removeAll = (sql: SqlClient.SqlClient, old: ReadonlyArray<typeof OldEvent.Type>) => sql`
  with old as (
    select t.organization_id, t.id
    from unnest(${old.map((row) => row.organization_id)}::uuid[], ${old.map((row) => row.id)}::uuid[])
      as t(organization_id, id)
    where not exists (select 1 from deliveries d where d.organization_id = t.organization_id and d.event_id = t.id)
  ),
  attempts as (
    delete from delivery_attempts a using old o where a.organization_id = o.organization_id and a.event_id = o.id
  ),
  finished as (
    delete from finished_deliveries f using old o where f.organization_id = o.organization_id and f.event_id = o.id
  )
  delete from events e using old o where e.organization_id = o.organization_id and e.id = o.id returning e.id`

export const layer = Layer.effect(
  EventFeed,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* adoptRestored(sql)

    /** The place behind which to go on; null when the event is not there. */
    const placeOf = Effect.fnUntraced(function* (organizationId: OrganizationId, id: Option.Option<EventId>) {
      if (Option.isNone(id)) return sql``
      const [place] = yield* decodePlaces(
        yield* sql`
        select transaction::text as transaction from events
        where organization_id = ${organizationId}::uuid and id = ${id.value}::uuid`
      )
      return place === undefined
        ? null
        : sql`and (transaction, id) > (${place.transaction}::text::xid8, ${id.value}::uuid)`
    })

    const after = Effect.fn("PgEventFeed.after")(function* (
      organizationId: OrganizationId,
      id: Option.Option<EventId>,
      limit: number
    ) {
      const behind = yield* placeOf(organizationId, id)
      if (behind === null) return Option.none()
      const rows = yield* sql`
        select id, type, conversation_id, occurred_at, data::text as data from events
        where organization_id = ${organizationId}::uuid ${behind}
          and transaction < pg_snapshot_xmin(pg_current_snapshot())
        order by transaction, id limit ${limit + 1}`
      const events = yield* decodeEvents(rows)
      return Option.some({ events: Array.take(events, limit), hasMore: events.length > limit })
    }, Effect.orDie)

    const purge = Effect.fn("PgEventFeed.purge")((before: DateTime.Utc, limit: number) =>
      Effect.gen(function* () {
        const old = yield* decodeOld(yield* lockOld(sql, before, limit))
        // Only this statement sees a delivery that began between the look and the lock.
        return old.length === 0 ? 0 : (yield* removeAll(sql, old)).length
      }).pipe(sql.withTransaction, Effect.orDie)
    )

    return EventFeed.of({ after, purge })
  })
)
