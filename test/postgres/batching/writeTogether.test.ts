import { assert, describe, it } from "@effect/vitest"
import { type Array as Arr, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import {
  maxAtOnce,
  maxTogether,
  worthwhile,
  writeTogether
} from "../../../src/adapters/postgres/batching/groupWriter.ts"

type Items = Arr.NonEmptyReadonlyArray<number>

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, place) => from + place)

/** A writer whose statements are remembered when they begin, and take a second each; items in `faulty` fail theirs. */
const scene = Effect.fnUntraced(function* (faulty: ReadonlyArray<number> = []) {
  const statements: Array<Items> = []
  let running = 0
  let most = 0
  const submit = yield* writeTogether({
    name: "test",
    write: (items: Items) =>
      Effect.gen(function* () {
        statements.push(items)
        most = Math.max(most, (running += 1))
        yield* Effect.sleep("1 second")
        running -= 1
        if (items.some((item) => faulty.includes(item))) return yield* Effect.fail("faulty")
      }),
    isItemFault: (error) => error === "faulty"
  })
  const submitAll = (items: ReadonlyArray<number>) =>
    Effect.forkChild(Effect.forEach(items, (item) => Effect.exit(submit(item)), { concurrency: "unbounded" }))
  return { statements, submit, submitAll, most: () => most, sizes: () => statements.map(({ length }) => length) }
})

const aMoment = TestClock.adjust("1 millis")

describe("writeTogether", () => {
  it.effect("combines the items submitted in one turn, and writes a single item at once", () =>
    Effect.gen(function* () {
      const { statements, submit, submitAll } = yield* scene()
      const all = yield* submitAll([1, 2, 3])
      yield* aMoment
      assert.deepStrictEqual(statements, [[1, 2, 3]])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Fiber.join(all), [Exit.void, Exit.void, Exit.void])
      const alone = yield* Effect.forkChild(submit(4))
      yield* aMoment
      assert.deepStrictEqual(statements, [[1, 2, 3], [4]])
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(alone)
    })
  )

  it.effect("delays a small batch until the running statement ends", () =>
    Effect.gen(function* () {
      const { sizes, submitAll } = yield* scene()
      yield* submitAll([1])
      yield* aMoment
      const later = yield* submitAll(numbers(worthwhile - 1, 10))
      yield* aMoment
      assert.deepStrictEqual(sizes(), [1])
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(sizes(), [1, worthwhile - 1])
      yield* Fiber.join(later)
    })
  )

  it.effect(
    "writes a worthwhile batch beside running statements, within bounds on their number and on batch sizes",
    () =>
      Effect.gen(function* () {
        const { most, sizes, submitAll } = yield* scene()
        for (let nth = 0; nth <= maxAtOnce; nth++) {
          yield* submitAll(numbers(worthwhile, nth * worthwhile))
          yield* aMoment
        }
        assert.deepStrictEqual(
          sizes(),
          numbers(maxAtOnce).map(() => worthwhile)
        )
        const many = yield* submitAll(numbers(maxTogether * 3, 1_000_000))
        yield* TestClock.adjust("1 minute")
        yield* Fiber.join(many)
        assert.strictEqual(Math.max(...sizes()), maxTogether)
        assert.strictEqual(most(), maxAtOnce)
        assert.strictEqual(
          sizes().reduce((sum, size) => sum + size, 0),
          (maxAtOnce + 1) * worthwhile + maxTogether * 3
        )
      })
  )

  it.effect("fails only the items at fault", () =>
    Effect.gen(function* () {
      const { submitAll } = yield* scene([3, 4])
      const all = yield* submitAll([1, 2, 3, 4, 5])
      yield* TestClock.adjust("1 minute")
      const fault = Exit.fail("faulty")
      assert.deepStrictEqual(yield* Fiber.join(all), [Exit.void, Exit.void, fault, fault, Exit.void])
    })
  )

  it.effect("finishes started statements at its close, and leaves no caller waiting", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { sizes, submit, submitAll } = yield* Scope.provide(scene(), scope)
      const begun = yield* submitAll([1])
      yield* aMoment
      const waiting = yield* submitAll([2])
      yield* aMoment
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.join(closing)
      assert.deepStrictEqual(yield* Fiber.join(begun), [Exit.void])
      const [left] = yield* Fiber.join(waiting)
      assert.isTrue(left !== undefined && Exit.hasInterrupts(left))
      assert.isTrue(Exit.hasInterrupts(yield* Effect.exit(submit(3))))
      assert.deepStrictEqual(sizes(), [1])
    })
  )
})
