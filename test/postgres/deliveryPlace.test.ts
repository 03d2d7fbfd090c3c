import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { decodePlace, placeText } from "../../src/adapters/postgres/deliveryPlace.ts"

const place = {
  since: "7:9:8",
  seen: ["8", "10"],
  until: "11:11:",
  after: { turn: "9", sequence: 2, id: "01a20000-0000-7000-8000-000000000001" },
  floor: "00000000-0000-0000-0000-000000000000"
}

describe("a place in the log", () => {
  it.effect("is read as it was written", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* decodePlace(placeText(place)), place)
    })
  )

  it.effect("has seen nothing ahead when an older version has written it", () =>
    Effect.gen(function* () {
      const { seen: _, ...older } = place
      assert.deepStrictEqual(yield* decodePlace(JSON.stringify(older)), { ...place, seen: [] })
    })
  )
})
