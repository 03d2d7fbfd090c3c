import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import * as SharedRateLimits from "../../src/adapters/limits/SharedRateLimits.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"
import { rateTable, usualRates } from "../../src/domain/limits/RateTier.ts"
import { RateLimits } from "../../src/ports/limits/RateLimits.ts"
import { nodeProcess } from "../support/processes/nodeProcess.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { instances } from "../support/database/instances.ts"
import { migratedDatabase } from "../support/database/serverDatabase.ts"

const calling = new URL("../processes/calling.ts", import.meta.url).pathname
const acme = OrganizationId.make("00000000-0000-7000-8000-000000000001")
const Accepted = Schema.Struct({ standard: Schema.Int, bulk: Schema.Int })

/** The advance of a process in the standard tier: a twentieth of 100. */
const advance = 5
const usual = SharedRateLimits.layer(rateTable(usualRates))

describe("processes on one server", () => {
  it.live.each([1, 2, 4])(
    "%i of them accept a tier's number together, and an advance more for each further process",
    (count) =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        yield* Layer.build(storesOn(Database.server(Redacted.make(url))))
        const answers = yield* Effect.forEach(
          Array.from({ length: count }),
          () => nodeProcess(calling, { DATABASE_URL: url, ORGANIZATION: acme, CALLS: "300" }, Accepted),
          { concurrency: "unbounded" }
        )
        const standard = answers.reduce((sum, answer) => sum + answer.standard, 0)
        assert.isAtLeast(standard, 100)
        assert.isAtMost(standard, 100 + (count - 1) * advance)
        assert.strictEqual(
          answers.reduce((sum, { bulk }) => sum + bulk, 0),
          10
        )
      }).pipe(Effect.scoped),
    180_000
  )

  it.live("accept a caller after Retry-After, and a whole burst afterwards, through any of them", () =>
    Effect.gen(function* () {
      const on = yield* instances(4)
      const processes = yield* Effect.forEach([0, 1, 2, 3], (ordinal) =>
        Effect.map(Layer.build(Layer.fresh(usual)).pipe(on(ordinal)), (context) =>
          Effect.provideContext(RateLimits, context)
        )
      )
      const burst = Effect.forEach(
        Array.from({ length: 120 }, (_, call) => processes[call % 4]),
        (process) =>
          process === undefined
            ? Effect.die("no process")
            : Effect.flatMap(process, ({ take }) => take(acme, "developer", "messaging")),
        { concurrency: "unbounded" }
      )
      for (const _ of ["first second", "second second"]) {
        const verdicts = yield* burst
        const accepted = verdicts.filter((verdict) => verdict?.isAllowed).length
        assert.isAtLeast(accepted, 30)
        assert.isAtMost(accepted, 30 + 3)
        const refused = verdicts.find((verdict) => verdict?.isAllowed === false)
        assert.strictEqual(refused?.retryAfterSeconds, 1)
        yield* Effect.sleep("1 second")
      }
    }).pipe(Effect.scoped)
  )
})
