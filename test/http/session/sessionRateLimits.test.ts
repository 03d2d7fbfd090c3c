import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as ProcessRateLimits from "../../../src/adapters/limits/ProcessRateLimits.ts"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { rateTable } from "../../../src/domain/limits/RateTier.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { ask, type Asked } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { givenDashboard, signedIn } from "./sessionDashboard.ts"

/** Six calls and one import a minute; two messages a second. */
const limits = ProcessRateLimits.layer(
  rateTable({ standardPerMinute: 6, messagingPerSecond: 2, bulkPerMinute: 1, consolePerMinute: 3 })
)
const limited = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.provide(limits), Effect.provide(httpWorld))

const names = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"]

const told = (headers: Record<string, string>, path: string, asked: Asked = {}) =>
  Effect.map(ask(`/api/whatsapp${path}`, { ...asked, headers }), ({ body, headers, status }) => ({
    status,
    body,
    limits: names.map((name) => headers.get(name))
  }))

const refusal = { success: false, error: "Rate limit exceeded. Try again in 60 seconds." }
const hello = { to: "+15551234567", type: "text", text: "hi" }
const none = [null, null, null, null]

describe("rate tiers of the Session interface", () => {
  it.effect("admit the allowance, then refuse calls until a minute has passed", () =>
    limited(
      Effect.gen(function* () {
        const { headers } = yield* givenDashboard()
        const look = told(headers, "/contacts")
        const first = yield* Effect.forEach(Array.from({ length: 6 }), () => look)
        assert.deepStrictEqual(
          first.map(({ limits, status }) => [status, limits[1]]),
          [
            [200, "5"],
            [200, "4"],
            [200, "3"],
            [200, "2"],
            [200, "1"],
            [200, "0"]
          ]
        )
        assert.deepStrictEqual(yield* look, { status: 429, body: refusal, limits: ["6", "0", "60", "60"] })
        assert.strictEqual((yield* told(headers, "/conversations")).status, 429)
        yield* TestClock.adjust("59 seconds")
        assert.strictEqual((yield* look).status, 429)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual((yield* look).limits, ["6", "5", "60", null])
      })
    )
  )

  it.effect("count sends by the second and imports by the minute, independently", () =>
    limited(
      Effect.gen(function* () {
        const { added, headers } = yield* givenDashboard()
        yield* added({ userNumber: hello.to })
        const send = told(headers, "/messages/send", { body: hello })
        assert.deepStrictEqual((yield* send).limits, ["2", "1", "1", null])
        assert.strictEqual((yield* send).status, 200)
        assert.deepStrictEqual(yield* send, { status: 429, body: refusal, limits: ["2", "0", "1", "1"] })
        assert.lengthOf(yield* (yield* WhatsAppPlatform).requests, 2)

        const imported = told(headers, "/contacts/bulk", { body: { contacts: [] } })
        assert.deepStrictEqual((yield* imported).limits, ["1", "0", "60", null])
        assert.deepStrictEqual(yield* imported, { status: 429, body: refusal, limits: ["1", "0", "60", "60"] })
        assert.deepStrictEqual((yield* told(headers, "/contacts")).limits, ["6", "4", "60", null])
      })
    )
  )

  it.effect("count each organization separately, over all its callers", () =>
    limited(
      Effect.gen(function* () {
        const acme = yield* givenDashboard()
        const globex = yield* givenDashboard()
        const service = yield* signedIn(acme.id, { _tag: "Service" })
        yield* Effect.forEach(Array.from({ length: 6 }), () => told(acme.headers, "/contacts"))
        assert.strictEqual((yield* told(acme.headers, "/contacts")).status, 429)
        assert.strictEqual((yield* told(service, "/contacts")).status, 429)
        assert.deepStrictEqual((yield* told(globex.headers, "/contacts")).limits, ["6", "5", "60", null])
      })
    )
  )

  it.effect("count a request after its caller is identified, and before its body is read", () =>
    limited(
      Effect.gen(function* () {
        const { headers } = yield* givenDashboard()
        const strangers = [{}, { authorization: headers.authorization }, { ...headers, "x-org-id": "nowhere" }]
        for (const stranger of strangers) {
          const { limits, status } = yield* told(stranger, "/messages/send", { body: hello })
          assert.deepStrictEqual([status >= 400 && status < 404, limits], [true, none])
        }
        const unreadable = { headers: { ...headers, "content-type": "text/plain" }, body: "hi" }
        const statuses = yield* Effect.forEach(Array.from({ length: 3 }), () =>
          Effect.map(told(unreadable.headers, "/messages/send", unreadable), ({ status }) => status)
        )
        assert.deepStrictEqual(statuses, [415, 415, 429])
      })
    )
  )

  it.effect("do not count requests of backends of the same organization", () =>
    limited(
      Effect.gen(function* () {
        const { headers, id } = yield* givenDashboard()
        const { key } = yield* (yield* ApiKeys).create(id, "backend")
        const backend = { headers: { "x-api-key": Redacted.value(key) } }
        const asked = yield* Effect.forEach(Array.from({ length: 7 }), () => ask("/api/developer/v1/contacts", backend))
        assert.strictEqual(asked.at(-1)?.status, 429)
        assert.deepStrictEqual((yield* told(headers, "/contacts")).limits, ["6", "5", "60", null])
      })
    )
  )

  it.effect("do not count requests that reach no endpoint, nor the document of the interface", () =>
    limited(
      Effect.gen(function* () {
        const { headers } = yield* givenDashboard()
        for (const path of ["/nothing", "/openapi.json", "/contacts/x/y"]) {
          assert.deepStrictEqual((yield* told(headers, path)).limits, none)
        }
      })
    )
  )

  it.effect("count calls of a page of the service's own origin separately, except sends", () =>
    limited(
      Effect.gen(function* () {
        const { headers } = yield* givenDashboard()
        const page = { ...headers, "sec-fetch-site": "same-origin" }
        const elsewhere = { ...headers, "sec-fetch-site": "cross-site" }
        assert.deepStrictEqual((yield* told(page, "/contacts")).limits, ["3", "2", "60", null])
        assert.deepStrictEqual((yield* told(elsewhere, "/contacts")).limits, ["6", "5", "60", null])
        yield* told(page, "/conversations")
        yield* told(page, "/contacts")
        assert.deepStrictEqual(yield* told(page, "/contacts"), {
          status: 429,
          body: refusal,
          limits: ["3", "0", "60", "60"]
        })
        assert.deepStrictEqual((yield* told(headers, "/contacts")).limits, ["6", "4", "60", null])
        const sent = yield* told(page, "/messages/send", { body: hello })
        assert.deepStrictEqual(sent.limits.slice(0, 1), ["2"])
      })
    )
  )
})
