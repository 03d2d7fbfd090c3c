import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { SendLedger } from "../../../src/ports/stores/SendLedger.ts"
import { accepted } from "../../../src/testing/given/accepted.ts"
import { givenSender, phoneOf } from "../../../src/testing/given/given.ts"
import { messageOf } from "../../../src/testing/given/seen.ts"
import { sendOff } from "../../../src/testing/given/sendOff.ts"
import { DatabaseUrl } from "../../support/DatabaseUrl.ts"
import { storesOn } from "../../support/postgresStores.ts"
import { serverDatabase } from "../../support/serverDatabase.ts"

const stores = Layer.unwrap(
  Effect.map(serverDatabase(), (url) =>
    storesOn(Database.server(Redacted.make(url))).pipe(Layer.provideMerge(Layer.succeed(DatabaseUrl, url)))
  )
)

/** Runs it on a connection that is behind no statement of the stores. */
const aside = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.flatMap(DatabaseUrl, (url) => Effect.provide(effect, PgClient.layer({ url: Redacted.make(url) })))

const somebodyWaits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const look = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  yield* Effect.repeat(look, { until: (rows) => rows.length > 0 })
})

describe("the outcome of a send", () => {
  it.effect("to a number that became one of a known contact while it was recorded, is recorded for that contact", () =>
    Effect.gen(function* () {
      const { recordOutcome, reserve } = yield* SendLedger
      const sender = yield* givenSender()
      const known = yield* sendOff(sender.id, yield* sender.intent({ phone: phoneOf(1) }))
      const intent = yield* sender.intent({ phone: phoneOf(2) }, 1)
      const reservation = yield* reserve(sender.id, intent)

      const [held, freed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holding = yield* Effect.forkChild(
        aside(
          Effect.flatMap(SqlClient.SqlClient, (sql) =>
            sql.withTransaction(
              sql`select id from messages where id = ${intent.messageId}::uuid for update`.pipe(
                Effect.andThen(Deferred.succeed(held, undefined)),
                Effect.andThen(Deferred.await(freed))
              )
            )
          )
        )
      )
      yield* Deferred.await(held)
      const outcome = yield* accepted(intent, reservation)
      const recording = yield* Effect.forkChild(recordOutcome(sender.id, intent.messageId, outcome, sender.at))
      yield* aside(somebodyWaits)
      yield* aside(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            insert into contact_identities (organization_id, kind, scope, value, contact_id)
            values (${sender.id}::uuid, 'phone', '', ${phoneOf(2)}, ${known.contactId}::uuid)`
        )
      )
      yield* Deferred.succeed(freed, undefined)
      yield* Fiber.join(holding)
      yield* Fiber.join(recording)

      const message = yield* messageOf(sender.id, intent.messageId)
      assert.strictEqual(message?.status, "sent")
      assert.strictEqual(message?.contactId, known.contactId)
    }).pipe(Effect.provide(stores))
  )
})
