import { Array, DateTime, Effect, Layer, Option, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EventId, type OrganizationId } from "../../../domain/Ids.ts"
import { entryBytes, maxPageBytes } from "../../../domain/text/Page.ts"
import { EventFeed } from "../../../ports/webhooks/EventLog.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { OutboxPosition, firstIdAt } from "./SnapshotCursor.ts"
import { dropDays, makeDays } from "./eventDays.ts"
import { EventRow } from "./PgEventLog.ts"
import { ReadShares } from "../database/ReadShares.ts"
import { actingFor } from "../rowsecurity/Acting.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

const decodeEvents = Schema.decodeUnknownEffect(Schema.Array(EventRow))
const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: EventId })))
const decodePositions = Schema.decodeUnknownEffect(Schema.Array(OutboxPosition))

/** The first number that a transaction can have. */
const firstTransaction = "3"

/**
 * Events are read in their `commit_order`, and only those before the oldest running transaction: no event can appear
 * before one that was returned. The order of ids would miss events, since an id is generated before its transaction
 * begins.
 *
 * Transaction ids belong to the server that assigned them. A database restored elsewhere may contain ids that the new
 * server has not assigned yet. Its events are then moved before all others, in the order of their ids.
 */
const adoptRestored = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const isAhead = sql`e.commit_order >= pg_snapshot_xmax(pg_current_snapshot())`
  const restored = sql`
    select o.id from organizations o
    where exists (select 1 from events e where e.organization_id = o.id and ${isAhead})`
  // There are seldom any, and this query costs less than an update of every day. Where it takes longer than a statement
  // may, the update decides.
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

/** How often missing days are made. */
const daysInterval = "1 hour"

export const layer = Layer.effect(
  EventFeed,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const shares = yield* ReadShares
    yield* actingFor("everyone")(adoptRestored(sql))

    /** The condition for events behind this one; null when the organization has no such event. */
    const behindEvent = Effect.fnUntraced(function* (organizationId: OrganizationId, id: Option.Option<EventId>) {
      if (Option.isNone(id)) return sql``
      const [position] = yield* decodePositions(
        yield* sql`
        select commit_order::text as "commitOrder", sequence, id from events
        where organization_id = ${organizationId}::uuid and id = ${id.value}::uuid`
      )
      return position === undefined
        ? null
        : sql`and (commit_order, sequence, id) > (${position.commitOrder}::text::xid8, ${position.sequence}::integer, ${position.id}::uuid)`
    })

    const after = Effect.fnUntraced(
      function* (organizationId: OrganizationId, id: Option.Option<EventId>, limit: number) {
        const behind = yield* behindEvent(organizationId, id)
        if (behind === null) return Option.none()
        const rows = yield* sql<{ readonly known: number }>`
        select id, type, conversation_id, occurred_at, data::text as data, known::float8 as known from (
          select e.*, count(*) over () as known, row_number() over oldest as place,
            sum(${entryBytes}::integer + octet_length(e.data::text)) over oldest as bytes
          from (
            select id, type, conversation_id, occurred_at, data, commit_order, sequence from events
            where organization_id = ${organizationId}::uuid ${behind}
              and commit_order < pg_snapshot_xmin(pg_current_snapshot())
            order by commit_order, sequence, id limit ${limit + 1}
          ) e
          window oldest as (order by commit_order, sequence, id rows unbounded preceding)
        ) e
        where place = 1 or (place <= ${limit} and bytes <= ${maxPageBytes})
        order by place`
        const events = yield* decodeEvents(rows)
        return Option.some({ events, hasMore: (rows[0]?.known ?? 0) > events.length })
      },
      (slice, organizationId) => shares.list(organizationId, slice),
      Effect.orDie,
      spanned("PgEventFeed.after")
    )

    const lastBefore = Effect.fnUntraced(
      function* (organizationId: OrganizationId, instant: DateTime.Utc) {
        const rows = yield* sql`
        select id from events
        where organization_id = ${organizationId}::uuid and id < ${firstIdAt(instant)}::uuid
          and occurred_at < ${DateTime.formatIso(instant)}::timestamptz
        order by id desc limit 1`
        return Array.head((yield* decodeIds(rows)).map(({ id }) => id))
      },
      Effect.orDie,
      spanned("PgEventFeed.lastBefore")
    )

    // An event without a table for its day goes to the default table.
    const daysAhead = Effect.catchCause(makeDays(sql), (cause) =>
      logFailure({ level: "Warn", text: "cannot create the next days' event tables; trying again" }, cause)
    )
    yield* daysAhead
    yield* Effect.forkScoped(Effect.delay(Effect.repeat(daysAhead, Schedule.spaced(daysInterval)), daysInterval))

    const purge = Effect.fn("PgEventFeed.purge")((before: DateTime.Utc) => Effect.orDie(dropDays(sql, before)))

    return EventFeed.of({ after, lastBefore, purge })
  })
)
