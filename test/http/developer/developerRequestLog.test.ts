import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as ProcessRateLimits from "../../../src/adapters/limits/ProcessRateLimits.ts"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { PlatformNotReached, PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { rateTable, usualRates } from "../../../src/domain/limits/RateTier.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { type Asked, ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"

const base = "/api/developer"
const hello = { to: "15551234567", type: "text", text: "hi" }

/** A backend with a key and a number to send from, and what the log keeps of its requests. */
const givenBackend = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  yield* givenAccount(id)
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const { state } = yield* World
  return {
    id,
    key: Redacted.value(key),
    call: (path: string, { headers = {}, ...asked }: Asked = {}) =>
      ask(`${base}${path}`, { ...asked, headers: { "x-api-key": Redacted.value(key), ...headers } }),
    logged: Effect.map(state, ({ requestLogs }) =>
      requestLogs.map(({ method, path, requestBody, responseBody, status }) => [
        `${method} ${path} ${status}`,
        requestBody,
        responseBody
      ])
    )
  }
})

const refusal = (message: string) => ({ success: false, message })

describe("the request log", () => {
  it.effect("stores refused requests like accepted ones", () =>
    Effect.gen(function* () {
      const { call, logged } = yield* givenBackend
      const platform = yield* WhatsAppPlatform
      yield* call("/v1/send-message", { body: { ...hello, to: "call me" } })
      yield* call("/v1/send-message", { body: '{"to": "1555", "signing_secret": "s3cr' })
      yield* call("/v1/send-message", { body: "[1, 2]" })
      yield* call("/v1/send-message", { body: `{"a": ${"[".repeat(20_000)}` })
      yield* call("/v1/send-message", { body: JSON.stringify({ text: "x".repeat(1024 * 1024) }) })
      yield* call("/v1/send-message", { body: "to=1", headers: { "content-type": "text/plain" } })
      yield* call("/v1/contacts/0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10?x=1")
      yield* call("/v1//contacts/a%2Fb%00%E0%A4%A4")
      yield* platform.answerNext(
        Effect.fail(new PlatformRejected({ code: 1, title: "t", message: "no", subcode: null, details: null }))
      )
      yield* call("/v1/send-message", { body: hello })
      yield* (yield* World).failNext("SendLedger.reserve")
      yield* call("/v1/send-message", { body: hello })

      const unknown = { success: false, message: "Contact not found", code: "NOT_FOUND" }
      const notANumber = {
        ...refusal("Invalid field to: not a phone number"),
        fix: "Give the number in E.164 without +, for example 15551234567, or the user id that WhatsApp reports, for example US.13491208655302741918"
      }
      assert.deepStrictEqual(yield* logged, [
        ["POST /v1/send-message 400", { ...hello, to: "call me" }, notANumber],
        ["POST /v1/send-message 400", { body: "[not JSON]" }, refusal("Request body is not valid JSON")],
        ["POST /v1/send-message 400", { body: [1, 2] }, refusal("Request body must be a JSON object")],
        ["POST /v1/send-message 400", {}, refusal("Request body is nested too deeply")],
        ["POST /v1/send-message 413", {}, refusal("Request body is too large")],
        ["POST /v1/send-message 415", {}, refusal("Unsupported media type")],
        ["GET /v1/contacts/0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10 404", {}, unknown],
        ["GET /v1//contacts/a%2Fb%00%E0%A4%A4 404", {}, refusal("Not found")],
        ["POST /v1/send-message 502", hello, refusal("no")],
        ["POST /v1/send-message 500", hello, refusal("Internal server error")]
      ])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores calls over the rate limit without their bodies, which are not read", () =>
    Effect.gen(function* () {
      const { call, logged } = yield* givenBackend
      yield* call("/v1/send-message", { body: hello })
      yield* call("/v1/send-message", { body: hello })
      assert.deepStrictEqual((yield* logged)[1], [
        "POST /v1/send-message 429",
        {},
        refusal("Rate limit exceeded. Try again in 60 seconds.")
      ])
    }).pipe(
      Effect.provide(ProcessRateLimits.layer(rateTable({ ...usualRates, messagingPerSecond: 1 }))),
      Effect.provide(httpWorld)
    )
  )

  it.effect("stores no requests without a valid key, and none for documents", () =>
    Effect.gen(function* () {
      const { call, logged } = yield* givenBackend
      for (const headers of [{ "x-api-key": "nonsense" }, { "x-api-key": "" }]) {
        yield* call("/v1/webhooks", { headers })
        yield* call("/v1/nothing", { headers })
        yield* call("/v1/webhooks", { method: "PUT", body: {}, headers })
      }
      yield* ask(`${base}/v1/nothing`)
      yield* call("/openapi.json")
      assert.deepStrictEqual(yield* logged, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores requests that reach no endpoint without their bodies, which are not read", () =>
    Effect.gen(function* () {
      const { call, key, logged } = yield* givenBackend
      yield* call("/v1/nothing?token=needle")
      yield* call("/v1/webhooks", { method: "PUT", body: { secret: "needle" } })
      yield* call("/v1/send-message", { method: "HEAD" })
      yield* call(`/v1/${"x".repeat(10_000)}`)
      yield* ask("/api/whatsapp/nothing", { headers: { "x-api-key": key } })
      assert.deepStrictEqual(yield* logged, [
        ["GET /v1/nothing 404", {}, refusal("Not found")],
        ["PUT /v1/webhooks 405", {}, refusal("Method not allowed")],
        ["HEAD /v1/send-message 405", {}, {}],
        [`GET /v1/${"x".repeat(2_044)} 404`, {}, refusal("Not found")]
      ])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("lists requests that reach no endpoint", () =>
    Effect.gen(function* () {
      const { call } = yield* givenBackend
      yield* call("/v1/nothing")
      yield* call("/v1/webhooks", { method: "PUT" })
      const { body } = yield* call("/v1/logs")
      const rows = JSON.stringify(body)
      assert.include(rows, '"path":"/v1/nothing","status_code":404')
      assert.include(rows, '"path":"/v1/webhooks","status_code":405')
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores no secret of a webhook's address, which the subscriber sees in full", () =>
    Effect.gen(function* () {
      const { call, logged } = yield* givenBackend
      const url = "https://example.com/hook?tenant=7&token=needle-1&key=needle-2&secret=needle-3&code=needle-4"
      yield* call("/v1/webhooks", { body: { url, events: ["message.sent"] } })
      const { body } = yield* call("/v1/webhooks")
      yield* call("/v1/webhooks", { method: "DELETE" })
      assert.include(JSON.stringify(body), url)
      const rows = yield* logged
      assert.lengthOf(rows, 3)
      assert.notInclude(JSON.stringify(rows), "needle")
      assert.include(
        JSON.stringify(rows),
        "https://example.com/hook?tenant=7&token=[redacted]&key=[redacted]&secret=[redacted]&code=[redacted]"
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores no keys, secrets or media, whatever their source", () =>
    Effect.gen(function* () {
      const { call, key, logged } = yield* givenBackend
      const url = "https://media.example/needle.png"
      yield* call("/v1/webhooks", {
        body: { url: "https://example.com/hook", events: ["message.sent"], signing_secret: "needle-secret" }
      })
      yield* call("/v1/webhooks")
      yield* call("/v1/send-message", { body: { to: hello.to, type: "image", image: { url, caption: "c" } } })
      yield* call("/v1/send-message", { body: { ...hello, text: "data:image/png;base64,needle" } })
      yield* call("/v1/contacts", {
        body: { phone: hello.to, attributes: { apiKey: "needle-key", password: "needle-word", city: "Paris" } }
      })
      const rows = yield* logged
      assert.deepStrictEqual(
        rows.map(([line]) => line),
        [
          "POST /v1/webhooks 200",
          "GET /v1/webhooks 200",
          "POST /v1/send-message 201",
          "POST /v1/send-message 201",
          "POST /v1/contacts 201"
        ]
      )
      assert.notInclude(
        JSON.stringify(yield* (yield* World).state.pipe(Effect.map(({ requestLogs }) => requestLogs))),
        "needle"
      )
      assert.notInclude(JSON.stringify(rows), key)
      assert.deepNestedInclude(rows[1]?.[2], { "data.webhook.secret": "[redacted]" })
      assert.deepStrictEqual(rows[2]?.[1], { to: hello.to, type: "image", image: { url: "[redacted]", caption: "c" } })
      assert.deepNestedInclude(rows[4]?.[1], { "attributes.city": "Paris" })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores the duration, also of a send whose caller has disconnected", () =>
    Effect.gen(function* () {
      const { call } = yield* givenBackend
      const slow = Effect.andThen(
        Effect.sleep("10 seconds"),
        Effect.fail(new PlatformNotReached({ detail: "at last" }))
      )
      const platform = yield* WhatsAppPlatform
      const { state } = yield* World

      yield* platform.answerNext(slow)
      const patient = yield* Effect.forkChild(call("/v1/send-message", { body: hello }))
      yield* TestClock.adjust("10 seconds")
      yield* Fiber.join(patient)

      yield* platform.answerNext(slow)
      const request = yield* Effect.forkChild(call("/v1/send-message", { body: hello }))
      yield* TestClock.adjust("1 second")
      const gone = yield* Effect.forkChild(Fiber.interrupt(request))
      yield* TestClock.adjust("9 seconds")
      yield* Fiber.join(gone)

      const { requestLogs } = yield* state
      assert.deepStrictEqual(
        requestLogs.map(({ durationMillis, requestBody, status }) => ({ durationMillis, requestBody, status })),
        [
          { durationMillis: 10_000, requestBody: hello, status: 502 },
          { durationMillis: 10_000, requestBody: hello, status: 503 }
        ]
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores only the beginning of a long body and of a long header", () =>
    Effect.gen(function* () {
      const { call } = yield* givenBackend
      const body = { ...hello, note: "x".repeat(50_000) }
      yield* call("/v1/send-message", { body, headers: { "user-agent": "a".repeat(2_000) } })
      const { requestLogs } = yield* (yield* World).state
      const [log] = requestLogs
      assert.strictEqual(log?.userAgent, "a".repeat(512))
      assert.strictEqual(log?.requestBody["truncated"], true)
      assert.strictEqual(log?.requestBody["bytes"], JSON.stringify(body).length)
      assert.isAtMost(JSON.stringify(log?.requestBody).length, 16 * 1024)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("does not delay a response if the entry cannot be stored", () =>
    Effect.gen(function* () {
      const { call, logged } = yield* givenBackend
      yield* (yield* World).failNext("RequestLogs.record")
      assert.strictEqual((yield* call("/v1/send-message", { body: hello })).status, 201)
      assert.deepStrictEqual(yield* logged, [])
    }).pipe(Effect.provide(httpWorld))
  )
})
