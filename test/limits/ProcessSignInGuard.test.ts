import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import * as ProcessSignInGuard from "../../src/adapters/limits/ProcessSignInGuard.ts"

const ada = { email: "ada@example.com", origin: "192.0.2.1" }
const wrong = Effect.succeedNone

describe("ProcessSignInGuard", () => {
  it.effect("gives back what the check says, and counts no check that dies", () =>
    Effect.gen(function* () {
      const { guard } = yield* ProcessSignInGuard.make
      for (const _ of Array.from({ length: 10 })) {
        yield* Effect.exit(guard.attempt(ada, Effect.die("the store is down")))
        assert.strictEqual(yield* Effect.flip(guard.attempt(ada, Effect.fail("no"))), "no")
      }
      assert.deepStrictEqual(yield* guard.attempt(ada, Effect.succeedSome(1)), Option.some(1))
      assert.deepStrictEqual(yield* guard.attempt(ada, wrong), Option.none())
    })
  )

  it.effect("counts a wrong password whose answer nobody waits for", () =>
    Effect.gen(function* () {
      const { guard } = yield* ProcessSignInGuard.make
      for (const _ of [1, 2, 3, 4, 5]) {
        const answer = yield* Deferred.make<Option.Option<never>>()
        const trying = yield* Effect.forkChild(guard.attempt(ada, Deferred.await(answer)), { startImmediately: true })
        const gone = yield* Effect.forkChild(Fiber.interrupt(trying), { startImmediately: true })
        yield* Deferred.succeed(answer, Option.none())
        yield* Fiber.join(gone)
      }
      const { retryAfterSeconds } = yield* Effect.flip(guard.attempt(ada, Effect.die("not asked")))
      assert.strictEqual(retryAfterSeconds, 300)
    })
  )

  it.effect("checks no more than five wrong passwords, however many come while the first is checked", () =>
    Effect.gen(function* () {
      const { guard } = yield* ProcessSignInGuard.make
      const answer = yield* Deferred.make<Option.Option<never>>()
      let checks = 0
      const check = Effect.suspend(() => {
        checks += 1
        return Deferred.await(answer)
      })
      const attempts = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        Effect.forkChild(Effect.result(guard.attempt(ada, check)), { startImmediately: true })
      )
      assert.strictEqual(checks, 1)
      yield* Deferred.succeed(answer, Option.none())
      const answers = yield* Effect.forEach(attempts, Fiber.join)
      assert.strictEqual(checks, 5)
      assert.strictEqual(answers.filter(({ _tag }) => _tag === "Failure").length, 15)
    })
  )

  it.effect("lets a hundred wait for their turn, and tells more of them to come back", () =>
    Effect.gen(function* () {
      const { guard } = yield* ProcessSignInGuard.make
      const answer = yield* Deferred.make<void>()
      const attempt = (n: number) =>
        guard.attempt(
          { email: `user-${n}@example.com`, origin: `network ${n}` },
          Effect.as(Deferred.await(answer), Option.some(n))
        )
      const waiting = yield* Effect.forEach(Array.from({ length: 100 }), (_, n) =>
        Effect.forkChild(attempt(n), { startImmediately: true })
      )
      const { retryAfterSeconds } = yield* Effect.flip(attempt(100))
      assert.strictEqual(retryAfterSeconds, 10)
      const [, second] = waiting
      if (second !== undefined) yield* Fiber.interrupt(second)
      const late = yield* Effect.forkChild(attempt(101), { startImmediately: true })
      yield* Deferred.succeed(answer, undefined)
      assert.deepStrictEqual(yield* Fiber.join(late), Option.some(101))
    })
  )

  it.effect("remembers no more than it may, and those who failed last", () =>
    Effect.gen(function* () {
      const { guard, remembered } = yield* ProcessSignInGuard.make
      const fail = (n: number) => guard.attempt({ email: `user-${n}@example.com`, origin: `network ${n}` }, wrong)
      yield* Effect.replicateEffect(fail(-1), 5)
      yield* Effect.replicateEffect(fail(-2), 4)
      yield* Effect.forEach(Array.from({ length: ProcessSignInGuard.maxRemembered - 2 }), (_, n) => fail(n))
      yield* fail(-2)
      assert.strictEqual(yield* remembered, ProcessSignInGuard.maxRemembered)
      yield* fail(ProcessSignInGuard.maxRemembered)
      assert.strictEqual(yield* remembered, ProcessSignInGuard.maxRemembered)
      assert.deepStrictEqual(yield* fail(-1), Option.none())
      assert.strictEqual((yield* Effect.flip(fail(-2)))._tag, "TooManySignInFailures")
    })
  )

  it.effect("is not fooled by a clock that is set back", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000_000)
      const { guard } = yield* ProcessSignInGuard.make
      yield* Effect.replicateEffect(guard.attempt(ada, wrong), 5)
      yield* TestClock.setTime(0)
      assert.deepStrictEqual(yield* guard.attempt(ada, Effect.succeedSome(1)), Option.some(1))
    })
  )
})
