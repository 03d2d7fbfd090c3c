import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { makeFairShares } from "../../src/collections/fairShares.ts"
import { Overloaded } from "../../src/domain/limits/RateTier.ts"

const patience = "5 seconds"

/** Effects that end when they are told to, and notes of which have begun. */
const scene = (sizes: { readonly capacity: number; readonly share: number; readonly maxWaiting?: number }) => {
  const run = makeFairShares<string>({ maxWaiting: 100, ...sizes, patience })
  const begun: Array<string> = []
  const running = new Map<string, () => void>()
  const work = (name: string) =>
    Effect.callback<string>((resume) => {
      begun.push(name)
      running.set(name, () => resume(Effect.succeed(name)))
      return Effect.sync(() => void running.delete(name))
    })
  return {
    begun,
    running,
    /** A name's first letter is its key. */
    start: (name: string) => Effect.forkChild(run(name.charAt(0), work(name)), { startImmediately: true }),
    end: (name: string) =>
      Effect.gen(function* () {
        running.get(name)?.()
        running.delete(name)
        // The fiber that ends lets others begin, and those begin in their own turn.
        for (let turn = 0; turn < 4; turn++) yield* Effect.yieldNow
      })
  }
}

const reasonOf = (exit: Exit.Exit<unknown, unknown>) => {
  const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : null
  return defect instanceof Overloaded ? defect.reason : null
}

describe("fair shares", () => {
  it.effect("waiting keys take turns, and effects of one key begin in order", () =>
    Effect.gen(function* () {
      const { begun, end, start } = scene({ capacity: 1, share: 1 })
      for (const name of ["a1", "a2", "a3", "b1", "b2", "c1"]) yield* start(name)
      for (const name of ["a1", "b1", "c1", "a2", "b2", "a3"]) yield* end(name)
      assert.deepStrictEqual(begun, ["a1", "b1", "c1", "a2", "b2", "a3"])
    })
  )

  it.effect("a key has at most its share, while others begin at once", () =>
    Effect.gen(function* () {
      const { begun, end, running, start } = scene({ capacity: 3, share: 1 })
      for (const name of ["a1", "a2", "b1"]) yield* start(name)
      assert.deepStrictEqual([...running.keys()], ["a1", "b1"])
      yield* end("b1")
      assert.deepStrictEqual(begun, ["a1", "b1"])
      yield* end("a1")
      assert.deepStrictEqual(begun, ["a1", "b1", "a2"])
    })
  )

  it.effect("a wait that takes too long ends with a refusal, and releases its position", () =>
    Effect.gen(function* () {
      const { begun, end, start } = scene({ capacity: 1, share: 1 })
      yield* start("a1")
      const late = yield* start("a2")
      yield* TestClock.adjust("4 seconds")
      yield* start("a3")
      yield* TestClock.adjust("1 second")
      assert.strictEqual(reasonOf(yield* Fiber.await(late)), "too many")
      yield* end("a1")
      assert.deepStrictEqual(begun, ["a1", "a3"])
    })
  )

  it.effect("a started effect may take longer than a wait", () =>
    Effect.gen(function* () {
      const { end, start } = scene({ capacity: 1, share: 1 })
      const first = yield* start("a1")
      const second = yield* start("a2")
      yield* TestClock.adjust("4 seconds")
      yield* end("a1")
      yield* TestClock.adjust("1 minute")
      yield* end("a2")
      assert.deepStrictEqual([yield* Fiber.join(first), yield* Fiber.join(second)], ["a1", "a2"])
    })
  )

  it.effect(
    "beyond the limit of waiting effects of a key the next is refused at once, those of other keys are not",
    () =>
      Effect.gen(function* () {
        const { end, start } = scene({ capacity: 1, share: 1, maxWaiting: 1 })
        for (const name of ["a1", "a2"]) yield* start(name)
        const refused = yield* start("a3")
        const other = yield* start("b1")
        assert.strictEqual(reasonOf(yield* Fiber.await(refused)), "too many")
        for (const name of ["a1", "a2", "b1"]) yield* end(name)
        assert.strictEqual(yield* Fiber.join(other), "b1")
      })
  )

  it.effect("an effect that fails or dies releases its share", () =>
    Effect.gen(function* () {
      const run = makeFairShares<string>({ capacity: 1, share: 1, maxWaiting: 0, patience })
      yield* Effect.exit(run("a", Effect.fail("failed")))
      yield* Effect.exit(run("a", Effect.die("died")))
      assert.strictEqual(yield* run("a", Effect.succeed("done")), "done")
    })
  )

  const Step = Schema.Union([
    Schema.Struct({ does: Schema.Literal("start"), key: Schema.Literals(["a", "b", "c", "d"]) }),
    Schema.Struct({
      does: Schema.Literals(["end", "interrupt"]),
      which: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 }))
    })
  ])
  const Sizes = Schema.Struct({
    capacity: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })),
    share: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 }))
  })

  it.effect.prop(
    "no key exceeds its share or the capacity; every waiting effect begins, and no state remains",
    { sizes: Sizes, steps: Schema.Array(Step).check(Schema.isMaxLength(40)) },
    ({ sizes, steps }) =>
      Effect.gen(function* () {
        const { begun, end, running, start } = scene(sizes)
        const fibers = new Map<string, Fiber.Fiber<string>>()
        const waiting = () => [...fibers.keys()].filter((name) => !begun.includes(name))
        const holds = () => {
          const of = (key: string, names: Iterable<string>) => [...names].filter((name) => name.startsWith(key))
          assert.isAtMost(running.size, sizes.capacity)
          for (const key of ["a", "b", "c", "d"]) {
            assert.isAtMost(of(key, running.keys()).length, sizes.share)
            const numbers = of(key, begun).map((name) => Number(name.slice(1)))
            assert.deepStrictEqual(
              numbers,
              numbers.toSorted((one, other) => one - other)
            )
            const couldBegin = running.size < sizes.capacity && of(key, running.keys()).length < sizes.share
            assert.isFalse(couldBegin && of(key, waiting()).length > 0)
          }
        }
        let count = 0
        for (const step of steps) {
          if (step.does === "start") {
            count += 1
            fibers.set(`${step.key}${count}`, yield* start(`${step.key}${count}`))
          } else if (step.does === "end") {
            const name = [...running.keys()][step.which % Math.max(1, running.size)]
            if (name !== undefined) {
              yield* end(name)
              fibers.delete(name)
            }
          } else {
            const name = [...fibers.keys()][step.which % Math.max(1, fibers.size)]
            const fiber = fibers.get(name ?? "")
            if (name !== undefined && fiber !== undefined) {
              yield* Fiber.interrupt(fiber)
              fibers.delete(name)
              yield* end("nobody")
            }
          }
          holds()
        }
        for (const fiber of fibers.values()) yield* Fiber.interrupt(fiber)
        assert.strictEqual(running.size, 0)
        // All of the capacity is there again.
        const keys = ["a", "b", "c", "d"]
        for (const key of keys) yield* start(`${key}${count + 1}`)
        assert.strictEqual(running.size, Math.min(keys.length, sizes.capacity))
        for (const key of keys) yield* end(`${key}${count + 1}`)
        for (const key of keys) yield* end(`${key}${count + 1}`)
      })
  )
})
