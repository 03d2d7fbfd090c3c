import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { Receivers } from "../../../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import { World } from "../../../../src/adapters/memory/World.ts"
import { ApiKeys } from "../../../../src/ports/access/ApiKeys.ts"
import { givenOrganization } from "../../../../testing/given/given.ts"
import { ask } from "../../../support/http/requests.ts"
import { httpWorld, ready } from "../../../support/http/httpWorld.ts"

const path = "/api/developer/v1/webhooks"
const url = "https://example.com/hook"

const givenBackend = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
  const { id } = yield* givenOrganization()
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const headers = { "x-api-key": Redacted.value(key) }
  const call = (method: string, body?: unknown) =>
    Effect.map(ask(path, { headers, method, ...(body === undefined ? {} : { body }) }), ({ body, status }) => ({
      status,
      body
    }))
  return {
    id,
    get: call("GET"),
    remove: call("DELETE"),
    post: (body: unknown) => call("POST", body),
    kept: Effect.map(
      Effect.flatMap(World, ({ state }) => state),
      ({ webhooks }) => webhooks.find((webhook) => webhook.organizationId === id)
    )
  }
})

const refused = (message: string) => ({ status: 400, body: { success: false, message } })

describe("/v1/webhooks", () => {
  it.effect("registers the subscription, shows its secret to GET only, and removes it", () =>
    Effect.gen(function* () {
      const { get, kept, post, remove } = yield* givenBackend
      assert.deepStrictEqual(yield* get, { status: 200, body: { success: true, data: { webhook: null } } })

      const registered = yield* post({ url, events: ["message.sent", "contact.created"], signing_secret: "s3cret" })
      const id = (yield* kept)?.id ?? ""
      const webhook = { id, url, events: ["message.sent", "contact.created"], status: "active" }
      assert.deepStrictEqual(registered, { status: 200, body: { success: true, data: { webhook } } })
      assert.deepStrictEqual(yield* get, {
        status: 200,
        body: { success: true, data: { webhook: { ...webhook, secret: "s3cret" } } }
      })

      assert.deepStrictEqual(yield* remove, { status: 200, body: { success: true, message: "Webhook removed" } })
      assert.deepStrictEqual(yield* get, { status: 200, body: { success: true, data: { webhook: null } } })
      assert.deepStrictEqual(yield* remove, {
        status: 200,
        body: { success: true, message: "No webhook was registered" }
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("generates a secret if the request has none, and preserves it if the subscription changes", () =>
    Effect.gen(function* () {
      const { kept, post } = yield* givenBackend
      yield* post({ url, events: ["message.sent"] })
      const first = yield* kept
      assert.match(first?.secret?.value ?? "", /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.strictEqual(first?.secret?.chosen, false)

      yield* TestClock.adjust("1 hour")
      yield* post({ url: `${url}/new`, events: ["postback"], signing_secret: null })
      const second = yield* kept
      assert.strictEqual(second?.id, first?.id)
      assert.deepStrictEqual(second?.secret, first?.secret)
      assert.deepStrictEqual(second?.previousSecrets, [])
      assert.strictEqual(second?.url, `${url}/new`)
      assert.deepStrictEqual(second?.events, ["postback"])
      assert.deepStrictEqual(second?.createdAt, first?.createdAt)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("signs with each replaced secret for 24 hours after the replacement", () =>
    Effect.gen(function* () {
      const { kept, post } = yield* givenBackend
      yield* post({ url, events: ["message.sent"], signing_secret: "old" })
      yield* TestClock.adjust("1 hour")
      yield* post({ url, events: ["message.sent"], signing_secret: "new" })
      const webhook = yield* kept
      assert.deepStrictEqual(webhook?.secret, { value: "new", chosen: true })
      const old = { value: "old", until: DateTime.makeUnsafe("2026-11-21T13:00:00.000Z") }
      assert.deepStrictEqual(webhook?.previousSecrets, [old])

      yield* TestClock.adjust("1 hour")
      yield* post({ url, events: ["message.sent"], signing_secret: "newest" })
      assert.deepStrictEqual((yield* kept)?.previousSecrets, [
        { value: "new", until: DateTime.makeUnsafe("2026-11-21T14:00:00.000Z") },
        old
      ])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses a forbidden address", () =>
    Effect.gen(function* () {
      const { kept, post } = yield* givenBackend
      const events = ["message.sent"]
      yield* (yield* Receivers).forbid("https://inside.example/")
      const rows: ReadonlyArray<readonly [string, string]> = [
        ["http://example.com/hook", "Webhook URL must use HTTPS"],
        ["ftp://example.com", "Webhook URL must use HTTPS"],
        ["example.com/hook", "Webhook URL must use HTTPS"],
        ["https://user:pass@example.com/", "Webhook URL must not contain credentials"],
        [`https://example.com/${"a".repeat(2_048)}`, "Webhook URL must be at most 2048 characters"],
        ["https://inside.example/", "Webhook URL must not lead to a private or reserved address"]
      ]
      for (const [address, message] of rows) {
        assert.deepStrictEqual(yield* post({ url: address, events }), refused(message))
      }
      assert.strictEqual(yield* kept, undefined)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses unknown events and an empty list", () =>
    Effect.gen(function* () {
      const { post } = yield* givenBackend
      assert.deepStrictEqual(
        yield* post({ url, events: ["message.sent", "message.dreamt"] }),
        refused("Unknown event type: message.dreamt")
      )
      assert.deepStrictEqual(yield* post({ url, events: [] }), refused("At least one event type is required"))
      assert.deepStrictEqual(
        yield* post({ url, events: "message.sent" }),
        refused("Invalid field events: Expected array")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses a secret that no header can contain", () =>
    Effect.gen(function* () {
      const { kept, post } = yield* givenBackend
      const events = ["message.sent"]
      const tooLong = {
        success: false,
        message: "Invalid field signing_secret: Expected a value with a length of at most 512"
      }
      assert.deepStrictEqual(
        yield* post({ url, events, signing_secret: "two\r\nlines" }),
        refused("Invalid field signing_secret: Expected text without control characters")
      )
      const answer = yield* post({ url, events, signing_secret: "s".repeat(513) })
      assert.deepStrictEqual(answer, { status: 400, body: tooLong })
      assert.strictEqual(yield* kept, undefined)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses a secret with leading or trailing blanks, which a header would lose", () =>
    Effect.gen(function* () {
      const { kept, post } = yield* givenBackend
      for (const signing_secret of [" s3cret", "s3cret ", "   ", "\u00a0s3cret"]) {
        assert.deepStrictEqual(
          yield* post({ url, events: ["message.sent"], signing_secret }),
          refused("Invalid field signing_secret: Expected text without blanks at its ends")
        )
      }
      assert.strictEqual(yield* kept, undefined)
      yield* post({ url, events: ["message.sent"], signing_secret: "two words" })
      assert.deepStrictEqual((yield* kept)?.secret, { value: "two words", chosen: true })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("webhooks: a secret that starts with whsec_ and has no readable key is refused", () =>
    Effect.gen(function* () {
      const { kept, post } = yield* givenBackend
      const events = ["message.sent"]
      const noBase64 = "Expected base64 after whsec_, or a secret that begins with neither whsec_ nor v1,"
      const tooShort =
        "Expected the base64 of at least 16 bytes after whsec_, or a secret that does not begin with whsec_"
      for (const [signing_secret, problem] of [
        ["whsec_", noBase64],
        ["whsec_not base64!", noBase64],
        ["v1,MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", noBase64],
        ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwa", noBase64],
        ["whsec_test_secret", tooShort]
      ] as const) {
        assert.deepStrictEqual(
          yield* post({ url, events, signing_secret }),
          refused(`Invalid field signing_secret: ${problem}`)
        )
      }
      assert.strictEqual(yield* kept, undefined)
      for (const signing_secret of [
        "v1,whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "whsec_-_KQ9r8GKYqrTwjUPD8ILPZIo2LaLQ"
      ]) {
        assert.strictEqual((yield* post({ url, events, signing_secret })).status, 200)
        assert.deepStrictEqual((yield* kept)?.secret, { value: signing_secret, chosen: true })
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("treats an empty secret as no secret", () =>
    Effect.gen(function* () {
      const { kept, post } = yield* givenBackend
      const events = ["message.sent"]
      assert.strictEqual((yield* post({ url, events, signing_secret: "" })).status, 200)
      const made = (yield* kept)?.secret
      assert.match(made?.value ?? "", /^whsec_/)
      assert.isFalse(made?.chosen)
      yield* post({ url, events, signing_secret: "" })
      assert.deepStrictEqual((yield* kept)?.secret, made)
      yield* post({ url, events, signing_secret: "mine" })
      yield* post({ url, events, signing_secret: "" })
      assert.deepStrictEqual((yield* kept)?.secret, { value: "mine", chosen: true })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("names the missing field", () =>
    Effect.gen(function* () {
      const { post } = yield* givenBackend
      const missing = (name: string, fix: string) => ({
        status: 400,
        body: { success: false, message: `Missing required field: ${name}`, code: "MISSING_FIELD", fix }
      })
      assert.deepStrictEqual(
        yield* post({ events: ["message.sent"] }),
        missing("url", "Add the HTTPS address that events are sent to")
      )
      assert.deepStrictEqual(
        yield* post({ url }),
        missing("events", 'Add the events to be sent, for example ["message.received", "message.sent"]')
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores the subscriptions of organizations separately", () =>
    Effect.gen(function* () {
      const acme = yield* givenBackend
      const globex = yield* givenBackend
      yield* acme.post({ url, events: ["message.sent"] })
      assert.deepStrictEqual(yield* globex.get, { status: 200, body: { success: true, data: { webhook: null } } })
      yield* globex.remove
      assert.strictEqual((yield* acme.kept)?.url, url)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("requests that reach no endpoint", () => {
  it.effect("have a response in the envelope of the interface, or a plain one outside of it", () =>
    Effect.gen(function* () {
      const unknown = yield* ask("/api/developer/v1/nothing")
      assert.strictEqual(unknown.status, 404)
      assert.deepStrictEqual(unknown.body, { success: false, message: "Not found" })
      const wrongMethod = yield* ask("/api/developer/v1/webhooks?x=1", { method: "PUT", body: {} })
      assert.strictEqual(wrongMethod.status, 405)
      assert.strictEqual(wrongMethod.headers.get("allow"), "GET, HEAD, POST, DELETE")
      assert.deepStrictEqual(wrongMethod.body, { success: false, message: "Method not allowed" })
      const root = yield* ask("/api/developer")
      assert.deepStrictEqual([root.status, root.body], [404, { success: false, message: "Not found" }])
      const sessionRoot = yield* ask("/api/whatsapp")
      assert.deepStrictEqual([sessionRoot.status, sessionRoot.body], [404, { success: false, error: "Not found" }])
      const outside = yield* ask("/favicon.ico")
      assert.strictEqual(outside.status, 404)
      assert.deepStrictEqual(outside.body, { error: "Not found" })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("have a request id and are not cached", () =>
    Effect.gen(function* () {
      const own = yield* ask(path, { headers: { "x-request-id": "order-17.a_b" } })
      assert.strictEqual(own.headers.get("x-request-id"), "order-17.a_b")
      assert.strictEqual(own.headers.get("cache-control"), "no-store")
      for (const unusable of ["two words", "x".repeat(129), "<script>"]) {
        const made = yield* ask(path, { headers: { "x-request-id": unusable } })
        assert.match(made.headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("the health and readiness endpoints respond", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* ask("/health")).body, { status: "ok" })
      assert.deepStrictEqual((yield* ask("/ready")).body, { status: "ready" })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("the readiness endpoint names the reason why the service is not ready", () =>
    Effect.gen(function* () {
      const { body, status } = yield* ask("/ready")
      assert.strictEqual(status, 503)
      assert.deepStrictEqual(body, { status: "not ready", reason: "the database does not answer" })
    }).pipe(Effect.provide(ready("the database does not answer")), Effect.provide(httpWorld))
  )
})
