import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { sumsOf } from "../../../src/adapters/postgres/reports/PgReports.ts"
import { actingFor } from "../../../src/adapters/postgres/rowsecurity/Acting.ts"
import { reportBySubject, reportHours, reportOverview } from "../../../src/app/reports/reports.ts"
import { Day } from "../../../src/domain/limits/MessageCount.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { flows, maxReportedDays } from "../../../src/domain/reports/Report.ts"
import { bucketMillis } from "../../../src/domain/reports/reportCounters.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { migratedEmbedded } from "../../support/database/embeddedDatabase.ts"
import { serverStores, storesOn } from "../../support/database/postgresStores.ts"

const end = DateTime.makeUnsafe("2026-11-29T00:00:00.000Z")
const members = 20
const messages = 10_000_000
const buckets = (maxReportedDays * 24 * 60 * 60 * 1_000) / bucketMillis

/** Longest time of a report in milliseconds. */
const limit = 1_000

/**
 * Counters as ten million messages in 92 days leave them: in every quarter of an hour each count, and 10 different durations of
 * each kind for the organization; in every fourth one 4 for each of 20 members.
 */
const fill = Effect.fnUntraced(function* (id: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`set local statement_timeout = 0`
  yield* sql`
    insert into report_counters (organization_id, subject, measure, bucket, key, bin, number)
    select ${id}::uuid, 0, m, ${DateTime.formatIso(end)}::timestamptz - b * interval '15 minutes', '', 0,
      ${messages / buckets / 2}::float8::bigint
    from generate_series(0, 9) m, generate_series(1, ${buckets}::int) b
    union all
    select ${id}::uuid, 0, m, ${DateTime.formatIso(end)}::timestamptz - b * interval '15 minutes', '', d, 7
    from generate_series(10, 12) m, generate_series(1, ${buckets}::int) b, generate_series(-1, 9) d
    union all
    select ${id}::uuid, 3, m, ${DateTime.formatIso(end)}::timestamptz - b * interval '15 minutes', k::text, d, 2
    from generate_series(10, 11) m, generate_series(1, ${buckets}::int, 4) b, generate_series(1, ${members}::int) k,
      generate_series(-1, 3) d`
  yield* sql`analyze report_counters`
})

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* effect
    const began = performance.now()
    const answer = yield* effect
    return { answer, millis: performance.now() - began }
  })

const day = Schema.decodeUnknownSync(Day)

// The stores poll, so a test clock that is set would step through each poll.
const reportsAreFast = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(fill(id))
  const period = { from: day("2026-08-29"), to: day("2026-11-28") }
  const overview = yield* timed(reportOverview(id, period))
  const byMember = yield* timed(reportBySubject(id, "members", period))
  const hours = yield* timed(reportHours(id, period))
  assert.lengthOf(overview.answer.days, maxReportedDays)
  assert.closeTo(overview.answer.total.received + overview.answer.total.sent, messages, buckets)
  assert.lengthOf(byMember.answer.rows, members)
  const times = [overview, byMember, hours].map(({ millis }) => Math.round(millis))
  yield* Effect.log(`reports over ${messages} messages: ${times.join(", ")} ms`)
  assert.isBelow(Math.max(...times), limit, `overview, members and hours: ${times.join(", ")} ms`)

  const spans = overview.answer.days
  // As the reports do, under row-level security.
  const plan = yield* actingFor([id])(
    sql<{ readonly "QUERY PLAN": string }>`
      explain (costs off) ${sumsOf(sql, id, { subject: "overview", measures: flows, spans })}`
  )
  const lines = plan.map((row) => row["QUERY PLAN"]).join("\n")
  assert.match(lines, /report_counters_pkey/)
  assert.notInclude(lines, "Seq Scan on report_counters")
  assert.match(lines, /Index Cond: .*bucket >= .*bucket < /)
})

describe("reports over ten million messages", () => {
  it.live(
    "read ranges of one index within a second on a server",
    () => reportsAreFast.pipe(Effect.provide(serverStores)),
    600_000
  )

  it.live(
    "read ranges of one index within a second in the embedded database",
    () =>
      reportsAreFast.pipe(
        Effect.provide(storesOn(Layer.unwrap(Effect.map(migratedEmbedded, ({ stream }) => Database.embedded(stream)))))
      ),
    600_000
  )
})
