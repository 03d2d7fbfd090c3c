import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as ProcessRateLimits from "../../../src/adapters/limits/ProcessRateLimits.ts"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { rateTable } from "../../../src/domain/limits/RateTier.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"

const webhooks = "/api/developer/v1/webhooks"
const sendMessage = "/api/developer/v1/send-message"
const hello = { to: "15551234567", type: "text", text: "hi" }

/** Six calls a minute; two messages a second. */
const limits = ProcessRateLimits.layer(
  rateTable({ standardPerMinute: 6, messagingPerSecond: 2, bulkPerMinute: 1, consolePerMinute: 1 })
)
const limited = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.provide(limits), Effect.provide(httpWorld))

const givenBackend = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  yield* givenAccount(id)
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const headers = { "x-api-key": Redacted.value(key) }
  return {
    look: Effect.map(ask(webhooks, { headers }), shown),
    send: (body: unknown) => Effect.map(ask(sendMessage, { headers, body }), shown),
    get: (path: string) => Effect.map(ask(`/api/developer${path}`, { headers }), shown)
  }
})

const names = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"]

const shown = ({ body, headers, status }: Effect.Success<ReturnType<typeof ask>>) => ({
  status,
  body,
  limits: names.map((name) => headers.get(name))
})

const refusal = { success: false, message: "Rate limit exceeded. Try again in 60 seconds." }

describe("rate tiers of the Developer interface", () => {
  it.effect("admit the allowance, then refuse calls until the oldest call is over a minute old", () =>
    limited(
      Effect.gen(function* () {
        const { look } = yield* givenBackend
        const told = yield* Effect.forEach(Array.from({ length: 6 }), () =>
          Effect.tap(look, () => TestClock.adjust("5 seconds"))
        )
        assert.deepStrictEqual(
          told.map(({ limits, status }) => [status, limits]),
          [
            [200, ["6", "5", "60", null]],
            [200, ["6", "4", "60", null]],
            [200, ["6", "3", "60", null]],
            [200, ["6", "2", "60", null]],
            [200, ["6", "1", "60", null]],
            [200, ["6", "0", "60", null]]
          ]
        )
        assert.deepStrictEqual(yield* look, { status: 429, body: refusal, limits: ["6", "0", "55", "60"] })
        yield* TestClock.adjust("29999 millis")
        assert.deepStrictEqual(yield* look, { status: 429, body: refusal, limits: ["6", "0", "26", "60"] })
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual((yield* look).limits, ["6", "0", "60", null])
        assert.strictEqual((yield* look).status, 429)
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual((yield* look).limits, ["6", "5", "60", null])
      })
    )
  )

  it.effect("count calls of the send endpoints separately, by the second", () =>
    limited(
      Effect.gen(function* () {
        const { look, send } = yield* givenBackend
        assert.deepStrictEqual((yield* send(hello)).limits, ["2", "1", "1", null])
        assert.strictEqual((yield* send(hello)).status, 201)
        assert.deepStrictEqual(yield* send(hello), { status: 429, body: refusal, limits: ["2", "0", "1", "1"] })
        assert.strictEqual((yield* (yield* WhatsAppPlatform).requests).length, 2)
        assert.deepStrictEqual((yield* look).limits, ["6", "5", "60", null])
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* send(hello)).status, 201)
      })
    )
  )

  it.effect("admit a caller that waits for the seconds in the text or the header of the refusal", () =>
    limited(
      Effect.gen(function* () {
        const { look, send } = yield* givenBackend
        for (const [call, most] of [
          [look, 6],
          [send(hello), 2]
        ] as const) {
          for (const pick of [
            ({ limits }: Effect.Success<typeof look>) => limits[3],
            ({ body }: Effect.Success<typeof look>) => /in (\d+) seconds/.exec(JSON.stringify(body))?.[1]
          ]) {
            const calls = yield* Effect.forEach(Array.from({ length: most + 1 }), () => call)
            const refused = calls.at(-1)
            assert.strictEqual(refused?.status, 429)
            yield* TestClock.adjust(`${Number(refused && pick(refused))} seconds`)
            const again = yield* Effect.forEach(Array.from({ length: most }), () => call)
            assert.isTrue(again.every(({ status }) => status < 300))
            yield* TestClock.adjust("1 minute")
          }
        }
      })
    )
  )

  it.effect("count each organization separately, across its keys", () =>
    limited(
      Effect.gen(function* () {
        const acme = yield* givenBackend
        const globex = yield* givenBackend
        yield* Effect.forEach(Array.from({ length: 7 }), () => acme.look)
        assert.strictEqual((yield* acme.look).status, 429)
        assert.deepStrictEqual((yield* globex.look).limits, ["6", "5", "60", null])
      })
    )
  )

  it.effect("count a request after its key is checked and before its body is read", () =>
    limited(
      Effect.gen(function* () {
        const { send } = yield* givenBackend
        const keyless = yield* Effect.map(ask(sendMessage, { body: hello }), shown)
        assert.deepStrictEqual(keyless.limits, [null, null, null, null])
        assert.strictEqual(keyless.status, 401)
        assert.deepStrictEqual((yield* send("{not json")).limits, ["2", "1", "1", null])
        assert.strictEqual((yield* send({})).status, 400)
        assert.deepStrictEqual(yield* send("{not json"), { status: 429, body: refusal, limits: ["2", "0", "1", "1"] })
      })
    )
  )

  it.effect("do not count requests that reach no endpoint, nor the document of the interface", () =>
    limited(
      Effect.gen(function* () {
        const { get } = yield* givenBackend
        for (const path of ["/v1/nothing", "/openapi.json"]) {
          assert.deepStrictEqual((yield* get(path)).limits, [null, null, null, null])
        }
      })
    )
  )

  it.effect("omit the headers if they are disabled", () =>
    Effect.gen(function* () {
      const { look } = yield* givenBackend
      assert.deepStrictEqual((yield* look).limits, [null, null, null, null])
    }).pipe(
      Effect.provide(ProcessRateLimits.layer({ standard: null, messaging: null, bulk: null, console: null })),
      Effect.provide(httpWorld)
    )
  )
})
