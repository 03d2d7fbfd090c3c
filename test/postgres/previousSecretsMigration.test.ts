import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { initial } from "../../src/adapters/postgres/migrations/0001_initial.ts"
import { previousSecrets } from "../../src/adapters/postgres/migrations/0014_previous_secrets.ts"
import { serverDatabase } from "../support/serverDatabase.ts"

const uuid = (ordinal: number) => `01a1fe08-0000-7000-8000-${String(ordinal).padStart(12, "0")}`
const at = "2026-11-01T08:30:00.001Z"

/** A database with the subscriptions of the first version, one of them with a secret that still signs. */
const asItWas = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* initial
  for (const [ordinal, previous] of [`'v1.before', '2026-11-02T08:30:00.007Z'`, `null, null`].entries()) {
    yield* sql.unsafe(`insert into organizations values ('${uuid(ordinal)}', 'Acme', 'free', 1000, '${at}')`)
    yield* sql.unsafe(`insert into webhooks (organization_id, id, url, events, status, sealed_secret, secret_chosen,
        sealed_previous_secret, previous_secret_until, created_at, updated_at)
      values ('${uuid(ordinal)}', '${uuid(ordinal + 10)}', 'https://example.com', '{message.sent}', 'active',
        'v1.now', true, ${previous}, '${at}', '${at}')`)
  }
})

describe("the migration to any number of secrets", () => {
  it.effect("lets the one that still signs beside the present one sign on", () =>
    Effect.gen(function* () {
      const migrated = Effect.gen(function* () {
        yield* asItWas
        yield* previousSecrets
        const sql = yield* SqlClient.SqlClient
        return yield* sql<{ readonly sealed: unknown }>`
          select sealed_previous_secrets as sealed from webhooks order by organization_id`
      })
      const url = Redacted.make(yield* serverDatabase())
      const rows = yield* Effect.provide(migrated, PgClient.layer({ url }))
      assert.deepStrictEqual(
        rows.map(({ sealed }) => sealed),
        [[{ sealed: "v1.before", until: "2026-11-02T08:30:00.007Z" }], []]
      )
    })
  )
})
