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

describe("cached listings", () => {
  it.effect("template cache: a listing is served for five minutes, per account", () => {
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

  it.effect("template cache: a new token requests the listing at once", () => {
    const { calls, layer } = catalogue(listed)
    return Effect.gen(function* () {
      yield* names()
      assert.deepStrictEqual(yield* names({ ...account, token: Redacted.make("EAAnew") }), ["t2"])
      assert.strictEqual(calls[1]?.headers["authorization"], "Bearer EAAnew")
    }).pipe(Effect.provide(layer))
  })

  it.effect("template cache: the 500 most recently used accounts are cached", () => {
    const { layer } = catalogue(listed)
    return Effect.gen(function* () {
      for (let n = 1; n <= 500; n++) yield* names(numbered(n))
      assert.deepStrictEqual(yield* names(numbered(1)), ["t1"])
      yield* names(numbered(501))
      assert.deepStrictEqual([yield* names(numbered(1)), yield* names(numbered(2))], [["t1"], ["t502"]])
    }).pipe(Effect.provide(layer))
  })
})

describe("refreshing a listing", () => {
  /** Answers the first call when the test says so. */
  const held = (answer: Answer) =>
    Effect.map(Deferred.make<void>(), (latch) => ({
      release: Deferred.succeed(latch, undefined),
      ...catalogue((ordinal) => (ordinal === 1 ? Effect.andThen(Deferred.await(latch), answer) : listed(ordinal)))
    }))

  it.effect("template cache: concurrent callers share one refresh", () =>
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

  it.effect("template cache: a failed refresh fails for all callers, and the next one requests again", () =>
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

  it.effect("template cache: a refresh continues after its caller is interrupted", () =>
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

describe("listings while the platform is unavailable", () => {
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
    "template cache: (%s) the old listing is served, and the platform is not called for ten seconds",
    ([, outage]) => {
      const { calls, layer, lines, state } = failing(outage)
      return Effect.gen(function* () {
        yield* names()
        state.down = true
        yield* TestClock.adjust("5 minutes")
        assert.deepStrictEqual(yield* names(), ["t1"])
        assert.deepStrictEqual(lines, ["Warn platform unavailable: serving cached templates"])
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

  it.effect("template cache: without an old listing every request returns the failure", () => {
    const { calls, layer } = catalogue(() => refuses(2))
    return Effect.gen(function* () {
      for (const ordinal of [1, 2]) {
        const failure = yield* Effect.flip(names())
        assert.strictEqual(failure._tag === "PlatformRejected" && failure.code, 2)
        assert.strictEqual(calls.length, ordinal)
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("template cache: at most 500 old listings are stored", () => {
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
  "template cache: a permanent refusal fails the request, even with an old listing (%d)",
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
