import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { checkLaw, LawBroken } from "../../testing/laws/Law.ts"
import { LawRules, Laws } from "../../testing/laws/Laws.ts"

const beginOf = (text: string, limit: number) => Array.from(text).slice(0, limit).join("")

describe("checkLaw", () => {
  it.effect("checkLaw: fails with the smallest counterexample", () =>
    Effect.gen(function* () {
      const [law] = Laws.truncation
      const broken = yield* Effect.flip(checkLaw(law ?? assert.fail(), beginOf, { seed: 1, runs: 1_000 }))
      assert.instanceOf(broken, LawBroken)
      assert.include(broken.message, "truncation: keeps as many whole graphemes as fit, from the beginning")
      assert.include(broken.message, "Shrunk input")
    })
  )

  it.effect("checkLaw: the counterexample shows the actual result and that of the service's rule", () =>
    Effect.gen(function* () {
      const [law] = Laws.quota
      const broken = yield* Effect.flip(
        checkLaw(law ?? assert.fail(), (_used, _allowed, requested) => requested, { seed: 1 })
      )
      assert.match(broken.message, /\nInput of rule: \[.*\]\nActual: \d+\nExpected: \d+$/)
      assert.strictEqual(LawRules.quota(900, 1_000, 200), 100)
    })
  )

  it.effect("checkLaw: a thrown error is a violation", () =>
    Effect.gen(function* () {
      const [law] = Laws.quota
      const rule = () => assert.fail("not now")
      const broken = yield* Effect.flip(checkLaw(law ?? assert.fail(), rule))
      assert.include(broken.message, "not now")
    })
  )
})
