import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Option, Queue, Ref } from "effect"
import { TestClock } from "effect/testing"
import * as Webhooks from "../../../emulator/webhooks/Webhooks.ts"
import { said } from "./platformReports.ts"
import { deliveries, reporting } from "./reportingTo.ts"

describe("delivery by hand", () => {
  it.effect("happens when it is asked for, at once and in order, whatever the clock says", () =>
    Effect.gen(function* () {
      const { flush, report, undelivered } = yield* Webhooks.Webhooks
      yield* report(said("later", { at: 60_000 }))
      yield* report(said("sooner", { at: 30_000 }))
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* deliveries, [])
      assert.strictEqual(yield* undelivered, 2)
      assert.deepStrictEqual(yield* flush, { delivered: 2, undelivered: 0 })
      assert.deepStrictEqual(
        (yield* deliveries).map(({ at, body, status }) => [at, /sooner|later/.exec(body)?.[0], status]),
        [
          ["1970-01-01T01:00:00.000Z", "sooner", 200],
          ["1970-01-01T01:00:00.000Z", "later", 200]
        ]
      )
      assert.deepStrictEqual(yield* flush, { delivered: 0, undelivered: 0 })
    }).pipe(Effect.provide(reporting({ rules: [] }, "manual")))
  )

  it.effect("keeps what the app refuses for the next time, however often", () =>
    Effect.gen(function* () {
      const up = yield* Ref.make(false)
      yield* Effect.gen(function* () {
        const { flush, report } = yield* Webhooks.Webhooks
        yield* report(said("a"))
        for (let time = 0; time < 8; time += 1) assert.deepStrictEqual(yield* flush, { delivered: 0, undelivered: 1 })
        yield* Ref.set(up, true)
        assert.deepStrictEqual(yield* flush, { delivered: 1, undelivered: 0 })
        assert.deepStrictEqual(
          (yield* deliveries).map(({ status }) => status),
          [...Array.from({ length: 8 }, () => 503), 200]
        )
      }).pipe(
        Effect.provide(reporting({ rules: [] }, "manual", () => Effect.map(Ref.get(up), (isUp) => (isUp ? 200 : 503))))
      )
    })
  )

  it.effect("does not wait for ever for an app that never answers", () =>
    Effect.gen(function* () {
      const asked = yield* Queue.unbounded<void>()
      const silent = () => Effect.andThen(Queue.offer(asked, undefined), Effect.never)
      yield* Effect.gen(function* () {
        const { flush, report } = yield* Webhooks.Webhooks
        yield* report(said("a"))
        const flushing = yield* Effect.forkChild(flush)
        yield* Queue.take(asked)
        yield* TestClock.adjust("9 seconds")
        assert.isUndefined(flushing.pollUnsafe())
        yield* TestClock.adjust("1 seconds")
        assert.deepStrictEqual(yield* Fiber.join(flushing), { delivered: 0, undelivered: 1 })
        assert.deepStrictEqual(
          (yield* deliveries).map(({ status }) => status),
          [0]
        )
      }).pipe(Effect.provide(reporting({ rules: [] }, "manual", silent)))
    })
  )

  it.effect("tells everything that is owed to a clock as well", () =>
    Effect.gen(function* () {
      const { flush, report } = yield* Webhooks.Webhooks
      yield* report(said("later", { at: 60_000 }))
      assert.deepStrictEqual(yield* flush, { delivered: 1, undelivered: 0 })
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* deliveries).length, 1)
    }).pipe(Effect.provide(reporting({ rules: [] }, "timed")))
  )
})

describe("reports of one account", () => {
  it.effect("come one after the other, those of others meanwhile", () =>
    Effect.gen(function* () {
      const gate = yield* Queue.unbounded<number>()
      const began = yield* Queue.unbounded<string>()
      const slow = (body: string) => {
        const text = /"text":"(\w+)"/.exec(body)?.[1] ?? ""
        return Effect.andThen(Queue.offer(began, text), text === "a" ? Queue.take(gate) : Effect.succeed(200))
      }
      yield* Effect.gen(function* () {
        const { report } = yield* Webhooks.Webhooks
        for (const text of ["a", "b"]) yield* report(said(text))
        yield* report(said("other", { entryId: "8" }))
        assert.deepStrictEqual([yield* Queue.take(began), yield* Queue.take(began)], ["a", "other"])
        assert.strictEqual(yield* Queue.size(began), 0)
        // A refusal comes again later; the next one need not wait for that.
        yield* Queue.offer(gate, 500)
        assert.strictEqual(yield* Queue.take(began), "b")
      }).pipe(Effect.provide(reporting({ rules: [] }, "timed", slow)))
    })
  )

  it.effect("are dropped when too many are undelivered, and when there is nobody to tell", () =>
    Effect.gen(function* () {
      const { report, setCallback, undelivered } = yield* Webhooks.Webhooks
      yield* Effect.forEach(Array.from({ length: Webhooks.maxUndelivered + 5 }), () => report(said("a")))
      assert.strictEqual(yield* undelivered, Webhooks.maxUndelivered)
      yield* setCallback(Option.none())
      yield* report(said("a"))
      assert.deepStrictEqual(yield* (yield* Webhooks.Webhooks).flush, { delivered: 0, undelivered: 0 })
    }).pipe(Effect.provide(reporting({ rules: [] }, "manual")))
  )
})
