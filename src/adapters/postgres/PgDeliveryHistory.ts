import { Array, DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { maxCountedDeliveries } from "../../domain/DeliveryRecord.ts"
import type { EventId, OrganizationId } from "../../domain/Ids.ts"
import { offsetOf, type PageRequest } from "../../domain/Page.ts"
import { type DeliveryFilter, DeliveryHistory, type ReplayRange } from "../../ports/DeliveryHistory.ts"
import { Arrivals } from "./Arrivals.ts"
import {
  type AskedDeliveries,
  asRecord,
  decodeRecords,
  endedDeliveries,
  newestDeliveries,
  recordsOf,
  waitingDeliveries
} from "./pastDeliveries.ts"

const decodeTotal = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ total: Schema.Int })))
const decodeReplayed = Schema.decodeUnknownEffect(
  Schema.NonEmptyArray(Schema.Struct({ asked: Schema.Int, replayed: Schema.Int }))
)

/** Deliveries of either table that are to be made again: their ids. */
interface Chosen {
  readonly waiting: ReturnType<typeof waitingDeliveries>
  readonly ended: ReturnType<typeof endedDeliveries>
}

/**
 * Makes the chosen deliveries again, unless there are more than `limit`; says how many were asked for, and how many are
 * on their way. The lock keeps an event there whose time is over.
 */
const replayAll = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { ended, waiting }: Chosen,
  limit: number,
  now: DateTime.Utc
) => sql`
  with waiting as materialized (select event_id from (${waiting}) d limit ${limit + 1}),
  ended as materialized (select event_id from (${ended}) d limit ${limit + 1}),
  size as (select (select count(*) from waiting) + (select count(*) from ended) as asked),
  there as (
    select id from events where organization_id = ${organizationId}::uuid and id in (select event_id from ended)
      and (select asked from size) <= ${limit} for key share
  ),
  taken as (
    delete from finished_deliveries f using there t
    where f.organization_id = ${organizationId}::uuid and f.event_id = t.id
    returning f.organization_id, f.event_id, f.type, f.created_at
  ),
  queued as (
    insert into deliveries (organization_id, event_id, due_at, type, created_at, is_replay)
    select organization_id, event_id, ${DateTime.formatIso(now)}::timestamptz, type, created_at, true from taken
    returning event_id
  ),
  woken as (
    update deliveries d set due_at = least(d.due_at, ${DateTime.formatIso(now)}::timestamptz)
    where d.organization_id = ${organizationId}::uuid and d.event_id in (select event_id from waiting)
      and (select asked from size) <= ${limit}
    returning event_id
  )
  select asked::int, ((select count(*) from queued) + (select count(*) from woken))::int as replayed from size`

const everything: AskedDeliveries = { status: null, type: null, since: null, until: null }

export const layer = Layer.effect(
  DeliveryHistory,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const arrivals = yield* Arrivals

    const total = Effect.fnUntraced(function* (organizationId: OrganizationId, filter: AskedDeliveries) {
      const [counted] = yield* decodeTotal(
        yield* sql`
        select count(*)::int as total
        from (select 1 from (${newestDeliveries(sql, organizationId, filter, maxCountedDeliveries)}) d
          limit ${maxCountedDeliveries}) c`
      )
      return counted.total
    })

    const list = Effect.fn("PgDeliveryHistory.list")(function* (
      organizationId: OrganizationId,
      filter: DeliveryFilter,
      page: PageRequest
    ) {
      const asked = { ...filter, until: null }
      const offset = offsetOf(page)
      const rows = yield* recordsOf(
        sql,
        organizationId,
        sql`select * from (${newestDeliveries(sql, organizationId, asked, offset + page.limit)}) d
          order by event_id desc limit ${page.limit} offset ${offset}`
      )
      return {
        rows: Array.map(yield* decodeRecords(rows), asRecord),
        total: yield* total(organizationId, asked)
      }
    }, Effect.orDie)

    const one = (organizationId: OrganizationId, eventId: EventId): Chosen => ({
      waiting: sql`${waitingDeliveries(sql, organizationId, everything)} and event_id = ${eventId}::uuid`,
      ended: sql`${endedDeliveries(sql, organizationId, everything)} and event_id = ${eventId}::uuid`
    })

    const find = Effect.fn("PgDeliveryHistory.find")(function* (organizationId: OrganizationId, eventId: EventId) {
      const { ended, waiting } = one(organizationId, eventId)
      const rows = yield* recordsOf(sql, organizationId, sql`${waiting} union all ${ended}`)
      return Option.map(Array.head(yield* decodeRecords(rows)), asRecord)
    }, Effect.orDie)

    const replay = Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      chosen: Chosen,
      limit: number,
      now: DateTime.Utc
    ) {
      const [outcome] = yield* decodeReplayed(yield* replayAll(sql, organizationId, chosen, limit, now))
      if (outcome.replayed > 0) yield* sql.afterCommit(arrivals.announce)
      return outcome
    }, Effect.orDie)

    const none = sql`select null::uuid as event_id where false`
    const replayRange = (organizationId: OrganizationId, range: ReplayRange, limit: number, now: DateTime.Utc) => {
      const asked = { ...range, type: null }
      const chosen: Chosen = {
        waiting:
          range.status === null || range.status === "pending" ? waitingDeliveries(sql, organizationId, asked) : none,
        ended: range.status === "pending" ? none : endedDeliveries(sql, organizationId, asked)
      }
      return Effect.map(replay(organizationId, chosen, limit, now), (outcome) =>
        outcome.asked > limit ? Option.none() : Option.some(outcome.replayed)
      )
    }

    return DeliveryHistory.of({
      list,
      find,
      replay: Effect.fn("PgDeliveryHistory.replay")(function* (organizationId, eventId, now) {
        const again = Effect.map(
          replay(organizationId, one(organizationId, eventId), 1, now),
          ({ replayed }) => replayed > 0
        )
        // A worker may have ended it since the statement began; the next one sees where it went.
        return (yield* again) || (yield* again)
      }),
      replayRange: Effect.fn("PgDeliveryHistory.replayRange")(replayRange)
    })
  })
)
