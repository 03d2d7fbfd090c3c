import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { WhatsAppPlatform } from "../../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { expireSends } from "../../../src/app/sends/reserveSend.ts"
import { purgeIdempotencyKeys } from "../../../src/app/sends/callOnce.ts"
import { PlatformMessageId } from "../../../src/domain/Ids.ts"
import {
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../src/domain/messages/PlatformError.ts"
import type { Plan } from "../../../src/domain/limits/MonthlyLimit.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { ContactStore } from "../../../src/ports/contacts/ContactStore.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { ask, type Asked } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { givenDashboard } from "../session/sessionDashboard.ts"

const hello = { to: "15551234567", type: "text", text: "See you at eight" }
const send = "/api/developer/v1/send-message"

/** What is answered, and whether it was answered before. */
const shown = Effect.fnUntraced(function* (path: string, asked: Asked) {
  const { body, headers, status } = yield* ask(path, asked)
  return { status, body, isReplayed: headers.get("idempotent-replayed") === "true", after: headers.get("retry-after") }
})

const asked = Effect.map(
  Effect.flatMap(WhatsAppPlatform, ({ requests }) => requests),
  (all) => all.length
)

/** A backend whose organization has a number to send from. */
const givenBackend = Effect.fnUntraced(function* (plan: Plan = "unlimited") {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
  const { id } = yield* givenOrganization({ plan })
  const account = yield* givenAccount(id)
  const apiKey = Redacted.value((yield* (yield* ApiKeys).create(id, "test")).key)
  return {
    id,
    account,
    post: (key: string, body: unknown = hello, path = send) =>
      shown(path, { headers: { "x-api-key": apiKey, "idempotency-key": key }, body })
  }
})

const inProgress = {
  status: 409,
  body: {
    success: false,
    message: "The first request with this Idempotency-Key is not finished",
    code: "REQUEST_IN_PROGRESS",
    fix: "Repeat the request after the time in Retry-After"
  },
  isReplayed: false,
  after: "1"
}

const reused = {
  status: 422,
  body: {
    success: false,
    message: "The Idempotency-Key belongs to another request",
    code: "IDEMPOTENCY_KEY_REUSED",
    fix: "Give each request a key of its own, and repeat it with the same method, path and body"
  },
  isReplayed: false,
  after: null
}

describe("a send with an idempotency key", () => {
  it.effect("is sent once, and has the same response each time", () =>
    Effect.gen(function* () {
      const { id, post } = yield* givenBackend()
      const first = yield* post("order 17")
      assert.deepInclude(first, { status: 201, isReplayed: false })
      const state = yield* (yield* World).state
      assert.deepStrictEqual(yield* post("order 17"), { ...first, isReplayed: true })
      assert.deepStrictEqual(yield* post("order 17"), { ...first, isReplayed: true })
      const { contacts, conversations, events, messages, usage } = yield* (yield* World).state
      assert.deepStrictEqual(
        { contacts, conversations, events, messages, usage },
        {
          contacts: state.contacts,
          conversations: state.conversations,
          events: state.events,
          messages: state.messages,
          usage: [{ organizationId: id, month: state.usage[0]?.month, used: 1 }]
        }
      )
      assert.strictEqual(yield* asked, 1)

      yield* post("order 18")
      assert.strictEqual(yield* asked, 2)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has the same response after the account, the contact and the delivery have changed", () =>
    Effect.gen(function* () {
      const { id, post } = yield* givenBackend()
      const first = yield* post("k")
      const { update } = yield* World
      yield* update((state) => ({
        ...state,
        messages: state.messages.map((message) => ({
          ...message,
          status: "failed" as const,
          failure: { _tag: "Rejected" as const, code: 131026, title: "Message undeliverable", message: "no" }
        }))
      }))
      assert.deepStrictEqual(yield* post("k"), { ...first, isReplayed: true })
      const contact = (yield* (yield* World).state).contacts[0] ?? assert.fail()
      const { remove, save } = yield* ContactStore
      yield* save({ ...contact, isBlocked: true })
      assert.deepStrictEqual(yield* post("k"), { ...first, isReplayed: true })
      yield* remove(id, contact.id)
      assert.deepStrictEqual(yield* post("k"), { ...first, isReplayed: true })
      yield* update((state) => ({ ...state, channelAccounts: [] }))
      assert.deepStrictEqual(yield* post("k"), { ...first, isReplayed: true })
      assert.strictEqual((yield* post("other")).status, 404)
      assert.strictEqual(yield* asked, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses the key for another body, another query and another path", () =>
    Effect.gen(function* () {
      const { id, post } = yield* givenBackend()
      yield* givenAccount(id, { channel: "messenger", externalId: "page 1" })
      yield* post("k")
      assert.deepStrictEqual(yield* post("k", { ...hello, text: "See you at nine" }), reused)
      assert.deepStrictEqual(yield* post("k", hello, `${send}?x=1`), reused)
      const messenger = { recipientId: "4711", text: "hi" }
      assert.deepStrictEqual(yield* post("k", messenger, "/api/developer/v1/messenger/send-message"), reused)
      assert.deepStrictEqual(yield* post("k", { phone: "15557654321" }, "/api/developer/v1/contacts"), reused)
      assert.strictEqual(yield* asked, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns 409 while the first call runs, and its response afterwards", () =>
    Effect.gen(function* () {
      const { post } = yield* givenBackend()
      const answer = yield* Deferred.make<PlatformMessageId>()
      yield* (yield* WhatsAppPlatform).answerNext(
        Effect.map(Deferred.await(answer), (platformMessageId) => ({ platformMessageId, waId: null }))
      )
      const running = yield* Effect.forkChild(post("k"), { startImmediately: true })
      yield* Effect.yieldNow
      assert.strictEqual(yield* asked, 1)
      assert.deepStrictEqual(yield* post("k"), inProgress)
      assert.deepStrictEqual(yield* post("k", { ...hello, text: "no" }), reused)
      yield* Deferred.succeed(answer, PlatformMessageId.make("wamid.late"))
      const first = yield* Fiber.join(running)
      assert.strictEqual(first.status, 201)
      assert.deepStrictEqual(yield* post("k"), { ...first, isReplayed: true })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    new PlatformRejected({ code: 132001, title: "none", message: "(#132001) none", subcode: 4, details: "x" }),
    new PlatformNotReached({ detail: "refused" }),
    new PlatformOutcomeUnknown({ reason: "connection lost", detail: "after 3 s" })
  ])("returns a failure of the platform unchanged each time: $_tag", (failure) =>
    Effect.gen(function* () {
      const { post } = yield* givenBackend()
      yield* (yield* WhatsAppPlatform).answerNext(Effect.fail(failure))
      const first = yield* post("k")
      assert.deepInclude(first, { status: 502, isReplayed: false })
      assert.deepStrictEqual(yield* post("k"), { ...first, isReplayed: true })
      assert.strictEqual(yield* asked, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("returns the outcome of an uncertain send once it is known, and never sends again", () =>
    Effect.gen(function* () {
      const { post } = yield* givenBackend()
      yield* (yield* World).failNext("SendLedger.recordOutcome")
      assert.strictEqual((yield* post("k")).status, 500)
      assert.deepStrictEqual(yield* post("k"), inProgress)
      yield* TestClock.adjust("4 minutes")
      assert.deepStrictEqual(yield* post("k"), inProgress)
      yield* TestClock.adjust("2 minutes")
      yield* expireSends()
      assert.deepStrictEqual(yield* post("k"), {
        status: 502,
        body: { success: false, message: "WhatsApp gave no usable answer; the message may have been sent" },
        isReplayed: true,
        after: null
      })
      assert.strictEqual(yield* asked, 1)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores a refusal that is final, and no refusal that the caller can resolve", () =>
    Effect.gen(function* () {
      const { post } = yield* givenBackend("free")
      const { state, update } = yield* World
      const { channelAccounts } = yield* state
      yield* update((all) => ({ ...all, channelAccounts: [] }))
      const first = yield* post("not connected")
      assert.strictEqual(first.status, 404)
      yield* update((all) => ({ ...all, channelAccounts }))
      assert.deepStrictEqual(yield* post("not connected"), { ...first, isReplayed: true })

      assert.strictEqual((yield* post("body", { ...hello, to: "nobody" })).status, 400)
      assert.strictEqual((yield* post("body")).status, 201)

      const { usage } = yield* state
      yield* update((all) => ({ ...all, usage: all.usage.map((row) => ({ ...row, used: 1_000 })) }))
      assert.strictEqual((yield* post("month")).status, 429)
      yield* update((all) => ({ ...all, usage }))
      assert.deepInclude(yield* post("month"), { status: 201, isReplayed: false })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is a new call after 24 hours", () =>
    Effect.gen(function* () {
      const { post } = yield* givenBackend()
      yield* post("k")
      yield* TestClock.adjust("23 hours")
      assert.strictEqual(yield* purgeIdempotencyKeys(), 0)
      assert.isTrue((yield* post("k")).isReplayed)
      yield* TestClock.adjust("61 minutes")
      assert.deepInclude(yield* post("k"), { status: 201, isReplayed: false })
      assert.strictEqual(yield* asked, 2)
      yield* TestClock.adjust("25 hours")
      assert.strictEqual(yield* purgeIdempotencyKeys(), 1)
      assert.deepStrictEqual((yield* (yield* World).state).idempotencyKeys, [])
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each(["", "k".repeat(256), "schlüssel"])("refuses a header that is not a valid key: %s", (key) =>
    Effect.gen(function* () {
      const { post } = yield* givenBackend()
      assert.deepStrictEqual(yield* post(key), {
        status: 400,
        body: {
          success: false,
          message: "Invalid header Idempotency-Key: Expected 1 to 255 printable ASCII characters",
          fix: "Send a random key such as a UUID, or leave the header out"
        },
        isReplayed: false,
        after: null
      })
      assert.strictEqual((yield* post("~".repeat(255))).status, 201)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("is a separate call over the other interface, and by another member", () =>
    Effect.gen(function* () {
      const dashboard = yield* givenDashboard()
      yield* dashboard.added({ userNumber: "15551234567" })
      const apiKey = Redacted.value((yield* (yield* ApiKeys).create(dashboard.id, "test")).key)
      const headers = { ...dashboard.headers, "idempotency-key": "k" }
      const path = "/api/whatsapp/messages/send"
      const first = yield* shown(path, { headers, body: hello })
      assert.deepInclude(first, { status: 200, isReplayed: false })
      assert.deepStrictEqual(yield* shown(path, { headers, body: hello }), { ...first, isReplayed: true })
      const developer = { "x-api-key": apiKey, "idempotency-key": "k" }
      assert.deepInclude(yield* shown(send, { headers: developer, body: hello }), { status: 201, isReplayed: false })
      assert.strictEqual(yield* asked, 2)
    }).pipe(Effect.provide(httpWorld))
  )
})
