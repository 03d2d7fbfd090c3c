import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { PendingSends } from "../../../src/ports/sends/PendingSends.ts"
import { serverStores } from "../../support/database/postgresStores.ts"

describe("recorded sends", () => {
  it.live(
    "recorded sends: a claim finds due sends and earlier ones by an index, however many have ended",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          insert into pending_sends
            (organization_id, id, channel, recipient, content, created_at, due_at, next_at, ended_at, outcome)
          select gen_random_uuid(), gen_random_uuid(), 'whatsapp', '+1', null, now(), now(), now(), now(), '{}'
          from generate_series(1, 20000)`
        yield* sql`
          insert into pending_sends (organization_id, id, channel, recipient, content, created_at, due_at, next_at)
          select gen_random_uuid(), gen_random_uuid(), 'whatsapp', '+1' || n, '{}', now(), now(), now()
          from generate_series(1, 50) n`
        yield* sql`analyze pending_sends`
        const now = DateTime.add(yield* DateTime.now, { minutes: 1 })
        const { claim } = yield* PendingSends
        for (let n = 0; n < 10; n++) assert.lengthOf(yield* claim(now, DateTime.add(now, { minutes: 2 }), 1), 1)
        // Each connection reports its scans a while after they ended.
        const scans = Effect.map(
          sql<{ readonly sequential: number; readonly index: number }>`
            select seq_scan::int as sequential, idx_scan::int as index from pg_stat_user_tables
            where relname = 'pending_sends'`,
          ([row]) => row ?? { sequential: -1, index: 0 }
        )
        const before = yield* scans
        const after = yield* scans.pipe(
          Effect.filterOrFail(({ index }) => index >= 20),
          Effect.retry(Schedule.spaced("100 millis")),
          Effect.timeout("20 seconds")
        )
        // `analyze` and the statements above scan it too, but no more often than once each.
        assert.isAtMost(after.sequential, Math.max(before.sequential, 3))
      }).pipe(Effect.provide(serverStores)),
    60_000
  )
})
