import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted, Struct } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../src/adapters/memory/World.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"
import { ask, type Asked } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { csv, form, json } from "../session/contacts/sessionBulkBackend.ts"
import { givenDashboard, signedIn } from "../session/sessionDashboard.ts"

/** What is answered, and whether it was answered before. */
const shown = Effect.fnUntraced(function* (path: string, asked: Asked) {
  const { body, headers, status } = yield* ask(path, asked)
  return { status, body, isReplayed: headers.get("idempotent-replayed") === "true", after: headers.get("retry-after") }
})

/** Everything but keys, logs and the last use of API keys, which a repetition may add to. */
const effects = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  (state) =>
    JSON.stringify({
      ...Struct.omit(state, ["idempotencyKeys", "requestLogs"]),
      apiKeys: state.apiKeys.map(Struct.omit(["lastUsedAt"]))
    })
)

const session = (error: string) => ({ success: false, error })

/** An organization with a webhook, a conversation and a member to assign it to; called over both interfaces. */
const given = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  const apiKey = Redacted.value((yield* (yield* ApiKeys).create(dashboard.id, "test")).key)
  const { access, user } = yield* givenMember(dashboard.id, { name: "Ben", role: "admin" })
  const developer = (path: string, key: string, body?: unknown) =>
    shown(`/api/developer/v1${path}`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "idempotency-key": key },
      body
    })
  const member = (path: string, key: string, body?: unknown) =>
    shown(`/api/whatsapp${path}`, {
      method: "POST",
      headers: { ...dashboard.headers, "idempotency-key": key },
      body
    })
  yield* developer("/webhooks", "webhook", { url: "https://example.com/hook", events: ["contact.created"] })
  yield* developer("/send-message", "send", { to: "15551234567", type: "text", text: "hi" })
  const { conversations, events } = yield* (yield* World).state
  return {
    ...dashboard,
    developer,
    member,
    user,
    access,
    conversationId: conversations[0]?.id ?? "",
    eventId: events[0]?.id ?? ""
  }
})
type Given = Effect.Success<typeof given>

const calls: ReadonlyArray<readonly [name: string, call: (given: Given) => ReturnType<Given["member"]>]> = [
  ["creating a contact", ({ member }) => member("/contacts", "k", { userNumber: "15557654321" })],
  ["a contact that exists", ({ member }) => member("/contacts", "k", { userNumber: "15551234567" })],
  ["closing", ({ conversationId, member }) => member(`/conversations/${conversationId}/close`, "k", {})],
  [
    "assigning",
    ({ conversationId, member, user }) => member(`/conversations/${conversationId}/assign`, "k", { userId: user.id })
  ],
  ["reading notifications", ({ member }) => member("/notifications/read", "k", { ids: [] })],
  ["importing", ({ member }) => member("/contacts/bulk", "k", { contacts: [{ userNumber: "15557654321" }] })],
  ["a conversation that does not exist", ({ id, member }) => member(`/conversations/${id}/close`, "k", {})],
  ["upserting a contact", ({ developer }) => developer("/contacts", "k", { phone: "15557654321" })],
  [
    "registering a webhook",
    ({ developer }) => developer("/webhooks", "k", { url: "https://example.com/other", events: ["message.sent"] })
  ],
  ["a test event", ({ developer }) => developer("/webhooks/test", "k")],
  [
    "replaying a range",
    ({ developer }) => developer("/webhooks/deliveries/replay", "k", { since: "2026-11-20T11:00:00Z" })
  ],
  ["replaying a delivery", ({ developer, eventId }) => developer(`/webhooks/deliveries/${eventId}/replay`, "k")]
]

