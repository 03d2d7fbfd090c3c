import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { SendLedger } from "../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../testing/given/accepted.ts"
import { givenSender, phoneOf } from "../../../testing/given/given.ts"
import { messageOf } from "../../../testing/given/seen.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"
import { aside, lockedStores, untilWaiting } from "../../support/database/lockedStores.ts"

describe("the outcome of a send", () => {
  it.effect("to a number that a known contact acquired during the send is recorded for that contact", () =>
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
      yield* untilWaiting()
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
    }).pipe(Effect.provide(lockedStores))
  )
})
