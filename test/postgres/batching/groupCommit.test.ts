import { assert, describe, it } from "@effect/vitest"
import { type Array, Deferred, Effect, Exit, Fiber, Ref, Scope } from "effect"
import { TestClock } from "effect/testing"
import { groupCommit, maxBatch, maxInFlight } from "../../../src/adapters/postgres/batching/groupWriter.ts"

type Items = Array.NonEmptyReadonlyArray<number>

/** A writer whose flushes are recorded, and take a second each. */
const slow = Effect.gen(function* () {
  const flushes = yield* Ref.make<ReadonlyArray<Items>>([])
  const submit = yield* groupCommit({
    name: "test",
    flush: (items: Items) =>
      Effect.sleep("1 second").pipe(
        Effect.andThen(Ref.update(flushes, (all) => [...all, items])),
        Effect.as(items.map((item) => `wrote ${item}`))
      ),
    isItemFault: () => false
  })
  return { flushes: Ref.get(flushes), submit }
})

const numbers = (count: number) => globalThis.Array.from({ length: count }, (_, place) => place)

/** Gives every lane a flush of its own, a millisecond apart. */
const occupy = Effect.fnUntraced(function* (submit: (item: number) => Effect.Effect<string>) {
  return yield* Effect.forEach(numbers(maxInFlight), (item) =>
    Effect.tap(Effect.forkChild(submit(item)), TestClock.adjust("1 millis"))
  )
})

const submitAll = (submit: (item: number) => Effect.Effect<string>, items: ReadonlyArray<number>) =>
  Effect.forkChild(Effect.forEach(items, submit, { concurrency: "unbounded" }))

describe("groupCommit", () => {
  it.effect("writes a single item at once, without waiting for others", () =>
    Effect.gen(function* () {
      const submit = yield* groupCommit({
        name: "test",
        flush: (items: Items) => Effect.succeed(items.map((item) => item * 2)),
        isItemFault: () => false
      })
      assert.strictEqual(yield* submit(21), 42)
    })
  )

  it.effect("combines items that arrive during the last flushes, and returns each item its own result", () =>
    Effect.gen(function* () {
      const { flushes, submit } = yield* slow
      const first = yield* occupy(submit)
      const later = yield* submitAll(submit, [10, 11, 12, 13, 14])
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.joinAll(first)
      assert.deepStrictEqual(yield* Fiber.join(later), ["wrote 10", "wrote 11", "wrote 12", "wrote 13", "wrote 14"])
      const groups = (yield* flushes).filter((items) => items[0] >= 10)
      assert.deepStrictEqual(groups, [[10, 11, 12, 13, 14]])
    })
  )

  it.effect("never writes more at once than its limits allow", () =>
    Effect.gen(function* () {
      const running = yield* Ref.make(0)
      const peaks = yield* Ref.make<{ readonly flushes: number; readonly items: number }>({ flushes: 0, items: 0 })
      const submit = yield* groupCommit({
        name: "test",
        flush: Effect.fnUntraced(function* (items: Items) {
          const now = yield* Ref.updateAndGet(running, (count) => count + 1)
          yield* Ref.update(peaks, (peak) => ({
            flushes: Math.max(peak.flushes, now),
            items: Math.max(peak.items, items.length)
          }))
          yield* Effect.sleep("1 second")
          yield* Ref.update(running, (count) => count - 1)
          return items
        }),
        isItemFault: () => false
      })
      const all = yield* Effect.forkChild(Effect.forEach(numbers(5_000), submit, { concurrency: "unbounded" }))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* Fiber.join(all), numbers(5_000))
      assert.deepStrictEqual(yield* Ref.get(peaks), {
        flushes: maxInFlight,
        items: maxBatch
      })
    })
  )

  it.effect("fails only the item that cannot be written, and writes the others", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const submit = yield* groupCommit({
        name: "test",
        flush: (items: Items) =>
          Effect.andThen(
            Deferred.await(gate),
            items.includes(13) ? Effect.fail("unlucky" as const) : Effect.succeed(items)
          ),
        isItemFault: (error) => error === "unlucky"
      })
      const all = yield* Effect.forkChild(
        Effect.forEach(numbers(40), (item) => Effect.exit(submit(item)), { concurrency: "unbounded" })
      )
      yield* Deferred.succeed(gate, undefined)
      const exits = yield* Fiber.join(all)
      assert.deepStrictEqual(
        exits.map((exit) => (Exit.isSuccess(exit) ? exit.value : "failed")),
        numbers(40).map((item) => (item === 13 ? "failed" : item))
      )
    })
  )

  it.effect("fails every item of a group if the failure has no single cause", () =>
    Effect.gen(function* () {
      const tries = yield* Ref.make(0)
      const submit = yield* groupCommit({
        name: "test",
        flush: () =>
          Effect.andThen(
            Ref.update(tries, (count) => count + 1),
            Effect.fail("database gone" as const)
          ),
        isItemFault: () => false
      })
      const exits = yield* Effect.forEach(numbers(10), (item) => Effect.exit(submit(item)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(
        exits,
        numbers(10).map(() => Exit.fail("database gone" as const))
      )
      assert.isAtMost(yield* Ref.get(tries), 10)
    })
  )

  it.effect("continues after a flush with a defect", () =>
    Effect.gen(function* () {
      const submit = yield* groupCommit({
        name: "test",
        flush: (items: Items) => (items.includes(0) ? Effect.die("bug") : Effect.succeed(items)),
        isItemFault: () => false
      })
      for (let round = 0; round < maxInFlight + 1; round++) {
        assert.isTrue(Exit.isFailure(yield* Effect.exit(submit(0))))
      }
      assert.strictEqual(yield* submit(1), 1)
    })
  )

  it.effect("finishes the running flush at its close, and leaves no caller waiting", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { flushes, submit } = yield* Scope.provide(slow, scope)
      const begun = yield* occupy(submit)
      const waiting = yield* Effect.forkChild(Effect.exit(submit(99)))
      yield* TestClock.adjust("1 millis")
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("1 millis")
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(closing)
      assert.deepStrictEqual(yield* Fiber.joinAll(begun), ["wrote 0", "wrote 1", "wrote 2"])
      const left = yield* Fiber.join(waiting)
      assert.isTrue(Exit.hasInterrupts(left))
      assert.isFalse((yield* flushes).some((items) => items.includes(99)))
    })
  )
})
