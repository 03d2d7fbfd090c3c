import * as StoredSignInGuard from "../../src/adapters/limits/StoredSignInGuard.ts"
import * as MemorySignIns from "../../src/adapters/memory/access/MemorySignIns.ts"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { accountLimit, originLimit, pairLimit } from "../../src/domain/access/SignIn.ts"
import { type AttemptKeys, SignInAttempts } from "../../src/ports/access/SignIns.ts"

const ada = { email: "ada@example.com", origin: "192.0.2.1" }
const wrong = Effect.succeedNone
const right = Effect.succeedSome("account")

const Few = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 }))
const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))
/** Somebody tries a wrong password, one of a few for one of a few, from one of a few. */
const Guess = Schema.Struct({ account: Few, origin: Few })
const Guesses = Schema.Array(Guess).check(Schema.isMaxLength(300))

const attemptOf = ({ account, origin }: typeof Guess.Type) => ({
  email: `user-${account}@example.com`,
  origin: `network ${origin}`
})

const secret = Redacted.make("secret of the tests")

const make = Effect.gen(function* () {
  const { attempts, remembered } = yield* MemorySignIns.makeSignInAttempts
  const guard = yield* Effect.provideService(StoredSignInGuard.make(secret), SignInAttempts, attempts)
  return { guard, remembered }
})

type Guard = Effect.Success<typeof make>["guard"]

/** Those of the guesses that were checked. */
const checkedOf = Effect.fnUntraced(function* (guard: Guard, guesses: ReadonlyArray<typeof Guess.Type>) {
  const checked: Array<typeof Guess.Type> = []
  for (const guess of guesses) {
    const check = Effect.sync(() => {
      checked.push(guess)
      return Option.none()
    })
    yield* Effect.exit(guard.attempt(attemptOf(guess), check))
  }
  return checked
})

