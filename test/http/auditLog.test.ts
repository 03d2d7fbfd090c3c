import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { createApiKey } from "../../src/app/access/apiKeys.ts"
import { renameOrganization } from "../../src/app/access/organizations.ts"
import { operatorAuthor, CurrentAuthor } from "../../src/ports/access/AuditLog.ts"
import { answered, givenDashboard, refused } from "./session/sessionDashboard.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { ask, askText } from "../support/http/requests.ts"

/** Both interfaces of one organization, and a change by each kind of author: a member, a key, an operator, the program. */
const givenChanges = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  const { id: apiKeyId, key } = yield* createApiKey(dashboard.id, "Shop")
  const headers = { "x-api-key": Redacted.value(key) }
  const developer = (path: string) => ask(`/api/developer/v1${path}`, { headers })
  yield* TestClock.adjust("1 second")
  yield* dashboard.patch("/settings", { readReceipts: "on_read" })
  yield* TestClock.adjust("1 second")
  yield* ask("/api/developer/v1/webhooks", {
    method: "POST",
    headers,
    body: { url: "https://example.com/hook?token=hidden", events: ["message.received"] }
  })
  yield* TestClock.adjust("1 second")
  yield* Effect.provideService(renameOrganization(dashboard.id, '=Acme "A"'), CurrentAuthor, operatorAuthor)
  return { ...dashboard, apiKeyId, developer, headers }
})

const Listed = Schema.Struct({
  data: Schema.Struct({
    entries: Schema.Array(Schema.Record(Schema.String, Schema.Json)),
    nextAfter: Schema.NullOr(Schema.String)
  })
})
const listedIn = (body: unknown) => Effect.map(Schema.decodeUnknownEffect(Listed)(body), ({ data }) => data)
const entriesIn = (body: unknown) => Effect.map(listedIn(body), ({ entries }) => entries)

const withoutIds = ({ id: _id, subject, ...entry }: Readonly<Record<string, Schema.Json>>): object =>
  Object.assign({}, entry, { subject: Object.assign({}, subject, { id: "any" }) })

describe("audit log over HTTP", () => {
  it.effect("lists changes with their authors in both interfaces, newest first", () =>
    Effect.gen(function* () {
      const { apiKeyId, developer, get, user } = yield* givenChanges
      const { body, status } = yield* get("/audit-log")
      assert.strictEqual(status, 200)
      const entries = yield* entriesIn(body)
      assert.deepStrictEqual(entries.map(withoutIds), [
        {
          at: "2026-11-20T12:00:03.000Z",
          actor: { type: "operator", id: null },
          address: null,
          action: "organization.changed",
          subject: { type: "organization", id: "any", name: '=Acme "A"' },
          changes: [{ field: "name", before: "Acme", after: '=Acme "A"' }]
        },
        {
          at: "2026-11-20T12:00:02.000Z",
          actor: { type: "api_key", id: apiKeyId },
          address: null,
          action: "webhook.registered",
          subject: { type: "webhook", id: "any", name: "https://example.com/hook" },
          changes: [
            { field: "events", before: null, after: ["message.received"] },
            { field: "status", before: null, after: "active" },
            { field: "url", before: null, after: "https://example.com/hook" }
          ]
        },
        {
          at: "2026-11-20T12:00:01.000Z",
          actor: { type: "member", id: user.id },
          address: null,
          action: "settings.changed",
          subject: { type: "settings", id: "any", name: "Acme" },
          changes: [{ field: "readReceipts", before: "off", after: "on_read" }]
        },
        {
          at: "2026-11-20T12:00:00.000Z",
          actor: { type: "program", id: null },
          address: null,
          action: "api_key.created",
          subject: { type: "api_key", id: "any", name: "Shop" },
          changes: []
        }
      ])
      assert.deepStrictEqual((yield* developer("/audit-log")).body, body)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("pages continue after the cursor, and filters select entries", () =>
    Effect.gen(function* () {
      const { apiKeyId, get } = yield* givenChanges
      const all = yield* entriesIn((yield* get("/audit-log")).body)
      const first = yield* get("/audit-log?limit=3")
      const { entries, nextAfter } = yield* listedIn(first.body)
      assert.deepStrictEqual(entries, all.slice(0, 3))
      const rest = yield* get(`/audit-log?limit=3&after=${encodeURIComponent(nextAfter ?? "")}`)
      assert.deepStrictEqual(rest, answered(200, { entries: all.slice(3), nextAfter: null, hasMore: false }))
      const found = (query: string) => Effect.flatMap(get(`/audit-log?${query}`), ({ body }) => entriesIn(body))
      assert.deepStrictEqual(yield* found("actor=operator"), all.slice(0, 1))
      assert.deepStrictEqual(yield* found(`actorId=${apiKeyId}`), all.slice(1, 2))
      assert.deepStrictEqual(yield* found("action=settings.changed"), all.slice(2, 3))
      assert.deepStrictEqual(yield* found(`subjectId=${apiKeyId}`), all.slice(3))
      assert.deepStrictEqual(yield* found("since=2026-11-20T12:00:01Z&until=2026-11-20T12:00:02Z"), all.slice(2, 3))
      assert.deepStrictEqual(
        yield* get("/audit-log?after=x"),
        refused(400, "Invalid field after: Expected nextAfter of an answer of this list")
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("the export is a table without formulas or secrets", () =>
    Effect.gen(function* () {
      const { headers } = yield* givenChanges
      const { headers: answer, text } = yield* askText("/api/developer/v1/audit-log/export", { headers })
      assert.strictEqual(answer.get("content-type"), "text/csv; charset=utf-8")
      const [header, first, ...others] = text.split("\r\n")
      assert.strictEqual(header, "id,at,actor,actorId,address,action,subjectId,subjectName,changes")
      assert.include(first, `"'=Acme ""A"""`)
      assert.lengthOf(others, 4)
      assert.notInclude(text, "hidden")
    }).pipe(Effect.provide(httpWorld))
  )
})
