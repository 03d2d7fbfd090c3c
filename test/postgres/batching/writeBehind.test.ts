import { assert, describe, it } from "@effect/vitest"
import { type Array, Deferred, Effect, Exit, Fiber, Layer, Logger, Queue, Ref, References, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as WriteBehind from "../../../src/adapters/postgres/batching/WriteBehind.ts"

type Items = Array.NonEmptyReadonlyArray<number>

const numbers = (from: number, count: number) => globalThis.Array.from({ length: count }, (_, place) => from + place)

/** What was logged: the text, and how many were lost. */
const givenLog = () => {
  const lines: globalThis.Array<unknown> = []
  const collector = Logger.make<unknown, void>(({ logLevel, message }) => {
    lines.push([logLevel, ...(globalThis.Array.isArray(message) ? message.slice(0, 2) : [message])])
  })
  const layer = Layer.merge(Logger.layer([collector]), Layer.succeed(References.MinimumLogLevel, "Warn"))
  return { lines, layer }
}

/** A writer whose flushes do what is asked, and are told of when they are done. */
const writing = Effect.fnUntraced(function* (
  flush: (items: Items) => Effect.Effect<unknown, string> = () => Effect.void
) {
  const written = yield* Ref.make<ReadonlyArray<Items>>([])
  const flushed = yield* Queue.unbounded<ReadonlyArray<number>>()
  const submit = yield* WriteBehind.make({
    name: "rows",
    flush: Effect.fnUntraced(function* (items: Items) {
      yield* flush(items)
      yield* Ref.update(written, (all) => [...all, items])
      yield* Queue.offer(flushed, items)
    })
  })
  const submitAll = (items: ReadonlyArray<number>) => Effect.forEach(items, submit, { discard: true })
  return { submitAll, written: Ref.get(written), nextFlush: Queue.take(flushed) }
})

describe("WriteBehind", () => {
  it.effect("writes in one batch, in order, the items within a second of the first", () =>
    Effect.gen(function* () {
      const { nextFlush, submitAll, written } = yield* writing()
      yield* submitAll([1])
      yield* TestClock.adjust("600 millis")
      yield* submitAll([2, 3])
      yield* TestClock.adjust("399 millis")
      assert.deepStrictEqual(yield* written, [])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* nextFlush, [1, 2, 3])
      yield* submitAll([4])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* nextFlush, [4])
    })
  )

  it.effect("writes a full batch at once, and never a larger one", () =>
    Effect.gen(function* () {
      const { nextFlush, submitAll, written } = yield* writing()
      const all = numbers(0, 2 * WriteBehind.maxBatch + 10)
      yield* submitAll(all)
      assert.deepStrictEqual(yield* nextFlush, all.slice(0, WriteBehind.maxBatch))
      assert.deepStrictEqual(yield* nextFlush, all.slice(WriteBehind.maxBatch, 2 * WriteBehind.maxBatch))
      yield* TestClock.adjust("999 millis")
      assert.strictEqual((yield* written).length, 2)
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* nextFlush, all.slice(2 * WriteBehind.maxBatch))
    })
  )

  it.effect("drops items if too many wait, without delay, and logs their number", () => {
    const { layer, lines } = givenLog()
    return Effect.gen(function* () {
      const first = yield* Deferred.make<void>()
      const { nextFlush, submitAll } = yield* writing(() => Deferred.await(first))
      yield* submitAll([-1])
      yield* TestClock.adjust("1 second")
      yield* submitAll(numbers(0, WriteBehind.maxWaiting + 7))
      assert.deepStrictEqual(lines, [])
      yield* Deferred.succeed(first, undefined)
      assert.deepStrictEqual(yield* nextFlush, [-1])
      for (let from = 0; from < WriteBehind.maxWaiting; from += WriteBehind.maxBatch) {
        assert.deepStrictEqual(yield* nextFlush, numbers(from, WriteBehind.maxBatch))
      }
      assert.deepStrictEqual(lines, [["Warn", "rows came in faster than they could be written", { lost: 7 }]])
    }).pipe(Effect.provide(layer))
  })

  it.effect("rows that cannot be written: one line a minute has the number lost, and later rows are written", () => {
    const { layer, lines } = givenLog()
    return Effect.gen(function* () {
      const { nextFlush, submitAll } = yield* writing((items) =>
        items.includes(2) ? Effect.fail("no") : items.includes(3) ? Effect.die("lightning") : Effect.void
      )
      for (const items of [[1, 2], [3], [3], [4, 5]]) {
        yield* submitAll(items)
        yield* TestClock.adjust("1 second")
      }
      assert.deepStrictEqual(yield* nextFlush, [4, 5])
      yield* TestClock.adjust("1 minute")
      yield* submitAll([3])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(lines, [
        ["Error", "rows could not be written", { lost: 2 }],
        ["Error", "rows could not be written", { lost: 3 }]
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("writes pending items at its end, without waiting for more", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { submitAll, written } = yield* Scope.provide(writing(), scope)
      const all = numbers(0, WriteBehind.maxBatch + 3)
      yield* submitAll(all)
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual((yield* written).flat(), all)
      yield* submitAll([1])
      assert.deepStrictEqual((yield* written).flat(), all)
    })
  )

  it.effect("ends after a bounded time, and logs the number of lost items", () => {
    const { layer, lines } = givenLog()
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      const hanging = writing(() => Effect.never)
      const { submitAll, written } = yield* Scope.provide(hanging, scope)
      const all = numbers(0, WriteBehind.maxBatch + 3)
      yield* submitAll(all)
      yield* TestClock.adjust("1 second")
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(closing.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(closing)
      assert.deepStrictEqual(yield* written, [])
      assert.deepStrictEqual(lines, [["Warn", "rows were not all written at the end", { lost: all.length }]])
    }).pipe(Effect.provide(layer))
  })
})