describe("StoredSignInGuard", () => {
  it.effect("returns the result of the check, and does not count a check with a defect", () =>
    Effect.gen(function* () {
      const { guard } = yield* make
      for (const _ of Array.from({ length: 10 })) {
        yield* Effect.exit(guard.attempt(ada, Effect.die("the store is down")))
        assert.strictEqual(yield* Effect.flip(guard.attempt(ada, Effect.fail("no"))), "no")
      }
      assert.deepStrictEqual(yield* guard.attempt(ada, Effect.succeedSome(1)), Option.some(1))
      assert.deepStrictEqual(yield* guard.attempt(ada, wrong), Option.none())
    })
  )

  it.effect(
    "sign-in: a check of one origin waits for at most one check of another origin, however many wait there",
    () =>
      Effect.gen(function* () {
        const { guard } = yield* make
        const release = yield* Deferred.make<void>()
        const order: Array<string> = []
        const check = (name: string) =>
          Effect.as(
            Effect.andThen(
              Deferred.await(release),
              Effect.sync(() => void order.push(name))
            ),
            Option.none()
          )
        const begin = (origin: string, index: number) =>
          Effect.forkChild(guard.attempt({ email: `user-${index}@example.com`, origin }, check(origin)), {
            startImmediately: true
          })
        const many = yield* Effect.forEach(Array.from({ length: 20 }), (_, index) => begin("192.0.2.1", index))
        const other = yield* begin("192.0.2.2", 100)
        yield* Deferred.succeed(release, undefined)
        yield* Effect.forEach([...many, other], Fiber.await)
        assert.strictEqual(order.length, 21)
        assert.isAtMost(order.indexOf("192.0.2.2"), 2)
      })
  )

  it.effect("sign-in: waiting guesses at one account are refused without a check after the fifth wrong password", () =>
    Effect.gen(function* () {
      const { guard } = yield* make
      const release = yield* Deferred.make<void>()
      let checks = 0
      const check = Effect.as(
        Effect.andThen(
          Deferred.await(release),
          Effect.sync(() => void checks++)
        ),
        Option.none()
      )
      const guesses = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        Effect.forkChild(guard.attempt(ada, check), { startImmediately: true })
      )
      yield* Deferred.succeed(release, undefined)
      yield* Effect.forEach(guesses, Fiber.await)
      assert.strictEqual(checks, pairLimit.failures)
    })
  )

  it.effect("counts a wrong password of a disconnected caller", () =>
    Effect.gen(function* () {
      const { guard } = yield* make
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

  it.effect("checks at most five wrong passwords, however many arrive during the first check", () =>
    Effect.gen(function* () {
      const { guard } = yield* make
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

  it.effect("queues a hundred checks, and rejects more with Retry-After", () =>
    Effect.gen(function* () {
      const { guard } = yield* make
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

  it.effect("stores a bounded number of the latest failures", () =>
    Effect.gen(function* () {
      const { guard, remembered } = yield* make
      const fail = (n: number) => guard.attempt({ email: `user-${n}@example.com`, origin: `network ${n}` }, wrong)
      yield* Effect.replicateEffect(fail(-1), 5)
      yield* Effect.replicateEffect(fail(-2), 4)
      yield* Effect.forEach(Array.from({ length: MemorySignIns.maxRemembered - 2 }), (_, n) => fail(n))
      yield* fail(-2)
      assert.strictEqual(yield* remembered, MemorySignIns.maxRemembered)
      yield* fail(MemorySignIns.maxRemembered)
      assert.strictEqual(yield* remembered, MemorySignIns.maxRemembered)
      assert.deepStrictEqual(yield* fail(-1), Option.none())
      assert.strictEqual((yield* Effect.flip(fail(-2)))._tag, "TooManySignInFailures")
    })
  )

  it.effect.prop(
    "checks no more wrong passwords than the limits of pair, account and origin permit",
    { guesses: Guesses },
    ({ guesses }) =>
      Effect.gen(function* () {
        const { guard } = yield* make
        const checked = yield* checkedOf(guard, guesses)
        for (const { account, origin } of guesses) {
          const ofAccount = checked.filter((one) => one.account === account)
          assert.isAtMost(ofAccount.length, accountLimit.failures)
          assert.isAtMost(checked.filter((one) => one.origin === origin).length, originLimit.failures)
          assert.isAtMost(ofAccount.filter((one) => one.origin === origin).length, pairLimit.failures)
        }
      })
  )

  it.effect.prop(
    "does not lock an account because of attempts from another address",
    { account: Few, times: Count, accounts: Few },
    ({ account, accounts, times }) =>
      Effect.gen(function* () {
        const { guard } = yield* make
        const from = (origin: number) => attemptOf({ account, origin })
        // A neighbour behind the address of the guesser, who signs in to another account.
        const neighbour = { email: "neighbour@example.com", origin: attemptOf({ account, origin: 0 }).origin }
        yield* checkedOf(
          guard,
          Array.from({ length: times }, (_, n) => ({ account: accounts === 0 ? account : n % accounts, origin: 0 }))
        )
        assert.isTrue(Option.isSome(yield* guard.attempt(from(1), right)))
        assert.isTrue(Option.isSome(yield* guard.attempt(neighbour, right)))
      })
  )

  it.effect("limits guesses at one account from many addresses, and admits its owner from a familiar address", () =>
    Effect.gen(function* () {
      const { guard } = yield* make
      const home = { account: 0, origin: -1 }
      yield* guard.attempt(attemptOf(home), right)
      const guesses = Array.from({ length: 200 }, (_, origin) => ({ account: 0, origin }))
      assert.strictEqual((yield* checkedOf(guard, guesses)).length, accountLimit.failures)
      const { retryAfterSeconds } = yield* Effect.flip(guard.attempt(attemptOf({ account: 0, origin: 999 }), right))
      assert.strictEqual(retryAfterSeconds, 3_600)
      assert.isTrue(Option.isSome(yield* guard.attempt(attemptOf(home), right)))
      yield* TestClock.adjust("1 hour")
      assert.isTrue(Option.isSome(yield* guard.attempt(attemptOf({ account: 0, origin: 999 }), right)))
    })
  )

  it.effect("limits one address that tries many accounts, and admits familiar pairs", () =>
    Effect.gen(function* () {
      const { guard } = yield* make
      const colleague = { account: -1, origin: 0 }
      yield* guard.attempt(attemptOf(colleague), right)
      const guesses = Array.from({ length: 300 }, (_, account) => ({ account, origin: 0 }))
      assert.strictEqual((yield* checkedOf(guard, guesses)).length, originLimit.failures)
      assert.isTrue(Option.isSome(yield* guard.attempt(attemptOf(colleague), right)))
      assert.isTrue(Option.isSome(yield* guard.attempt(attemptOf({ account: 5, origin: 1 }), right)))
    })
  )

  it.effect("reserves half of the queue for other origins", () =>
    Effect.gen(function* () {
      const { guard } = yield* make
      const answer = yield* Deferred.make<void>()
      const attempt = (n: number, origin: string) =>
        guard.attempt({ email: `user-${n}@example.com`, origin }, Effect.as(Deferred.await(answer), Option.some(n)))
      yield* Effect.forEach(Array.from({ length: StoredSignInGuard.maxWaitingOfOrigin }), (_, n) =>
        Effect.forkChild(attempt(n, "one"), { startImmediately: true })
      )
      assert.strictEqual((yield* Effect.flip(attempt(50, "one"))).retryAfterSeconds, 10)
      const other = yield* Effect.forkChild(attempt(51, "another"), { startImmediately: true })
      yield* Deferred.succeed(answer, undefined)
      assert.deepStrictEqual(yield* Fiber.join(other), Option.some(51))
    })
  )

  it.effect("ends a limit despite a clock that is set back", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000_000_000)
      const { guard } = yield* make
      yield* Effect.replicateEffect(guard.attempt(ada, wrong), 5)
      yield* TestClock.setTime(0)
      assert.deepStrictEqual(yield* guard.attempt(ada, Effect.succeedSome(1)), Option.some(1))
    })
  )

  it.effect("passes no address to the store, and no hash that can be computed without the secret", () =>
    Effect.gen(function* () {
      const keysWith = Effect.fnUntraced(function* (text: string) {
        const seen: Array<AttemptKeys> = []
        const attempts = SignInAttempts.of({
          waitFor: (keys) =>
            Effect.as(
              Effect.sync(() => seen.push(keys)),
              0
            ),
          begin: () => Effect.succeed(0),
          end: () => Effect.void
        })
        const guard = yield* Effect.provideService(
          StoredSignInGuard.make(Redacted.make(text)),
          SignInAttempts,
          attempts
        )
        yield* guard.attempt(ada, wrong)
        yield* guard.attempt({ ...ada, email: ada.email.toUpperCase() }, wrong)
        return seen
      })
      const [first, second] = yield* keysWith("one secret")
      assert.deepStrictEqual(first, second)
      assert.isTrue(Object.values(first ?? {}).every((key) => /^[0-9a-f]{64}$/.test(key)))
      assert.strictEqual(new Set(Object.values(first ?? {})).size, 3)
      assert.notDeepEqual(yield* keysWith("another secret"), [first, second])
    })
  )
})
