import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { embeddedDatabase } from "../../support/database/embeddedDatabase.ts"
import { storesOn, serverStores } from "../../support/database/postgresStores.ts"

/**
 * How single rows are found, keys of other tables that point to them included: the table, the second column, the index;
 * of a table of days, each day's.
 */
const lookups = [
  ["contacts", "id", "contacts_pkey"],
  ["contact_activity", "contact_id", "contact_activity_pkey"],
  ["contact_identities", "contact_id", "contact_identities_contact"],
  ["conversations", "id", "conversations_pkey"],
  ["conversations", "contact_id", "conversations_contact"],
  ["messages", "id", "messages_pkey"],
  ["events", "id", String.raw`events_\w+_pkey`],
  ["delivery_attempts", "event_id", String.raw`delivery_attempts_\w+_organization_id_event_id_at_idx`],
  ["deferred_deliveries", "event_id", "deferred_deliveries_pkey"],
  ["conversation_sequences", "conversation_id", "conversation_sequences_pkey"],
  ["media", "id", "media_pkey"],
  ["media", "message_id", "media_message"],
  ["notifications", "id", "notifications_pkey"],
  ["request_logs", "id", "request_logs_pkey"]
] as const

/**
 * Plans are kept while a table grows, so those that are made on an empty one have to be good: the planner knows nothing
 * yet, and every index that begins with the organization costs the same.
 */
const wrongPlans = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local plan_cache_mode = force_generic_plan`
      const plans = yield* Effect.forEach(lookups, ([table, column, index]) =>
        Effect.gen(function* () {
          const name = `look_up_${table}_${column}`
          yield* sql.unsafe(`prepare ${name} (uuid, uuid) as
            select * from ${table} where organization_id = $1 and ${column} = $2`)
          const lines = yield* sql.unsafe<{ readonly "QUERY PLAN": string }>(
            `explain (costs off) execute ${name} (gen_random_uuid(), gen_random_uuid())`
          )
          yield* sql.unsafe(`deallocate ${name}`)
          const plan = lines.map((line) => line["QUERY PLAN"]).join("\n")
          return { plan, isWrong: !new RegExp(` ${index} `).test(plan) || plan.includes("Filter") }
        })
      )
      return plans.filter(({ isWrong }) => isWrong).map(({ plan }) => plan)
    })
  )
})

describe("lookups of single rows in an empty database", () => {
  it.effect("use the index of the row on a server", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* wrongPlans, [])
    }).pipe(Effect.provide(serverStores))
  )

  it.effect("use the index of the row in the embedded database", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* wrongPlans, [])
    }).pipe(
      Effect.provide(storesOn(Layer.unwrap(Effect.map(embeddedDatabase, ({ stream }) => Database.embedded(stream)))))
    )
  )
})
