import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { migratedEmbedded } from "../support/database/embeddedDatabase.ts"
import { differentialHistory, findDifferences, onEmbedded } from "./differences.ts"

/** Number of histories. `npm run simulate -- --differential --seeds 100` plays more. */
const seeds = 1

describe("differential simulation", () => {
  it.live.each(Array.from({ length: seeds }, (_, index) => index + 1))(
    "differential simulation: memory and the embedded database answer every GET equally after history %i",
    (seed) =>
      Effect.gen(function* () {
        const { differences, found, gets } = yield* findDifferences(
          differentialHistory(seed),
          onEmbedded(migratedEmbedded)
        )
        assert.deepStrictEqual(differences, [])
        // Paths with ids are asked with ids of every kind, of which one is right.
        assert.isAbove(found, gets / 6)
      }),
    300_000
  )
})
