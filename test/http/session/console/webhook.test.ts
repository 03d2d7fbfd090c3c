import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { signingSecrets } from "../../../../src/domain/webhooks/Webhook.ts"
import { WebhookStore } from "../../../../src/ports/webhooks/WebhookStore.ts"
import { givenWebhook } from "../../../../testing/given/given.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { eventsOf } from "../../../../testing/given/seen.ts"
import { answered, givenDashboard, kept, refused } from "../sessionDashboard.ts"

const path = "/developer/webhook"
const url = "https://example.com/hook"
const events = ["message.sent", "contact.created"] as const
const noon = "2026-11-20T12:00:00.000Z"

const given = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  const { find } = yield* WebhookStore
  return { ...dashboard, stored: Effect.map(find(dashboard.id), Option.getOrThrow) }
})

const none = refused(404, "No webhook is registered")
const unreadable = refused(
  409,
  "The webhook's stored signing secret cannot be opened. Save the webhook again, which gives it another secret"
)

/** A subscription whose secret no key of the service opens: without one, like any reading of it. */
const unreadableSecret = { status: "secret_unreadable", secret: null } as const

describe("/developer/webhook", () => {
  it.effect("registers, shows, changes and removes the subscription, without its secret", () =>
    Effect.gen(function* () {
      const { get, put, remove, stored } = yield* given
      assert.deepStrictEqual(yield* get(path), answered(200, { webhook: null }))
      const saved = yield* put(path, { url, events })
      const { id, secret } = yield* stored
      const webhook = {
        id,
        url,
        events,
        status: "active",
        isSecretChosen: false,
        previousUntil: null,
        failingSince: null,
        createdAt: noon,
        updatedAt: noon
      }
      assert.deepStrictEqual(saved, answered(200, { webhook, missed: null }))
      assert.deepStrictEqual(yield* get(path), answered(200, { webhook }))
      assert.match(secret?.value ?? "", /^whsec_/)

      yield* TestClock.adjust("1 minute")
      const moved = {
        ...webhook,
        url: `${url}/2`,
        events: ["postback"],
        isSecretChosen: true,
        previousUntil: "2026-11-21T12:01:00.000Z",
        updatedAt: "2026-11-20T12:01:00.000Z"
      }
      const request = { url: moved.url, events: moved.events, signingSecret: "s3cret" }
      assert.deepStrictEqual(yield* put(path, request), answered(200, { webhook: moved, missed: null }))
      assert.deepStrictEqual(yield* get(path), answered(200, { webhook: moved }))
      assert.notInclude(JSON.stringify(yield* get(path)), "s3cret")
      yield* put(path, { url, events, signingSecret: "" })
      assert.strictEqual((yield* stored).secret?.value, "s3cret")

      assert.deepStrictEqual(yield* remove(path), answered(200, { removed: true }))
      assert.deepStrictEqual(yield* remove(path), answered(200, { removed: false }))
      assert.deepStrictEqual(yield* get(path), answered(200, { webhook: null }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("enables a disabled subscription, with instructions for missed events", () =>
    Effect.gen(function* () {
      const { get, id, put } = yield* given
      const disabledAt = DateTime.makeUnsafe("2026-11-20T11:00:00.000Z")
      const failingSince = DateTime.makeUnsafe("2026-11-15T11:00:00.000Z")
      const { createdAt, id: webhookId } = yield* givenWebhook(id, {
        status: "disabled",
        updatedAt: disabledAt,
        failingSince
      })
      const shown = {
        id: webhookId,
        url,
        events: ["message.sent", "contact.created", "contact.updated", "conversation.opened"],
        status: "disabled",
        isSecretChosen: false,
        previousUntil: null,
        failingSince: "2026-11-15T11:00:00.000Z",
        createdAt: DateTime.formatIso(createdAt),
        updatedAt: "2026-11-20T11:00:00.000Z"
      }
      assert.deepStrictEqual(yield* get(path), answered(200, { webhook: shown }))
      assert.deepStrictEqual(
        yield* put(path, { url, events }),
        answered(200, {
          webhook: { ...shown, events, status: "active", failingSince: null, updatedAt: noon },
          missed: { since: "2026-11-20T11:00:00.000Z", resumeAfter: null }
        })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    [{ events }, "Missing required field: url"],
    [{ url }, "Missing required field: events"],
    [{ url: "http://example.com", events }, "Webhook URL must use HTTPS"],
    [{ url: "https://me:pass@example.com", events }, "Webhook URL must not contain credentials"],
    [{ url, events: [] }, "At least one event type is required"],
    [{ url, events: ["message.gone"] }, "Unknown event type: message.gone"],
    [{ url, events: ["webhook.test"] }, "Unknown event type: webhook.test"],
    [
      { url, events, signingSecret: "whsec_not base64!" },
      "Invalid field signingSecret: Expected base64 after whsec_, or a secret that begins with neither whsec_ nor v1,"
    ],
    [{ url, events, signingSecret: " s" }, "Invalid field signingSecret: Expected text without blanks at its ends"]
  ] as const)("refuses %j, and changes nothing", ([body, error]) =>
    Effect.gen(function* () {
      const { id, put } = yield* given
      yield* givenWebhook(id)
      const before = yield* kept
      assert.deepStrictEqual(yield* put(path, body), refused(400, error))
      assert.strictEqual(yield* kept, before)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("/developer/webhook/secret", () => {
  it.effect("shows the secret, and replaces it while the previous one still signs", () =>
    Effect.gen(function* () {
      const { get, id, post, stored } = yield* given
      yield* givenWebhook(id, { secret: { value: "s3cret", chosen: true } })
      assert.deepStrictEqual(yield* get(`${path}/secret`), answered(200, { secret: "s3cret", isChosen: true }))
      const before = yield* stored
      const rotated = yield* post(`${path}/secret/rotate`)
      const after = yield* stored
      const secret = after.secret?.value ?? ""
      assert.match(secret, /^whsec_/)
      assert.deepStrictEqual(rotated, answered(200, { secret, previousUntil: "2026-11-21T12:00:00.000Z" }))
      assert.deepStrictEqual(yield* get(`${path}/secret`), answered(200, { secret, isChosen: false }))
      const now = yield* DateTime.now
      assert.deepStrictEqual(signingSecrets(after, now), [secret, "s3cret"])
      assert.deepStrictEqual(signingSecrets(after, DateTime.add(now, { hours: 24 })), [secret])
      const { previousSecrets: _previous, secret: _secret, updatedAt: _updated, ...others } = after
      const { previousSecrets: _formers, secret: _former, updatedAt: _at, ...kept } = before
      assert.deepStrictEqual(others, kept)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has the expiry of the last replaced secret while it signs", () =>
    Effect.gen(function* () {
      const { get, id, post } = yield* given
      yield* givenWebhook(id)
      const until = Effect.map(
        get(path),
        ({ body }) => new RegExp(/"previousUntil":("[^"]*"|null)/).exec(JSON.stringify(body))?.[1]
      )
      assert.strictEqual(yield* until, "null")
      yield* post(`${path}/secret/rotate`)
      yield* TestClock.adjust("1 hour")
      yield* post(`${path}/secret/rotate`)
      assert.strictEqual(yield* until, '"2026-11-21T13:00:00.000Z"')
      yield* TestClock.adjust("1439 minutes")
      assert.strictEqual(yield* until, '"2026-11-21T13:00:00.000Z"')
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* until, "null")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("leaves a disabled subscription disabled since the same time", () =>
    Effect.gen(function* () {
      const { id, post, stored } = yield* given
      const { updatedAt } = yield* givenWebhook(id, { status: "disabled" })
      assert.strictEqual((yield* post(`${path}/secret/rotate`)).status, 200)
      const { status, updatedAt: since } = yield* stored
      assert.deepStrictEqual([status, since], ["disabled", updatedAt])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is not found without a subscription, or if it cannot be decrypted", () =>
    Effect.gen(function* () {
      const { get, id, post, put } = yield* given
      for (const answer of [yield* get(`${path}/secret`), yield* post(`${path}/secret/rotate`)])
        assert.deepStrictEqual(answer, none)
      yield* givenWebhook(id, unreadableSecret)
      const before = yield* kept
      for (const answer of [yield* get(`${path}/secret`), yield* post(`${path}/secret/rotate`)])
        assert.deepStrictEqual(answer, unreadable)
      assert.strictEqual(yield* kept, before)
      yield* put(path, { url, events })
      assert.strictEqual((yield* get(`${path}/secret`)).status, 200)
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("POST /developer/webhook/test", () => {
  it.effect("sends a test event at once, whatever the subscribed events", () =>
    Effect.gen(function* () {
      const { id, post } = yield* given
      yield* givenWebhook(id, { events: ["postback"] })
      const answer = yield* post(`${path}/test`)
      const [event] = yield* eventsOf(id)
      assert.deepStrictEqual(answer, answered(202, { id: event?.id, event: "webhook.test" }))
      assert.strictEqual(event?.type, "webhook.test")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is refused without an active webhook", () =>
    Effect.gen(function* () {
      const { id, post } = yield* given
      assert.deepStrictEqual(yield* post(`${path}/test`), none)
      yield* givenWebhook(id, { status: "disabled" })
      assert.deepStrictEqual(
        yield* post(`${path}/test`),
        refused(409, "The webhook is disabled. Save it again, which enables it")
      )
      yield* givenWebhook(id, unreadableSecret)
      assert.deepStrictEqual(yield* post(`${path}/test`), unreadable)
      assert.deepStrictEqual(yield* eventsOf(id), [])
    }).pipe(Effect.provide(httpWorld))
  )
})
