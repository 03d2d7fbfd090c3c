import { Array, DateTime, Duration, Effect, Order, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { firstIdAt } from "./SnapshotCursor.ts"
import { noEndpoint } from "../migrations/deliveryTables.ts"
import { asOwner } from "../rowsecurity/Acting.ts"
import { protectNewTables } from "../rowsecurity/setUp.ts"

/** Events and their attempts have a table for each day (UTC), by the time in the event's id. */
const parents = ["events", "delivery_attempts"] as const

const idColumn = { events: "id", delivery_attempts: "event_id" } as const

/** Days are made this far ahead: as long as no process may be running that makes them. */
const daysAhead = 3

/** Longest wait for a lock. A waiting statement blocks those behind it, and the next run will do. */
const lockTimeout = "500ms"

/** The advisory lock, with the schema, under which one process at a time makes and drops days. */
const lockKey = 7_275_011

const tableOf = (parent: string, day: DateTime.Utc): string =>
  `${parent}_${DateTime.formatIsoDateUtc(day).replaceAll("-", "")}`

const dayOf = (at: DateTime.Utc): DateTime.Utc => DateTime.startOf(at, "day")

const decodeTables = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ name: Schema.String.check(Schema.isPattern(/_\d{8}$/)) }))
)

const byDay = Order.mapInput(Order.Number, (day: DateTime.Utc) => day.epochMilliseconds)

/** The days with tables, the oldest first. */
const days = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const rows = yield* sql`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname <> 'events_default'`
  const found = Array.map(yield* decodeTables(rows), ({ name }) => {
    const digits = name.slice(-8)
    return DateTime.makeUnsafe(`${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}T00:00:00Z`)
  })
  return Array.sort(found, byDay)
})

/** The first id of a day, and the first of the next day. */
const bounds = (day: DateTime.Utc) => ({ first: firstIdAt(day), end: firstIdAt(DateTime.add(day, { days: 1 })) })

/** All or nothing, under the lock, as the owner of the tables. Fails where a table lock is not free in time. */
const inTurn = <A, E, R>(sql: SqlClient.SqlClient, effect: Effect.Effect<A, E, R>) =>
  asOwner(
    sql,
    sql`select pg_advisory_xact_lock(${lockKey}::int, hashtext(current_schema()))`.pipe(
      Effect.andThen(sql`select set_config('lock_timeout', ${lockTimeout}, true)`),
      Effect.andThen(effect)
    )
  )

/** A table in use stays as it is until the next run. */
const unlessInUse = <A>(effect: Effect.Effect<A, SqlError.SqlError | Schema.SchemaError>, otherwise: A) =>
  effect.pipe(
    Effect.catchReason("SqlError", "LockTimeoutError", (error) =>
      Effect.as(Effect.logInfo("a day's event table is in use; the next run drops it", error.message), otherwise)
    )
  )

/** Gives the table to the owner of its parent: a process may connect as a member of that role. */
const asOwnerOf = (parent: string, table: string) => `
  do $$ declare
    owner name := (select pg_get_userbyid(relowner) from pg_class where oid = '${parent}'::regclass);
  begin
    if owner <> current_user then execute format('alter table ${table} owner to %I', owner); end if;
  end $$`

/** Makes the tables of a day. Rows of the day in the default table move into them. */
const make = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, day: DateTime.Utc) {
  const { end, first } = bounds(day)
  for (const parent of parents) {
    const table = sql(tableOf(parent, day))
    const strays = sql(`${parent}_default`)
    const id = sql(idColumn[parent])
    yield* sql`create table ${table} (like ${sql(parent)} including all)`
    yield* sql.unsafe(asOwnerOf(parent, tableOf(parent, day)))
    yield* sql`
      with moved as (delete from ${strays} where ${id} >= ${first}::uuid and ${id} < ${end}::uuid returning *)
      insert into ${table} select * from moved`
    yield* sql`alter table ${sql(parent)} attach partition ${table}
      for values from (${sql.literal(`'${first}'`)}) to (${sql.literal(`'${end}'`)})`
    yield* protectNewTables(sql)
  }
})

/** Makes the days from today on that are missing. */
export const makeDays = Effect.fn("makeDays")(function* (sql: SqlClient.SqlClient) {
  const today = dayOf(yield* DateTime.now)
  const upcoming = Array.makeBy(daysAhead + 1, (ahead) => DateTime.add(today, { days: ahead }))
  const missing = Effect.map(days(sql), (there) =>
    upcoming.filter((day) => !there.some((known) => DateTime.Equivalence(known, day)))
  )
  if ((yield* missing).length === 0) return
  // Asked again under the lock: another process may have made them.
  yield* inTurn(
    sql,
    Effect.flatMap(
      missing,
      Effect.forEach((day) => make(sql, day))
    )
  )
})

/** Most days that are made of rows in the default table at once. */
const maxStrayDays = 100

const decodeDays = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ millis: Schema.Number })))

/** Makes days before the instant that have rows in the default table: their ids were generated long before. */
const makeStrayDays = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, before: DateTime.Utc) {
  const found = yield* decodeDays(
    yield* sql`
      select distinct ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 86400000 * 86400000::float8 as millis
      from events_default where id < ${firstIdAt(dayOf(before))}::uuid limit ${maxStrayDays}`
  )
  if (found.length === 0) return
  const days = found.map(({ millis }) => dayOf(DateTime.makeUnsafe(millis)))
  yield* unlessInUse(
    inTurn(
      sql,
      Effect.forEach(days, (day) => make(sql, day), { discard: true })
    ),
    undefined
  )
})

const decodeCounts = Schema.decodeUnknownEffect(Schema.NonEmptyArray(Schema.Struct({ events: Schema.Int })))

/**
 * Drops the day unless it has a deferred delivery of an active subscription. Deferred deliveries of a disabled one end
 * with it. Gives how many events there were.
 */
const drop = (sql: SqlClient.SqlClient, day: DateTime.Utc) => {
  const { end, first } = bounds(day)
  const waits = sql`organization_id = w.organization_id and event_id >= ${first}::uuid and event_id < ${end}::uuid
    and case when endpoint_id = ${noEndpoint}::uuid then w.endpoint is null else endpoint_id = w.id end`
  return inTurn(
    sql,
    Effect.gen(function* () {
      const busy = yield* sql`
        select 1 from webhooks w where w.status = 'active' and exists (select 1 from deferred_deliveries where ${waits})`
      if (busy.length > 0) return 0
      const [{ events }] = yield* decodeCounts(
        yield* sql`select count(*)::int as events from ${sql(tableOf("events", day))}`
      )
      yield* sql`delete from deferred_deliveries where event_id >= ${first}::uuid and event_id < ${end}::uuid`
      for (const parent of parents) yield* sql`drop table ${sql(tableOf(parent, day))}`
      return events
    })
  )
}

/**
 * Drops the days that lie wholly before the instant, the oldest first. A day in use stays until the next run. Gives how
 * many events were dropped.
 */
export const dropDays = Effect.fn("dropDays")(function* (sql: SqlClient.SqlClient, before: DateTime.Utc) {
  yield* makeStrayDays(sql, before)
  const over = (yield* days(sql)).filter((day) =>
    DateTime.isLessThanOrEqualTo(DateTime.addDuration(day, Duration.days(1)), before)
  )
  const dropped = yield* Effect.forEach(over, (day) => unlessInUse(drop(sql, day), 0))
  return Array.reduce(dropped, 0, (sum, events) => sum + events)
})
