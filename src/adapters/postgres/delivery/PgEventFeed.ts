import { Array, type DateTime, Effect, Layer, Option, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { EventId, OrganizationId } from "../../../domain/Ids.ts"
import { EventFeed } from "../../../ports/EventFeed.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { OutboxPosition } from "./SnapshotCursor.ts"
import { dropDays, makeDays } from "./eventDays.ts"
import { EventRow } from "./EventRow.ts"

const decodeEvents = Schema.decodeUnknownEffect(Schema.Array(EventRow))
const decodePlaces = Schema.decodeUnknownEffect(Schema.Array(OutboxPosition))

/** The first number that a transaction can have. */
const firstTransaction = "3"

/**
 * Events are read in the order of their turns, which are the transactions that recorded them or, in a conversation, later
 * ones; and only those whose commit_order is before the oldest transaction that is still running: none can come before what was
 * shown. Ids would not do, since they are made before the transaction begins, and it may end much later.
 *
 * Numbers of transactions belong to the server that gave them. A database that was restored elsewhere may hold some that
 * are not given yet; its events are put before all others then, in the order of their ids.
 */
const adoptRestored = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const isAhead = sql`e.commit_order >= pg_snapshot_xmax(pg_current_snapshot())`
  const restored = sql`
    select o.id from organizations o
    where exists (select 1 from events e where e.organization_id = o.id and ${isAhead})`
  // Seldom there are any, and to look takes less than a transaction and the plan of an update of every day. Where so many
  // are looked at that it takes longer than a statement may, the update does it.
  const found = sql`${restored} limit 1`.pipe(
    Effect.map((rows) => rows.length > 0),
    Effect.orElseSucceed(() => true)
  )
  if (!(yield* found)) return
  yield* sql.withTransaction(
    Effect.andThen(
      sql`set local statement_timeout = 0`,
      sql`
        update events e set transaction = ${firstTransaction}::text::xid8, commit_order = ${firstTransaction}::text::xid8
        from (${restored}) o
        where e.organization_id = o.id and (e.commit_order < pg_snapshot_xmin(pg_current_snapshot()) or ${isAhead})`
    )
  )
})

/** How often it is seen to that the days to come are there. */
const daysInterval = "1 hour"

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
        select commit_order::text as "commitOrder", sequence, id from events
        where organization_id = ${organizationId}::uuid and id = ${id.value}::uuid`
      )
      return place === undefined
        ? null
        : sql`and (commit_order, sequence, id) > (${place.commitOrder}::text::xid8, ${place.sequence}::integer, ${place.id}::uuid)`
    })

    const after = Effect.fnUntraced(
      function* (organizationId: OrganizationId, id: Option.Option<EventId>, limit: number) {
        const behind = yield* placeOf(organizationId, id)
        if (behind === null) return Option.none()
        const rows = yield* sql`
        select id, type, conversation_id, occurred_at, data::text as data from events
        where organization_id = ${organizationId}::uuid ${behind}
          and commit_order < pg_snapshot_xmin(pg_current_snapshot())
        order by commit_order, sequence, id limit ${limit + 1}`
        const events = yield* decodeEvents(rows)
        return Option.some({ events: Array.take(events, limit), hasMore: events.length > limit })
      },
      Effect.orDie,
      spanned("PgEventFeed.after")
    )

    // What has no day yet is kept all the same.
    const daysAhead = Effect.catchCause(makeDays(sql), (cause) => Effect.logWarning("days of events to come", cause))
    yield* daysAhead
    yield* Effect.forkScoped(Effect.delay(Effect.repeat(daysAhead, Schedule.spaced(daysInterval)), daysInterval))

    const purge = Effect.fn("PgEventFeed.purge")((before: DateTime.Utc) => Effect.orDie(dropDays(sql, before)))

    return EventFeed.of({ after, purge })
  })
)
