import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { PendingSends } from "../../../src/ports/sends/PendingSends.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"

const stores = Layer.unwrap(Effect.map(migratedDatabase, (url) => storesOn(Database.server(Redacted.make(url)))))

describe("the signal of recorded sends", () => {
  layer(stores, { timeout: "1 minute", excludeTestServices: true })((it) => {
    it.effect("recorded sends: `send_after_commit` of any program wakes the worker of a process", () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const sql = yield* SqlClient.SqlClient
        const { nextDue, wakeSignal } = yield* PendingSends
        assert.isNull(yield* nextDue)
        // The first ones may be recorded before the process listens.
        const recording = Effect.andThen(
          sql`select send_after_commit(${id}::uuid, 'whatsapp', '+15551234567', '{"_tag": "Text", "text": "Hello"}')`,
          Effect.sleep("100 millis")
        )
        yield* Effect.raceFirst(wakeSignal, Effect.forever(recording)).pipe(Effect.timeout("20 seconds"))
        assert.isNotNull(yield* nextDue)
      })
    )
  })
})
