import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { checkLaw, LawBroken } from "../../testing/laws/Law.ts"
import { Laws } from "../../testing/laws/Laws.ts"

const beginOf = (text: string, limit: number) => Array.from(text).slice(0, limit).join("")

describe("checkLaw", () => {
  it.effect("fails with the smallest input that it finds", () =>
    Effect.gen(function* () {
      const [law] = Laws.truncation
      const broken = yield* Effect.flip(checkLaw(law ?? assert.fail(), beginOf, { seed: 1, runs: 1_000 }))
      assert.instanceOf(broken, LawBroken)
      assert.include(broken.message, "keeps as many whole characters as fit, from the beginning")
      assert.include(broken.message, "Shrunk input")
    })
  )

  it.effect("takes what is thrown for a broken law", () =>
    Effect.gen(function* () {
      const [law] = Laws.quota
      const rule = () => assert.fail("not now")
      const broken = yield* Effect.flip(checkLaw(law ?? assert.fail(), rule))
      assert.include(broken.message, "not now")
    })
  )
})
