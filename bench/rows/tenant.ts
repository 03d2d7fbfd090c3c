import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"

/** Sends of a month that nobody here makes: they are counted, and none is refused. */
export const wideLimit = 1_000_000_000

/** The key as the opponents know it: ours are stored as hashes that only the service can compute. */
const opponentKey = Effect.fnUntraced(function* (organizationId: OrganizationId, key: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table if not exists opponent_keys (hash bytea primary key, organization_id uuid not null)`
  yield* sql`insert into opponent_keys values (sha256(${key}::text::bytea), ${organizationId}::uuid)`
})

/** An organization with a number to send from, and a key of the Developer interface; null is no limit. */
export const givenTenant = Effect.fnUntraced(function* (limit: number | null = wideLimit) {
  const { id } = yield* givenOrganization()
  if (limit !== null) {
    const sql = yield* SqlClient.SqlClient
    yield* sql`update organizations set monthly_limit = ${limit}::float8 where id = ${id}::uuid`
  }
  const account = yield* givenAccount(id, { token: Redacted.make("token") })
  const { key } = yield* (yield* ApiKeys).create(id, "bench")
  yield* opponentKey(id, Redacted.value(key))
  return { id, account, headers: { "x-api-key": Redacted.value(key) } }
})
