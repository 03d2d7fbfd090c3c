import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { email, givenAda, identityWorld, password, seen, signIn } from "./identityProvider.ts"

const wrong = { email, password: "wrong" }

const tooMany = {
  status: 429,
  body: { code: "over_request_rate_limit", message: "Request rate limit reached" }
}

/** The statuses of so many wrong passwords. */
const guess = (times: number, from: (time: number) => string, address: (time: number) => string = () => email) =>
  Effect.forEach(Array.from({ length: times }), (_, time) =>
    Effect.map(signIn({ ...wrong, email: address(time) }, { from: from(time) }), ({ status }) => status)
  )

const anywhere = (time: number) => `198.51.100.${time}`
const here = () => "192.0.2.1"
const anybody = (time: number) => `nobody-${time}@example.com`

describe("guessing passwords", () => {
  it.effect("is blocked after five wrong passwords for one account from one address, and not for others", () =>
    Effect.gen(function* () {
      yield* givenAda
      assert.deepStrictEqual(yield* guess(6, here), [400, 400, 400, 400, 400, 429])
      assert.strictEqual((yield* signIn(undefined, { from: "203.0.113.1" })).status, 200)
      const answer = yield* signIn({ email: email.toUpperCase(), password }, { from: here() })
      assert.deepStrictEqual(seen(answer), tooMany)
      assert.strictEqual(answer.headers.get("retry-after"), "300")
      assert.strictEqual(answer.headers.get("x-sb-error-code"), "over_request_rate_limit")
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("has the same response for an unknown account", () =>
    Effect.gen(function* () {
      yield* givenAda
      const nobody = () => "nobody@example.com"
      assert.deepStrictEqual(yield* guess(6, here, nobody), [400, 400, 400, 400, 400, 429])
      assert.strictEqual((yield* signIn()).status, 200)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect(
    "is blocked after a hundred from one address, for all pairs that are new there, whatever the accounts",
    () =>
      Effect.gen(function* () {
        yield* givenAda
        assert.strictEqual((yield* signIn(undefined, { from: "203.0.113.1" })).status, 200)
        const spray = yield* guess(101, () => "203.0.113.1", anybody)
        assert.deepStrictEqual([spray.filter((status) => status === 400).length, spray.at(-1)], [100, 429])
        assert.strictEqual((yield* signIn(undefined, { from: "203.0.113.1" })).status, 200)
        assert.deepStrictEqual(yield* guess(1, () => "203.0.113.1", anybody), [429])
        assert.strictEqual((yield* signIn(undefined, { from: here() })).status, 200)
      }).pipe(Effect.provide(identityWorld))
  )

  it.effect("is blocked after fifty for one account, for all new addresses, however many there are", () =>
    Effect.gen(function* () {
      yield* givenAda
      assert.strictEqual((yield* signIn(undefined, { from: here() })).status, 200)
      const guesses = yield* guess(51, anywhere)
      assert.deepStrictEqual([guesses.filter((status) => status === 400).length, guesses.at(-1)], [50, 429])
      assert.strictEqual((yield* signIn(undefined, { from: "203.0.113.1" })).status, 429)
      assert.strictEqual((yield* signIn(undefined, { from: here() })).status, 200)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect.each([
    ["one IPv4 address, in both its forms", (time: number) => (time % 2 === 0 ? "192.0.2.1" : "::ffff:192.0.2.1"), 429],
    ["one network of IPv6", (time: number) => `2001:db8:0:1::${time + 1}`, 429],
    ["several networks of IPv6", (time: number) => `2001:db8:0:${time + 1}::1`, 400],
    ["several IPv4 addresses", anywhere, 400]
  ] as const)("is counted by network: %s", ([, from, last]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* guess(6, from), [400, 400, 400, 400, 400, last])
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("is possible again five minutes after the first wrong password", () =>
    Effect.gen(function* () {
      yield* givenAda
      for (const _ of [1, 2, 3, 4, 5]) {
        assert.deepStrictEqual(yield* guess(1, here), [400])
        yield* TestClock.adjust("30 seconds")
      }
      yield* TestClock.adjust("149 seconds")
      const refused = yield* signIn()
      assert.deepStrictEqual(seen(refused), tooMany)
      assert.strictEqual(refused.headers.get("retry-after"), "1")
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* signIn()).status, 200)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("starts again after the right password", () =>
    Effect.gen(function* () {
      yield* givenAda
      assert.deepStrictEqual(yield* guess(4, here), [400, 400, 400, 400])
      assert.strictEqual((yield* signIn(undefined, { from: here() })).status, 200)
      assert.deepStrictEqual(yield* guess(6, here), [400, 400, 400, 400, 400, 429])
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("has the same limits for many simultaneous attempts", () =>
    Effect.gen(function* () {
      yield* givenAda
      const answers = yield* Effect.forEach(Array.from({ length: 50 }), () => signIn(wrong), {
        concurrency: "unbounded"
      })
      assert.strictEqual(answers.filter(({ status }) => status === 400).length, 5)
      assert.strictEqual(answers.filter(({ status }) => status === 429).length, 45)
    }).pipe(Effect.provide(identityWorld))
  )

  it.effect("does not limit right passwords, however many", () =>
    Effect.gen(function* () {
      yield* givenAda
      const answers = yield* Effect.forEach(Array.from({ length: 50 }), () => signIn(), { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [200])
    }).pipe(Effect.provide(identityWorld))
  )
})
