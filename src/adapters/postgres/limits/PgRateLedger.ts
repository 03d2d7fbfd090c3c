import { type Array, Effect, Layer, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { OrganizationId } from "../../../domain/Ids.ts"
import {
  type Booking,
  type CallReport,
  StoredCalls,
  bookCalls,
  bookedOf,
  storedOf
} from "../../../domain/limits/RateLedger.ts"
import { RateTier, RatedInterface } from "../../../domain/limits/RateTier.ts"
import { type RateCounter, RateLedger } from "../../../ports/limits/RateLimits.ts"
import { groupInTurn } from "../batching/groupWriter.ts"
import { texts, uuids } from "../database/ArrayParameter.ts"
import { LedgerConnection } from "../database/DatabaseClients.ts"
import { isItemFault, retryTransaction } from "../database/sqlFaults.ts"

/** `now` is the database's clock once the row is locked. */
const LockedRow = Schema.Struct({
  organizationId: OrganizationId,
  rated: RatedInterface,
  tier: RateTier,
  calls: StoredCalls,
  now: Schema.Finite
}).pipe(Schema.encodeKeys({ organizationId: "organization_id" }))
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(LockedRow))

interface Item {
  readonly organizationId: OrganizationId
  readonly counter: RateCounter
  readonly report: CallReport
}

const keyOf = (organizationId: string, rated: RatedInterface, tier: RateTier): string =>
  `${organizationId} ${rated} ${tier}`

/** Locks the row of each counter in the order of the key, so that processes lock rows in the same order. */
const lock = (sql: SqlClient.SqlClient, items: ReadonlyArray<Item>) =>
  Effect.flatMap(
    sql`
      insert into rate_calls as r (organization_id, rated, tier, calls)
      select organization_id, rated, tier, '{}'::json from unnest(
        ${uuids(items.map(({ organizationId }) => organizationId))}::uuid[],
        ${texts(items.map(({ counter }) => counter.rated))}::text[],
        ${texts(items.map(({ counter }) => counter.tier))}::text[]
      ) as t(organization_id, rated, tier)
      group by organization_id, rated, tier
      order by organization_id, rated, tier
      on conflict (organization_id, rated, tier) do update set tier = excluded.tier
      returning r.organization_id, r.rated, r.tier, r.calls,
        (extract(epoch from clock_timestamp()) * 1000000)::float8 as now`,
    decodeRows
  )

/** A conflict on the primary key finds the rows whatever the planner expects of the table. */
const save = (sql: SqlClient.SqlClient, rows: ReadonlyArray<typeof LockedRow.Type>) => sql`
  insert into rate_calls as r (organization_id, rated, tier, calls)
  select organization_id, rated, tier, calls::json from unnest(
    ${uuids(rows.map(({ organizationId }) => organizationId))}::uuid[],
    ${texts(rows.map(({ rated }) => rated))}::text[],
    ${texts(rows.map(({ tier }) => tier))}::text[],
    ${texts(rows.map(({ calls }) => JSON.stringify(calls)))}::text[]
  ) as t(organization_id, rated, tier, calls)
  on conflict (organization_id, rated, tier) do update set calls = excluded.calls`

/** Books the reports of many organizations in one transaction. */
const bookAll = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, items: Array.NonEmptyReadonlyArray<Item>) {
  const rows = new Map((yield* lock(sql, items)).map((row) => [keyOf(row.organizationId, row.rated, row.tier), row]))
  const bookings: globalThis.Array<Booking> = []
  for (const { counter, organizationId, report } of items) {
    const key = keyOf(organizationId, counter.rated, counter.tier)
    const row = rows.get(key)
    if (row === undefined) return yield* Effect.die(new Error(`the row of ${key} was not locked`))
    const [booking, after] = bookCalls(counter.allowance, bookedOf(row.calls), report, row.now)
    bookings.push(booking)
    rows.set(key, { ...row, calls: storedOf(after) })
  }
  yield* save(sql, [...rows.values()])
  return bookings
})

export const layer = Layer.effect(
  RateLedger,
  Effect.gen(function* () {
    const sql = yield* LedgerConnection
    const book = yield* groupInTurn({
      name: "rate",
      flush: (items: Array.NonEmptyReadonlyArray<Item>) =>
        retryTransaction(sql.withTransaction(Effect.catchTag(bookAll(sql, items), "SchemaError", Effect.die))),
      isItemFault
    })
    return RateLedger.of({
      book: Effect.fn("PgRateLedger.book")((organizationId, counter, report) =>
        Effect.orDie(book({ organizationId, counter, report }))
      )
    })
  })
)
