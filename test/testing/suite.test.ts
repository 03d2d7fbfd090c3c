import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Context, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { Runner } from "../../testing/contracts/Runner.ts"
import { suite, titleOf } from "../../testing/contracts/Suite.ts"

class Counter extends Context.Service<Counter, { readonly count: number }>()("test/Counter") {}

/** A runner that declares, and runs when it is told to. */
const collecting = () => {
  const tests: Array<readonly [name: string, test: () => Promise<void>]> = []
  const hooks: Array<() => Promise<void>> = []
  const runner: Runner = {
    describe: (_, body) => body(),
    it: (name, test) => void tests.push([name, test]),
    afterAll: (hook) => void hooks.push(hook)
  }
  /** What each test failed with; null for a success. */
  const run = async () => {
    const results = await tests.reduce(
      async (before, [name, test]) => [...(await before), [name, await test().then(() => null, String)] as const],
      Promise.resolve<ReadonlyArray<readonly [string, string | null]>>([])
    )
    await Promise.all(hooks.map((hook) => hook()))
    return results
  }
  return { runner, run }
}

describe("a contract suite", () => {
  it("makes its layer once, releases it after the tests, and fails where a test does", async () => {
    const { run, runner } = collecting()
    const life: Array<string> = []
    const layer = Layer.effect(
      Counter,
      Effect.acquireRelease(
        Effect.sync(() => (life.push("made"), { count: 1 })),
        () => Effect.sync(() => void life.push("released"))
      )
    )
    suite(runner, "counters", layer, (it) => {
      it.effect("counts", () => Effect.map(Counter, ({ count }) => assert.strictEqual(count, 1)))
      it.effect("moves the clock", () => Effect.map(TestClock.adjust("1 hour"), () => void life.push("an hour")))
      it.effect.each(["one", "two"])("fails with %s", (reason) => Effect.fail(reason))
      it.effect("dies", () => Effect.die(new Error("of something")))
    })
    const results = await run()
    assert.deepStrictEqual(
      results.map(([name, failure]) => [name, failure === null]),
      [
        ["counts", true],
        ["moves the clock", true],
        ["fails with one", false],
        ["fails with two", false],
        ["dies", false]
      ]
    )
    assert.include(results[4]?.[1], "of something")
    assert.deepStrictEqual(life, ["made", "an hour", "released"])
  })

  it("names the smallest input for which a property fails", async () => {
    const { run, runner } = collecting()
    const numbers = Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 })))
    suite(runner, "numbers", Layer.empty, (it) => {
      it.effect.prop("stays below 17", numbers, (number) => Effect.sync(() => assert.isBelow(number, 17)))
      it.effect.prop("stays above -1", numbers, (number) => Effect.sync(() => assert.isAbove(number, -1)))
    })
    const [failed, passed] = await run()
    assert.match(failed?.[1] ?? "", /Shrunk input: 17\n/)
    assert.deepStrictEqual(passed, ["stays above -1", null])
  })

  it("names the test of an item", () => {
    assert.strictEqual(titleOf("%s and %d", ["a", 1]), "a and 1")
    assert.strictEqual(titleOf("by $by.name", { by: { name: "ada" } }), "by ada")
    assert.strictEqual(titleOf("%j", null), "null")
  })
})
