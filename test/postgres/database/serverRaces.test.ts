import { assert, describe, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { monthOf } from "../../../src/domain/limits/MonthlyLimit.ts"
import { Organizations } from "../../../src/ports/access/Organizations.ts"
import { SendLedger } from "../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../testing/given/accepted.ts"
import { givenSender, phoneOf } from "../../../testing/given/given.ts"
import { nodeProcess } from "../../support/processes/nodeProcess.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"
import { DatabaseUrl } from "../../support/database/DatabaseUrl.ts"

const stores = Layer.unwrap(
  Effect.map(migratedDatabase, (url) =>
    storesOn(Database.server(Redacted.make(url))).pipe(Layer.provideMerge(Layer.succeed(DatabaseUrl, url)))
  )
)

const processes = 4
const reserving = new URL("../../processes/reserving.ts", import.meta.url).pathname

describe("several processes on one server", () => {
  // Statements that were rolled back because of each other are run again after a real moment.
  layer(stores, { timeout: "3 minutes", excludeTestServices: true })((it) => {
    it.effect(
      "admit exactly the allowed number of sends, and create each contact and conversation once",
      () =>
        Effect.gen(function* () {
          const url = yield* DatabaseUrl
          const { account, at, id } = yield* givenSender({ plan: "free" })
          const answers = yield* Effect.forEach(
            Array.from({ length: processes }),
            () =>
              nodeProcess(
                reserving,
                {
                  DATABASE_URL: url,
                  ORGANIZATION: id,
                  ACCOUNT: account.id,
                  AT: DateTime.formatIso(at),
                  SENDS: "400"
                },
                Schema.Struct({ admitted: Schema.Int })
              ),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(
            answers.reduce((sum, { admitted }) => sum + admitted, 0),
            1_000
          )
          assert.deepStrictEqual(yield* (yield* Organizations).usage(id, monthOf(at)), { used: 1_000, allowed: 1_000 })
          const sql = yield* SqlClient.SqlClient
          assert.deepStrictEqual(
            yield* sql`
              select (select count(*)::int from messages where organization_id = ${id}::uuid) as messages,
                (select count(*)::int from contacts where organization_id = ${id}::uuid) as contacts,
                (select count(*)::int from conversations where organization_id = ${id}::uuid) as conversations,
                (select count(*)::int from events where organization_id = ${id}::uuid) as events`,
            [{ messages: 1_000, contacts: 20, conversations: 20, events: 40 }]
          )
        }),
      180_000
    )

    it.effect("fail only the one send that the database cannot store", () =>
      Effect.gen(function* () {
        const ledger = yield* SendLedger
        const { id, intent } = yield* givenSender()
        const exits = yield* Effect.forEach(
          Array.from({ length: 60 }, (_, ordinal) => ordinal),
          (ordinal) =>
            Effect.flatMap(
              intent({ phone: phoneOf(ordinal), content: { text: ordinal === 31 ? "a\0b" : "fine" } }),
              (made) => Effect.exit(ledger.reserve(id, made))
            ),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          exits.flatMap((exit, ordinal) => (exit._tag === "Failure" ? [ordinal] : [])),
          [31]
        )
      })
    )

    it.effect("complete simultaneous reserves and settles of many organizations in different orders", () =>
      Effect.gen(function* () {
        const ledger = yield* SendLedger
        const senders = yield* Effect.forEach(Array.from({ length: 8 }), () => givenSender())
        const rounds = Array.from({ length: 320 }, (_, ordinal) => ordinal)
        yield* Effect.forEach(
          rounds,
          Effect.fnUntraced(function* (ordinal) {
            const sender = senders[(ordinal * 5) % senders.length]
            if (sender === undefined) return
            const intent = yield* sender.intent({ phone: phoneOf(ordinal % 7) })
            const reserved = yield* ledger.reserve(sender.id, intent)
            const outcome =
              ordinal % 3 === 0
                ? ({ _tag: "NotSent", failure: { _tag: "NotReached", detail: "test" } } as const)
                : yield* accepted(intent, reserved)
            yield* ledger.recordOutcome(sender.id, intent.messageId, outcome, intent.at)
          }),
          { concurrency: "unbounded", discard: true }
        )
        const organizations = yield* Organizations
        const used = yield* Effect.forEach(senders, ({ at, id }) => organizations.usage(id, monthOf(at)))
        assert.strictEqual(
          used.reduce((sum, usage) => sum + usage.used, 0),
          rounds.filter((ordinal) => ordinal % 3 !== 0).length
        )
      })
    )
  })
})
