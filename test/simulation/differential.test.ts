import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryWorld from "../../src/adapters/memory/World.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import * as PgStores from "../../src/adapters/postgres/PgStores.ts"
import type { History } from "../../testing/simulation/History.ts"
import { noFaults, planHistory } from "../../testing/simulation/planHistory.ts"
import { migratedEmbedded } from "../support/database/embeddedDatabase.ts"
import { testSealer } from "../support/database/testSealer.ts"
import { idsOf, playInOrder } from "./playInOrder.ts"

/** Number of histories: `DIFFERENTIAL_SEEDS=100` for more. */
const seeds = Number(process.env["DIFFERENTIAL_SEEDS"] ?? 1)

const inMemory = (history: History) =>
  Effect.provide(
    playInOrder(history),
    Memory.stores.pipe(Layer.provideMerge(Layer.merge(MemoryWorld.layer(), idsOf(history))))
  )

const onPostgres = (history: History) =>
  Effect.provide(
    playInOrder(history),
    PgStores.layer.pipe(
      Layer.provide(testSealer),
      Layer.provideMerge(Layer.unwrap(Effect.map(migratedEmbedded, ({ stream }) => Database.embedded(stream)))),
      Layer.provideMerge(idsOf(history))
    )
  )

describe("differential simulation", () => {
  it.live.each(Array.from({ length: seeds }, (_, index) => index + 1))(
    "differential simulation: memory and the embedded database answer every GET equally after history %i",
    (seed) =>
      Effect.gen(function* () {
        const history = planHistory({
          seed,
          hours: 0.5,
          businesses: 2,
          people: 8,
          processes: 1,
          messagesPerHour: 50,
          faults: { ...noFaults, operators: 4 }
        })
        const memory = yield* inMemory(history)
        const postgres = yield* onPostgres(history)
        const found = [...memory.values()].filter((answer) => answer.startsWith("200 "))
        assert.isAbove(found.length, memory.size / 3)
        for (const [path, answer] of memory) assert.strictEqual(postgres.get(path), answer, path)
        assert.strictEqual(postgres.size, memory.size)
      }).pipe(Effect.scoped),
    300_000
  )
})
