import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../src/adapters/memory/World.ts"
import { maxEndpoints } from "../../src/domain/webhooks/WebhookEndpoint.ts"
import { ApiKeys } from "../../src/ports/access/ApiKeys.ts"
import { WebhookStore } from "../../src/ports/webhooks/WebhookStore.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { ask } from "../support/http/requests.ts"

const path = "/api/developer/v1/endpoints"
const url = "https://warehouse.example.com/events"

const Created = Schema.Struct({
  data: Schema.Struct({ endpoint: Schema.Struct({ id: Schema.String }), secret: Schema.String })
})

const given = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
  const { id } = yield* givenOrganization({ webhook: {} })
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const headers = { "x-api-key": Redacted.value(key) }
  const call = (method: string, at = "", body?: unknown) =>
    Effect.map(
      ask(`${path}${at}`, { headers, method, ...(body === undefined ? {} : { body }) }),
      ({ body, status }) => ({ status, body })
    )
  const create = Effect.fnUntraced(function* (body: object = {}) {
    const answer = yield* call("POST", "", { url, events: ["message.sent"], ...body })
    assert.strictEqual(answer.status, 201, JSON.stringify(answer.body))
    return (yield* Schema.decodeUnknownEffect(Created)(answer.body)).data
  })
  return { id, headers, call, create }
})

const shown = (id: string, changes: Readonly<Record<string, Schema.Json>> = {}) => ({
  id,
  name: "",
  url,
  events: ["message.sent"],
  filter: { channels: [], accountIds: [], labels: [], campaignIds: [] },
  headers: [],
  status: "enabled",
  disabledReason: null,
  failingSince: null,
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:00.000Z",
  ...changes
})
const ok = (data: Schema.Json) => ({ status: 200, body: { success: true, data } })

