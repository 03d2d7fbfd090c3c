import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { IdempotencyKeys } from "../../../src/ports/sends/SendLedger.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { givenCall } from "../../../testing/given/givenCall.ts"
import { serverStores } from "../../support/database/postgresStores.ts"

layer(serverStores, { timeout: "3 minutes" })("stored responses of keyed calls", (it) => {
  it.effect("are sealed, and open for their own key only", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { find, settle, take } = yield* IdempotencyKeys
      const { id } = yield* givenOrganization()
      const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
      const [ada, ben] = [yield* givenCall(), yield* givenCall()]
      for (const [call, name] of [
        [ada, "Ada Lovelace"],
        [ben, "Ben"]
      ] as const) {
        yield* take(id, call, at)
        yield* settle(id, call, { status: 201, body: JSON.stringify({ name }) })
      }
      const rows = yield* sql<{ readonly row: string }>`select idempotency_keys::text as row from idempotency_keys`
      assert.lengthOf(rows, 2)
      for (const { row } of rows) {
        assert.match(row, /v1\.[0-9a-f]{8}\./)
        assert.notInclude(row, "Lovelace")
        assert.notInclude(row, Buffer.from("Ada Lovelace").toString("base64url").slice(0, 12))
      }

      yield* sql`update idempotency_keys k set sealed_body = o.sealed_body from idempotency_keys o
        where k.key = ${ben.key} and o.key = ${ada.key}`
      assert.strictEqual(Option.getOrThrow(yield* find(id, ada, at)).answer?.body, '{"name":"Ada Lovelace"}')
      assert.deepInclude(Option.getOrThrow(yield* find(id, ben, at)), { answer: null, isLost: true })
    })
  )
})
