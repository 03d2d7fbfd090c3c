import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { PendingSends } from "../../../src/ports/sends/PendingSends.ts"
import { serverStores } from "../../support/postgresStores.ts"

describe("recorded sends", () => {
  it.live(
    "a claim reads due sends and those before them by an index, however many have ended",
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
        yield* sql`select pg_stat_reset()`
        for (let n = 0; n < 10; n++) assert.lengthOf(yield* claim(now, DateTime.add(now, { minutes: 2 }), 1), 1)
        yield* sql`select pg_stat_clear_snapshot()`
        const [stats] = yield* sql<{ readonly scans: number }>`
          select seq_scan::int as scans from pg_stat_user_tables where relname = 'pending_sends'`
        assert.strictEqual(stats?.scans, 0)
      }).pipe(Effect.provide(serverStores)),
    60_000
  )
})
