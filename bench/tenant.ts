import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { ApiKeys } from "../src/ports/stores/ApiKeys.ts"
import { givenAccount, givenOrganization } from "../test/support/given.ts"

/** Sends of a month that nobody here makes: they are counted, and none is refused. */
export const wideLimit = 1_000_000_000

/** An organization with a number to send from, and a key of the Developer interface; null is no limit. */
export const givenTenant = Effect.fnUntraced(function* (limit: number | null = wideLimit) {
  const { id } = yield* givenOrganization()
  if (limit !== null) {
    const sql = yield* SqlClient.SqlClient
    yield* sql`update organizations set monthly_limit = ${limit}::float8 where id = ${id}::uuid`
  }
  const account = yield* givenAccount(id, { token: Redacted.make("token") })
  const { key } = yield* (yield* ApiKeys).create(id, "bench")
  return { id, account, headers: { "x-api-key": Redacted.value(key) } }
})
