import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { serverUrl } from "../support/database/serverDatabase.ts"

/** With a server of the user's, it is of whatever version they chose. */
const ours = process.env["DATABASE_URL"] === undefined

it.effect.skipIf(!ours)("the tests of the oldest Postgres run on version 15", () =>
  Effect.gen(function* () {
    const sql = yield* PgClient.makeClient({ url: Redacted.make(yield* serverUrl) })
    const [server] = yield* sql<{ readonly version: string }>`select current_setting('server_version') as version`
    assert.match(server?.version ?? "", /^15\./)
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
)