describe("endpoints over HTTP", () => {
  it.effect("an endpoint is created with a secret that is shown once, changed and deleted", () =>
    Effect.gen(function* () {
      const { call, create } = yield* given
      const { endpoint, secret } = yield* create()
      assert.deepStrictEqual(endpoint, { id: endpoint.id })
      assert.match(secret, /^whsec_/)
      assert.deepStrictEqual(yield* call("GET"), ok({ endpoints: [shown(endpoint.id)] }))
      assert.deepStrictEqual(yield* call("GET", `/${endpoint.id}`), ok(shown(endpoint.id)))
      yield* TestClock.adjust("1 second")
      const change = {
        name: " Warehouse ",
        events: ["message.received", "message.received"],
        filter: { channels: ["whatsapp"], labels: ["Order"] },
        headers: { Authorization: "Bearer a-token" }
      }
      const changed = shown(endpoint.id, {
        name: "Warehouse",
        events: ["message.received"],
        filter: { channels: ["whatsapp"], accountIds: [], labels: ["Order"], campaignIds: [] },
        headers: ["authorization"],
        updatedAt: "2026-11-20T12:00:01.000Z"
      })
      assert.deepStrictEqual(yield* call("PATCH", `/${endpoint.id}`, change), ok(changed))
      const disabled = { ...changed, status: "disabled", disabledReason: "requested" }
      assert.deepStrictEqual(yield* call("PATCH", `/${endpoint.id}`, { enabled: false }), ok(disabled))
      assert.deepStrictEqual(yield* call("PATCH", `/${endpoint.id}`, { enabled: true }), ok(changed))
      const rotated = yield* call("POST", `/${endpoint.id}/secret/rotate`)
      assert.strictEqual(rotated.status, 200)
      assert.notInclude(JSON.stringify(rotated.body), secret)
      assert.deepStrictEqual(yield* call("DELETE", `/${endpoint.id}`), ok({ id: endpoint.id }))
      assert.deepStrictEqual(yield* call("GET"), ok({ endpoints: [] }))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each<readonly [object, string]>([
    [{ url: "http://example.com" }, "Invalid field url: Webhook URL must use HTTPS"],
    [{ events: [] }, "Invalid field events: At least one event type is required"],
    [{ events: ["message.gone"] }, "Invalid field events: Unknown event type: message.gone"],
    [{ name: "a".repeat(65) }, "Invalid field name: Expected at most 64 characters"],
    [
      { headers: { "Content-Type": "text/plain" } },
      "Invalid field headers.Content-Type: The service sets this header, or it belongs to the connection"
    ],
    [
      { headers: { "X-A": "a\nb" } },
      "Invalid field headers.X-A: Expected 1 to 512 printable ASCII characters without blanks at the ends"
    ],
    [
      { filter: { labels: Array.from({ length: 51 }, (_, index) => `label ${index}`) } },
      "Invalid field filter.labels: Expected at most 50 values"
    ]
  ])("%j: a creation and a change are refused with the field", ([body, message]) =>
    Effect.gen(function* () {
      const { call, create } = yield* given
      const { endpoint } = yield* create()
      const refused = { status: 400, body: { success: false, message } }
      assert.deepStrictEqual(yield* call("POST", "", { url, events: ["message.sent"], ...body }), refused)
      assert.deepStrictEqual(yield* call("PATCH", `/${endpoint.id}`, body), refused)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("an id of a filter that is none is refused with its field", () =>
    Effect.gen(function* () {
      const { call } = yield* given
      const { body, status } = yield* call("POST", "", { url, events: ["message.sent"], filter: { accountIds: ["x"] } })
      assert.strictEqual(status, 400)
      assert.include(JSON.stringify(body), "filter.accountIds")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("an organization has 20 endpoints at most", () =>
    Effect.gen(function* () {
      const { call, create } = yield* given
      for (let count = 0; count < maxEndpoints; count++) yield* create()
      const { body, status } = yield* call("POST", "", { url, events: ["message.sent"] })
      assert.strictEqual(status, 409)
      assert.include(JSON.stringify(body), "The organization has 20 endpoints; delete one first")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("an endpoint of another organization, and the one webhook, are unknown", () =>
    Effect.gen(function* () {
      const { call, id } = yield* given
      const other = yield* givenOrganization({ webhook: {} })
      const { key } = yield* (yield* ApiKeys).create(other.id, "test")
      const headers = { "x-api-key": Redacted.value(key) }
      const { body } = yield* ask(path, { headers, method: "POST", body: { url, events: ["message.sent"] } })
      const foreign = (yield* Schema.decodeUnknownEffect(Created)(body)).data.endpoint.id
      const first = yield* (yield* WebhookStore).find(id)
      const ids = [foreign, first._tag === "Some" ? first.value.id : "", "no id"]
      const notFound = { status: 404, body: { success: false, message: "Endpoint not found", code: "NOT_FOUND" } }
      for (const one of ids) {
        assert.deepStrictEqual(yield* call("GET", `/${one}`), notFound)
        assert.deepStrictEqual(yield* call("PATCH", `/${one}`, { enabled: false }), notFound)
        assert.deepStrictEqual(yield* call("DELETE", `/${one}`), notFound)
        assert.deepStrictEqual(yield* call("POST", `/${one}/secret/rotate`), notFound)
        assert.deepStrictEqual(yield* call("POST", `/${one}/test`), notFound)
        assert.deepStrictEqual(yield* call("GET", `/${one}/deliveries`), notFound)
        const range = { since: "2026-11-20T00:00:00Z" }
        assert.deepStrictEqual(yield* call("POST", `/${one}/deliveries/replay`, range), notFound)
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("values of headers are in no answer, audit entry or request log", () =>
    Effect.gen(function* () {
      const { call, create, headers, id } = yield* given
      const hidden = "a-value-nobody-sees"
      const { endpoint } = yield* create({ headers: { "X-Custom": hidden } })
      yield* call("PATCH", `/${endpoint.id}`, { headers: { "X-Custom": `${hidden}-2` } })
      const answers = [
        yield* call("GET"),
        yield* call("GET", `/${endpoint.id}`),
        yield* ask("/api/developer/v1/audit-log", { headers }),
        yield* ask("/api/developer/v1/logs", { headers })
      ]
      assert.notInclude(JSON.stringify(answers), hidden)
      const state = yield* Effect.flatMap(World, ({ state }) => state)
      assert.notInclude(JSON.stringify([state.auditEntries, state.requestLogs]), hidden)
      const stored = yield* (yield* WebhookStore).endpoints(id)
      assert.deepStrictEqual(stored[0]?.endpoint.headers, { "x-custom": `${hidden}-2` })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("the paths of the one webhook show the one webhook only", () =>
    Effect.gen(function* () {
      const { create, headers } = yield* given
      const before = yield* ask("/api/developer/v1/webhooks", { headers })
      yield* create()
      const after = yield* ask("/api/developer/v1/webhooks", { headers })
      assert.deepStrictEqual(after.body, before.body)
    }).pipe(Effect.provide(httpWorld))
  )
})
