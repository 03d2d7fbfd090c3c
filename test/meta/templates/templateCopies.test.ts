import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { ConnectionLost, NotConnected } from "../../../src/adapters/outbound/HttpFailure.ts"
import { ChannelAccountId } from "../../../src/domain/Ids.ts"
import { type Answer, refuses, says } from "../cannedAgent.ts"
import { account } from "../graph.ts"
import { catalogue, names, template } from "./templates.ts"

/** Every answer lists one template, named after the call that it answers. */
const listed = (ordinal: number): Answer => says({ data: [{ ...template, name: `t${ordinal}` }] })

const numbered = (n: number) => {
  const id = ChannelAccountId.make(`018f0000-0000-7000-8000-${String(n).padStart(12, "0")}`)
  return { ...account, account: { ...account.account, id } }
}

describe("a listing", () => {
  it.effect("is served for five minutes, to each account its own", () => {
    const { layer } = catalogue(listed)
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* names(), ["t1"])
      assert.deepStrictEqual(yield* names(numbered(2)), ["t2"])
      yield* TestClock.adjust("299 seconds")
      assert.deepStrictEqual([yield* names(), yield* names(numbered(2))], [["t1"], ["t2"]])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* names(), ["t3"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("is asked for at once with a new token", () => {
    const { calls, layer } = catalogue(listed)
    return Effect.gen(function* () {
      yield* names()
      assert.deepStrictEqual(yield* names({ ...account, token: Redacted.make("EAAnew") }), ["t2"])
      assert.strictEqual(calls[1]?.headers["authorization"], "Bearer EAAnew")
    }).pipe(Effect.provide(layer))
  })

  it.effect("is kept of 500 accounts, those whose templates were wanted last", () => {
    const { layer } = catalogue(listed)
    return Effect.gen(function* () {
      for (let n = 1; n <= 500; n++) yield* names(numbered(n))
      assert.deepStrictEqual(yield* names(numbered(1)), ["t1"])
      yield* names(numbered(501))
      assert.deepStrictEqual([yield* names(numbered(1)), yield* names(numbered(2))], [["t1"], ["t502"]])
    }).pipe(Effect.provide(layer))
  })
})

describe("a refresh", () => {
  /** Answers the first call when the test says so. */
  const held = (answer: Answer) =>
    Effect.map(Deferred.make<void>(), (latch) => ({
      release: Deferred.succeed(latch, undefined),
      ...catalogue((ordinal) => (ordinal === 1 ? Effect.andThen(Deferred.await(latch), answer) : listed(ordinal)))
    }))

  it.effect("is made once for all who wait", () =>
    Effect.gen(function* () {
      const { calls, layer, release } = yield* held(listed(1))
      yield* Effect.gen(function* () {
        const waiting = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 20 }, () => names()),
            { concurrency: 20 }
          )
        )
        yield* TestClock.adjust("1 second")
        yield* release
        assert.deepStrictEqual(
          yield* Fiber.join(waiting),
          Array.from({ length: 20 }, () => ["t1"])
        )
        assert.strictEqual(calls.length, 1)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("that fails does so for all who wait, and the next one asks anew", () =>
    Effect.gen(function* () {
      const { calls, layer, release } = yield* held(refuses(190))
      yield* Effect.gen(function* () {
        const failing = Array.from({ length: 20 }, () => Effect.flip(names()))
        const waiting = yield* Effect.forkChild(Effect.all(failing, { concurrency: 20 }))
        yield* TestClock.adjust("1 second")
        yield* release
        const failures = yield* Fiber.join(waiting)
        assert.deepStrictEqual(
          new Set(failures.map((failure) => failure._tag === "PlatformRejected" && failure.code)),
          new Set([190])
        )
        assert.strictEqual(calls.length, 1)
        assert.deepStrictEqual(yield* names(), ["t2"])
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("goes on when the one who asked for it is gone", () =>
    Effect.gen(function* () {
      const { calls, layer, release } = yield* held(listed(1))
      yield* Effect.gen(function* () {
        const first = yield* Effect.forkChild(names())
        yield* TestClock.adjust("1 second")
        const second = yield* Effect.forkChild(names())
        yield* TestClock.adjust("1 second")
        yield* Fiber.interrupt(first)
        yield* release
        assert.deepStrictEqual(yield* Fiber.join(second), ["t1"])
        assert.strictEqual(calls.length, 1)
      }).pipe(Effect.provide(layer))
    })
  )
})

describe("while the platform is down", () => {
  const notReached = Effect.fail(new NotConnected({ reason: "connection refused", detail: "ECONNREFUSED" }))
  const outages: ReadonlyArray<readonly [string, Answer]> = [
    ["not reached", notReached],
    ["lost", Effect.fail(new ConnectionLost({ detail: "other side closed" }))],
    ["answering nonsense", says("Bad Gateway", 502)],
    ["out of order", refuses(2)],
    ["asked too often", refuses(80008)]
  ]

  /** Answers the first call, then is down for as long as the test says. */
  const failing = (outage: Answer) => {
    const state = { down: false }
    return { state, ...catalogue((ordinal) => (state.down ? outage : listed(ordinal))) }
  }

  it.effect.each(outages)(
    "(%s) the old listing is served, and the platform left alone for ten seconds",
    ([, outage]) => {
      const { calls, layer, lines, state } = failing(outage)
      return Effect.gen(function* () {
        yield* names()
        state.down = true
        yield* TestClock.adjust("5 minutes")
        assert.deepStrictEqual(yield* names(), ["t1"])
        assert.deepStrictEqual(lines, ["Warn the platform is down: an old copy of the templates is served"])
        const before = calls.length
        yield* TestClock.adjust("9 seconds")
        assert.deepStrictEqual(yield* names(), ["t1"])
        assert.strictEqual(calls.length, before)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* names(), ["t1"])
        assert.isAbove(calls.length, before)
        state.down = false
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* names(), [`t${calls.length}`])
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("the failure is told where there is no old listing, every time that it is asked for", () => {
    const { calls, layer } = catalogue(() => refuses(2))
    return Effect.gen(function* () {
      for (const ordinal of [1, 2]) {
        const failure = yield* Effect.flip(names())
        assert.strictEqual(failure._tag === "PlatformRejected" && failure.code, 2)
        assert.strictEqual(calls.length, ordinal)
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("no more than 500 old listings are there to serve", () => {
    const { layer, state } = failing(refuses(2))
    return Effect.gen(function* () {
      for (let n = 1; n <= 501; n++) yield* names(numbered(n))
      state.down = true
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(yield* names(numbered(501)), ["t501"])
      assert.deepStrictEqual(yield* names(numbered(2)), ["t2"])
      assert.strictEqual((yield* Effect.flip(names(numbered(1))))._tag, "PlatformRejected")
    }).pipe(Effect.provide(layer))
  })
})

it.effect.each([190, 100, 10, 200])(
  "a refusal that does not pass by itself is told, though there is an old listing (%d)",
  (code) => {
    const { layer } = catalogue((ordinal) => (ordinal === 1 ? listed(1) : refuses(code)))
    return Effect.gen(function* () {
      yield* names()
      yield* TestClock.adjust("5 minutes")
      const failure = yield* Effect.flip(names())
      assert.strictEqual(failure._tag === "PlatformRejected" && failure.code, code)
    }).pipe(Effect.provide(layer))
  }
)
