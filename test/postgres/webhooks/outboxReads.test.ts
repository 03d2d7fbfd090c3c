import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { DeliveryConnections } from "../../../src/adapters/postgres/database/DatabaseClients.ts"
import { DeliveryQueue } from "../../../src/ports/webhooks/DeliveryQueue.ts"
import { givenTalker, someConversation } from "../../../testing/contracts/stores/delivery/deliveryQueue/scene.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"

/** Events of the backlog, how many are recorded at once, and how many of them are asked for. */
const backlog = 3_000
const batch = 500
const asked = 20

describe("the outbox of a day that is missing in the planner's statistics", () => {
  it.live("is read from its beginning, however large the rest", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* migratedDatabase)
      yield* Effect.gen(function* () {
        const sql = yield* DeliveryConnections
        const { open, read } = yield* DeliveryQueue
        const talker = yield* givenTalker()
        const place = yield* open(talker.shard, talker.at)
        for (const _ of Array(backlog / batch)) yield* talker.sayAtOnce(yield* someConversation, batch)
        const fetched = yield* sql.withTransaction(
          Effect.gen(function* () {
            const scope = { _tag: "Organization", organizationId: talker.id } as const
            const { deliveries } = yield* read(scope, place, asked)
            assert.lengthOf(deliveries, asked)
            const [found] = yield* sql<{ readonly rows: number }>`
              select sum(idx_tup_fetch + seq_tup_read)::float8 as rows from pg_stat_xact_user_tables
              where relname like 'events%'`
            return found?.rows ?? Number.NaN
          })
        )
        assert.isAtMost(fetched, 5 * asked)
      }).pipe(Effect.provide(storesOn(Database.server(url))))
    }).pipe(Effect.scoped)
  )
})
