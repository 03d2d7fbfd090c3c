import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { createApiKey } from "../../src/app/access/apiKeys.ts"
import { ask } from "../support/http/requests.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { answered, givenDashboard, refused } from "./session/sessionDashboard.ts"

const line = (id: string, more: object = {}) =>
  `${JSON.stringify({
    channel: "whatsapp",
    contact: { id: "+15551234567" },
    direction: "outbound",
    type: "text",
    text: `text of ${id}`,
    time: "2026-11-20T10:00:00Z",
    author: "Grace",
    externalId: id,
    ...more
  })}\n`

const ndjson = { "content-type": "application/x-ndjson" }

const given = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  const { key } = yield* createApiKey(dashboard.id, "Shop")
  const send =
    (path: string, headers: Record<string, string>) =>
    (body: string, more: Record<string, string> = {}) =>
      Effect.map(ask(path, { method: "POST", headers: { ...headers, ...ndjson, ...more }, body }), (answer) => ({
        status: answer.status,
        body: answer.body
      }))
  return {
    ...dashboard,
    backend: send("/api/developer/v1/import/messages", { "x-api-key": Redacted.value(key) }),
    member: send("/api/whatsapp/import/messages", dashboard.headers)
  }
})

const counts = { lines: 1, accepted: 0, duplicates: 0, refusedLines: 0, refused: [], nextLine: null }

const Conversations = Schema.Struct({ data: Schema.Struct({ conversations: Schema.Array(Schema.JsonObject) }) })

describe("POST /import/messages", () => {
  it.effect("import: both interfaces store lines, and know each other's", () =>
    Effect.gen(function* () {
      const { backend, member } = yield* given
      assert.deepStrictEqual(yield* backend(line("a")), answered(200, { ...counts, accepted: 1 }))
      assert.deepStrictEqual(yield* member(line("a")), answered(200, { ...counts, duplicates: 1 }))
      const wrong = yield* member(line("b", { direction: "sideways" }))
      const refusal = { line: 1, field: "direction", error: 'Expected "inbound" | "outbound"' }
      assert.deepStrictEqual(wrong, answered(200, { ...counts, refusedLines: 1, refused: [refusal] }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("import: a key answers a repetition as the first call", () =>
    Effect.gen(function* () {
      const { backend } = yield* given
      const key = { "idempotency-key": "import-1" }
      const first = yield* backend(line("a"), key)
      assert.deepStrictEqual(yield* backend(line("a"), key), first)
      assert.deepStrictEqual(first, answered(200, { ...counts, accepted: 1 }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("import: another type of body is refused", () =>
    Effect.gen(function* () {
      const { member } = yield* given
      const answer = yield* member("{}", { "content-type": "application/json" })
      assert.deepStrictEqual(answer, refused(400, "Expected a body of type application/x-ndjson"))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("import: messages show their author and that they are imported, and the conversation is read", () =>
    Effect.gen(function* () {
      const { get, member } = yield* given
      yield* member(line("a"))
      const { body } = yield* get("/conversations")
      const { conversations } = (yield* Schema.decodeUnknownEffect(Conversations)(body)).data
      assert.lengthOf(conversations, 1)
      assert.include(conversations[0], { unreadCount: 0, createdAt: "2026-11-20T10:00:00.000Z" })
      const listed = yield* get(`/messages?conversationId=${String(conversations[0]?.["id"])}`)
      const text = JSON.stringify(listed.body)
      assert.include(text, '"imported":true')
      assert.include(text, '"agent":{"name":"Grace"}')
      const audited = JSON.stringify((yield* get("/audit-log?action=messages.imported")).body)
      assert.include(audited, '"field":"accepted"')
    }).pipe(Effect.provide(httpWorld))
  )
})