describe("a call with an idempotency key", () => {
  it.effect.each(calls)("has one effect and one response: %s", ([, call]) =>
    Effect.gen(function* () {
      const scene = yield* given
      const first = yield* call(scene)
      assert.include([200, 201, 202, 404, 409], first.status)
      assert.isFalse(first.isReplayed)
      const before = yield* effects
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* call(scene), { ...first, isReplayed: true })
      assert.deepStrictEqual(yield* call(scene), { ...first, isReplayed: true })
      assert.strictEqual(yield* effects, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses the key for another body, another path and another member", () =>
    Effect.gen(function* () {
      const { access, id, member } = yield* given
      const body = { userNumber: "15557654321" }
      yield* member("/contacts", "k", body)
      const reused = { ...session("The Idempotency-Key belongs to another request") }
      const expected = { status: 422, body: reused, isReplayed: false, after: null }
      assert.deepStrictEqual(yield* member("/contacts", "k", { userNumber: "15557654322" }), expected)
      assert.deepStrictEqual(yield* member("/contacts/bulk", "k", { contacts: [] }), expected)
      const headers = { ...(yield* signedIn(id, access.caller)), "idempotency-key": "k" }
      assert.deepStrictEqual(yield* shown("/api/whatsapp/contacts", { headers, body }), expected)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("stores no response that would differ for another body or at a later time", () =>
    Effect.gen(function* () {
      const { conversationId, developer, member } = yield* given
      assert.strictEqual((yield* member("/contacts", "k", { userNumber: "" })).status, 400)
      assert.strictEqual((yield* member("/contacts", "k", "{")).status, 400)
      assert.deepInclude(yield* member("/contacts", "k", { userNumber: "15557654321" }), {
        status: 201,
        isReplayed: false
      })
      assert.strictEqual((yield* developer("/webhooks", "w", { url: "http://example.com", events: [] })).status, 400)
      const outsider = "00000000-0000-4000-8000-0000000000ff"
      const assign = `/conversations/${conversationId}/assign`
      assert.strictEqual((yield* member(assign, "a", { userId: outsider })).status, 403)
      assert.isFalse((yield* member(assign, "a", { userId: outsider })).isReplayed)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses an invalid key, and ignores keys on methods other than POST", () =>
    Effect.gen(function* () {
      const { headers, member } = yield* given
      const body = session("Invalid header Idempotency-Key: Expected 1 to 255 printable ASCII characters")
      const expected = { status: 400, body, isReplayed: false, after: null }
      assert.deepStrictEqual(yield* member("/contacts", "", { userNumber: "15557654321" }), expected)
      assert.deepStrictEqual(yield* member("/contacts/bulk", "", { contacts: [] }), expected)
      const listed = { headers: { ...headers, "idempotency-key": "" } }
      assert.deepInclude(yield* shown("/api/whatsapp/contacts", listed), { status: 200, isReplayed: false })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("finishes if the caller disconnects, and returns the stored response later", () =>
    Effect.gen(function* () {
      const { member } = yield* given
      const held = yield* Deferred.make<void>()
      const { atomically } = yield* World
      const body = { userNumber: "15557654321" }
      // Writes wait for the end of a transaction.
      const holding = yield* Effect.forkChild(atomically(Deferred.await(held)), { startImmediately: true })
      const running = yield* Effect.forkChild(member("/contacts", "k", body), { startImmediately: true })
      for (const _ of Array.from({ length: 200 })) yield* Effect.yieldNow
      const leaving = yield* Effect.forkChild(Fiber.interrupt(running), { startImmediately: true })
      yield* Deferred.succeed(held, undefined)
      yield* Fiber.join(holding)
      yield* Fiber.join(leaving)
      assert.deepInclude(yield* member("/contacts", "k", body), { status: 201, isReplayed: true })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("reports an unknown outcome, and repeats nothing", () =>
    Effect.gen(function* () {
      const { member } = yield* given
      const create = member("/contacts", "k", { userNumber: "15557654321" })
      // The process dies between the work and the answer.
      yield* (yield* World).failNext("IdempotencyKeys.settle")
      assert.strictEqual((yield* create).status, 500)
      const before = yield* effects
      const running = session("The first request with this Idempotency-Key is not finished")
      assert.deepStrictEqual(yield* create, { status: 409, body: running, isReplayed: false, after: "1" })
      yield* TestClock.adjust("5 minutes")
      const lost = session(
        "The outcome of the first request with this Idempotency-Key is unknown; nothing was done again"
      )
      assert.deepStrictEqual(yield* create, { status: 409, body: lost, isReplayed: false, after: null })
      assert.strictEqual(yield* effects, before)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("reports an unknown outcome at once after an unexpected failure", () =>
    Effect.gen(function* () {
      const { member } = yield* given
      const create = member("/contacts", "k", { userNumber: "15557654321" })
      yield* (yield* World).failNext("ContactStore.insert")
      assert.strictEqual((yield* create).status, 500)
      assert.deepInclude(yield* create, { status: 409, after: null })
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("an import with an idempotency key", () => {
  const rows = ["userNumber,userName", "15557654321,Ada", "15557654322,Ben"]
  const file = new Blob([rows.join("\r\n")])

  const post = Effect.fnUntraced(function* (headers: Record<string, string>, given: ReturnType<typeof json>) {
    const [type, body] =
      given instanceof FormData
        ? yield* Effect.promise(async () => {
            const response = new Response(given)
            return [response.headers.get("content-type") ?? "", await response.blob()] as const
          })
        : given
    const asked = { headers: { ...headers, "content-type": type, "idempotency-key": "k" }, body }
    return yield* shown("/api/whatsapp/contacts/bulk", asked)
  })

  it.effect("imports a CSV file once", () =>
    Effect.gen(function* () {
      const { headers } = yield* given
      const first = yield* post(headers, csv(...rows))
      assert.include(JSON.stringify(first.body), '"imported":2')
      assert.deepStrictEqual(yield* post(headers, csv(...rows)), { ...first, isReplayed: true })
      assert.strictEqual((yield* post(headers, csv(...rows, "15557654323,Cid"))).status, 422)
      assert.strictEqual((yield* post(headers, json({ contacts: [] }))).status, 422)
      assert.strictEqual((yield* post(headers, form(["file", file]))).status, 422)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("imports the file of a form once, whatever its boundary", () =>
    Effect.gen(function* () {
      const { headers } = yield* given
      const first = yield* post(headers, form(["file", file]))
      assert.include(JSON.stringify(first.body), '"imported":2')
      assert.deepStrictEqual(yield* post(headers, form(["file", file])), { ...first, isReplayed: true })
      assert.strictEqual((yield* post(headers, form(["file", new Blob([rows.join("\n")])]))).status, 422)
    }).pipe(Effect.provide(httpWorld))
  )
})
