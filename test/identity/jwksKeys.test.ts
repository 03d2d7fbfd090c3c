import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Logger, Option, Struct } from "effect"
import { TestClock } from "effect/testing"
import { ConnectionLost } from "../../src/adapters/outbound/HttpFailure.ts"
import {
  ada,
  answers,
  jwksUrl,
  keyPair,
  now,
  provider,
  publishes,
  serviceKey,
  sessionTokens,
  signed,
  userClaims,
  verdictOf
} from "./sessionTokens.ts"

const longLived = { ...userClaims, exp: now + 86_400 }

/** An identity provider with one key, and what becomes of tokens that are signed with it or with others. */
const world = Effect.gen(function* () {
  yield* TestClock.setTime(now * 1_000)
  const first = yield* keyPair("ES256", "first")
  const second = yield* keyPair("ES256", "second")
  const idp = provider(publishes(first.jwk))
  const tokens = yield* sessionTokens({ secret: Option.none(), jwksUrl: Option.some(jwksUrl) }, idp.agent)
  const sign = ({ header, privateKey }: typeof first) => signed(longLived, { header, key: privateKey })
  const byFirst = yield* sign(first)
  const bySecond = yield* sign(second)
  return { idp, first, second, byFirst, bySecond, verdict: (token: string) => verdictOf(tokens, token) }
})

const good = `user ${ada}`
const down = Effect.fail(new ConnectionLost({ detail: "gone" }))

describe("JwksKeys", () => {
  it.effect("caches the keys for ten minutes", () =>
    Effect.gen(function* () {
      const { byFirst, idp, verdict } = yield* world
      assert.strictEqual(yield* verdict(byFirst), good)
      yield* TestClock.adjust("599 seconds")
      assert.strictEqual(yield* verdict(byFirst), good)
      assert.deepStrictEqual(idp.calls, [jwksUrl])
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* verdict(byFirst), good)
      assert.deepStrictEqual(idp.calls, [jwksUrl, jwksUrl])
    })
  )

  it.effect("drops a key that is no longer published within ten minutes", () =>
    Effect.gen(function* () {
      const { byFirst, bySecond, idp, second, verdict } = yield* world
      assert.strictEqual(yield* verdict(byFirst), good)
      idp.answersNow(publishes(second.jwk))
      yield* TestClock.adjust("599 seconds")
      assert.strictEqual(yield* verdict(byFirst), good)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* verdict(byFirst), "invalid: unknown key")
      assert.strictEqual(yield* verdict(bySecond), good)
    })
  )

  it.effect.each<readonly [string, { readonly kid?: string }, { readonly kid?: string }]>([
    ["without kid in token and key", {}, {}],
    ["with a kid in the token only", { kid: "one" }, {}],
    ["with a kid in the key only", {}, { kid: "one" }],
    ["with the kid of the key before", { kid: "one" }, { kid: "one" }]
  ])("session tokens: after a rotation %s, an invalid signature refetches the keys", ([, inToken, inKey]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now * 1_000)
      const pair = Effect.map(keyPair("ES256", "unused"), ({ jwk, privateKey }) => ({
        jwk: { ...Struct.omit(jwk, ["kid"]), ...inKey },
        token: signed(longLived, { header: { alg: "ES256", ...inToken }, key: privateKey })
      }))
      const [before, after] = [yield* pair, yield* pair]
      const idp = provider(publishes(before.jwk))
      const tokens = yield* sessionTokens({ secret: Option.none(), jwksUrl: Option.some(jwksUrl) }, idp.agent)
      const verdict = (token: Effect.Effect<string>) => Effect.flatMap(token, (text) => verdictOf(tokens, text))
      assert.strictEqual(yield* verdict(before.token), good)
      idp.answersNow(publishes(after.jwk))

      yield* TestClock.adjust("29 seconds")
      assert.strictEqual(yield* verdict(after.token), "invalid: not verified")
      assert.strictEqual(idp.calls.length, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* verdict(after.token), good)
      assert.strictEqual(idp.calls.length, 2)
      assert.strictEqual(yield* verdict(before.token), "invalid: not verified")
      assert.strictEqual(idp.calls.length, 2)
    })
  )

  it.effect("session tokens: forged signatures refetch the keys at most every 30 seconds", () =>
    Effect.gen(function* () {
      const { byFirst, first, idp, second, verdict } = yield* world
      const forged = yield* signed(longLived, { header: first.header, key: second.privateKey })
      for (let at = 0; at < 300; at++) {
        assert.strictEqual(yield* verdict(forged), "invalid: not verified")
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual(idp.calls.length, 10)
      idp.answersNow(down)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* verdict(forged), "invalid: not verified")
      assert.strictEqual(yield* verdict(byFirst), good)
    })
  )

  it.effect("fetches an unknown key, but at most every 30 seconds", () =>
    Effect.gen(function* () {
      const { byFirst, bySecond, first, idp, second, verdict } = yield* world
      assert.strictEqual(yield* verdict(byFirst), good)
      idp.answersNow(publishes(first.jwk, second.jwk))
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual(yield* verdict(bySecond), "invalid: unknown key")
      assert.strictEqual(idp.calls.length, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* verdict(bySecond), good)
      assert.strictEqual(idp.calls.length, 2)
    })
  )

  it.effect("fetches at most every 30 seconds, for any number of invented keys", () =>
    Effect.gen(function* () {
      const { first, idp, verdict } = yield* world
      for (let second = 0; second < 300; second++) {
        const token = yield* signed(longLived, {
          header: { alg: "ES256", kid: `made up ${second}` },
          key: first.privateKey
        })
        assert.strictEqual(yield* verdict(token), "invalid: unknown key")
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual(idp.calls.length, 10)
    })
  )

  it.effect("fetches once for all waiting callers", () =>
    Effect.gen(function* () {
      const { byFirst, first, idp, verdict } = yield* world
      const answer = yield* Deferred.make<void>()
      idp.answersNow(Effect.andThen(Deferred.await(answer), publishes(first.jwk)))
      const waiting = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 50 }), () => verdict(byFirst), { concurrency: "unbounded" }),
        { startImmediately: true }
      )
      yield* Deferred.succeed(answer, undefined)
      assert.deepStrictEqual([...new Set(yield* Fiber.join(waiting))], [good])
      assert.strictEqual(idp.calls.length, 1)
    })
  )

  it.effect("fetches again for waiting callers if the first one is interrupted", () =>
    Effect.gen(function* () {
      const { byFirst, first, idp, verdict } = yield* world
      idp.answersNow(Effect.never)
      const gone = yield* Effect.forkChild(verdict(byFirst), { startImmediately: true })
      const waiting = yield* Effect.forkChild(verdict(byFirst), { startImmediately: true })
      idp.answersNow(publishes(first.jwk))
      yield* Fiber.interrupt(gone)
      assert.strictEqual(yield* Fiber.join(waiting), good)
    })
  )

  it.effect("rejects no token before the first fetch, and retries after 5 seconds", () =>
    Effect.gen(function* () {
      const { byFirst, first, idp, verdict } = yield* world
      idp.answersNow(down)
      assert.strictEqual(yield* verdict(byFirst), "unavailable: ConnectionLost")
      idp.answersNow(publishes(first.jwk))
      yield* TestClock.adjust("4 seconds")
      assert.strictEqual(yield* verdict(byFirst), "unavailable: ConnectionLost")
      assert.strictEqual(idp.calls.length, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* verdict(byFirst), good)
    })
  )

  it.effect("logs an outage once in five minutes without a stack, for any number of tokens, and its end", () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ cause, logLevel, message }) => {
      lines.push(`${logLevel} ${JSON.stringify(message)} ${cause.reasons.length}`)
    })
    return Effect.gen(function* () {
      const { byFirst, first, idp, verdict } = yield* world
      idp.answersNow(down)
      for (let second = 0; second < 299; second++) {
        assert.strictEqual(yield* verdict(byFirst), "unavailable: ConnectionLost")
        yield* TestClock.adjust("1 second")
      }
      const outage = `Warn ["the keys of session tokens cannot be had",{"url":"${jwksUrl}","detail":"ConnectionLost"}] 0`
      assert.deepStrictEqual(lines, [outage])
      yield* TestClock.adjust("1 minute")
      yield* verdict(byFirst)
      assert.deepStrictEqual(lines, [outage, outage])
      idp.answersNow(publishes(first.jwk))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* verdict(byFirst), good)
      assert.lengthOf(lines, 3)
    }).pipe(Effect.provide(Logger.layer([logger])))
  })

  it.effect("session tokens: keys that are not used are logged with the reason, once per change", () => {
    const lines: Array<unknown> = []
    const logger = Logger.make(({ message }) => {
      if (Array.isArray(message)) lines.push(message[1])
    })
    return Effect.gen(function* () {
      const { byFirst, bySecond, first, idp, second, verdict } = yield* world
      const forEncryption = { ...second.jwk, use: "enc" }
      const twice = { ...first.jwk, kid: "twice" }
      idp.answersNow(publishes(first.jwk, forEncryption, { kty: "oct", kid: "s", k: "AAAA" }, twice, twice))
      const expected = [
        { kid: "second", kty: "EC", reason: "use is enc, not sig" },
        { kid: "s", kty: "oct", reason: "key type is not supported" },
        { kid: "twice", kty: "EC", reason: "other keys have the same kid" },
        { kid: "twice", kty: "EC", reason: "other keys have the same kid" }
      ]
      for (let minute = 0; minute < 30; minute++) {
        assert.strictEqual(yield* verdict(byFirst), good)
        assert.strictEqual(yield* verdict(bySecond), "invalid: unknown key")
        yield* TestClock.adjust("1 minute")
      }
      assert.deepStrictEqual(lines, [{ url: jwksUrl, usable: 1, unusable: expected }])
      idp.answersNow(publishes(first.jwk, forEncryption))
      yield* TestClock.adjust("10 minutes")
      yield* verdict(byFirst)
      assert.deepStrictEqual(lines.at(-1), { url: jwksUrl, usable: 1, unusable: expected.slice(0, 1) })
      assert.strictEqual(lines.length, 2)
    }).pipe(Effect.provide(Logger.layer([logger])))
  })

  it.effect("uses the cached keys during an outage, and retries every 30 seconds", () =>
    Effect.gen(function* () {
      const { byFirst, bySecond, idp, second, verdict } = yield* world
      assert.strictEqual(yield* verdict(byFirst), good)
      idp.answersNow(down)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* verdict(byFirst), good)
      assert.strictEqual(yield* verdict(byFirst), good)
      assert.strictEqual(yield* verdict(bySecond), "unavailable: ConnectionLost")
      assert.strictEqual(idp.calls.length, 2)
      idp.answersNow(publishes(second.jwk))
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual(yield* verdict(byFirst), good)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* verdict(byFirst), "invalid: unknown key")
      assert.strictEqual(yield* verdict(bySecond), good)
      assert.strictEqual(idp.calls.length, 3)
    })
  )

  it.effect.each([
    ["a failure", answers(500, "{}"), "status 500"],
    ["a redirect", answers(302, ""), "status 302"],
    ["a document that is too long", answers(200, '{"keys":[', true), "answer too long"],
    ["a page", answers(200, "<html></html>"), "not a JSON Web Key Set"],
    ["a set without keys", answers(200, "{}"), "not a JSON Web Key Set"],
    ["a set of too many keys", publishes(...Array.from({ length: 101 }, () => ({}))), "not a JSON Web Key Set"]
  ] as const)("treats %s as an outage", ([, answer, detail]) =>
    Effect.gen(function* () {
      const { byFirst, first, idp, verdict } = yield* world
      idp.answersNow(answer)
      assert.strictEqual(yield* verdict(byFirst), `unavailable: ${detail}`)
      idp.answersNow(publishes(first.jwk))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* verdict(byFirst), good)
      idp.answersNow(answer)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* verdict(byFirst), good)
    })
  )

  it.effect("requires no keys for the service key, nor for a text that cannot be a token", () =>
    Effect.gen(function* () {
      const { idp, verdict } = yield* world
      assert.strictEqual(yield* verdict(serviceKey), "service")
      assert.strictEqual(yield* verdict("garbage"), "invalid: not a token")
      assert.strictEqual(yield* verdict(yield* signed(longLived)), "invalid: unknown key")
      assert.deepStrictEqual(idp.calls, [])
    })
  )
})
