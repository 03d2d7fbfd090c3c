import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { ApiKeys } from "../../../../src/ports/access/ApiKeys.ts"
import { ask } from "../../../support/http/requests.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, givenDashboard, refused } from "../sessionDashboard.ts"

const path = "/developer/logs"

/** Three requests, a minute apart from noon on: a registration with a secret, a search, and one to nowhere. */
const given = Effect.gen(function* () {
  const dashboard = yield* givenDashboard()
  const key = Redacted.value((yield* (yield* ApiKeys).create(dashboard.id, "test")).key)
  const developer = (method: string, to: string, more: object = {}) =>
    ask(`/api/developer/v1${to}`, {
      method,
      headers: {
        "x-api-key": key,
        "user-agent": "test/1.0",
        ...("requestId" in more ? { "x-request-id": "trace-1" } : {})
      },
      ...("body" in more ? { body: more.body } : {})
    })
  yield* developer("POST", "/webhooks", {
    body: { url: "https://example.com/hook", events: ["message.sent"], signing_secret: "s3cret" }
  })
  yield* TestClock.adjust("1 minute")
  yield* developer("GET", "/contacts?search=ada", { requestId: true })
  yield* TestClock.adjust("1 minute")
  yield* developer("GET", "/nowhere")
  const { requestLogs } = yield* (yield* World).state
  const [registered, searched, lost] = requestLogs
  const common = { ipAddress: "", userAgent: "test/1.0", durationMs: 0 }
  return {
    ...dashboard,
    registered: {
      id: registered?.id,
      requestId: registered?.requestId,
      method: "POST",
      path: "/v1/webhooks",
      statusCode: 200,
      ...common,
      createdAt: "2026-11-20T12:00:00.000Z"
    },
    searched: {
      id: searched?.id,
      requestId: "trace-1",
      method: "GET",
      path: "/v1/contacts",
      statusCode: 200,
      ...common,
      createdAt: "2026-11-20T12:01:00.000Z"
    },
    lost: {
      id: lost?.id,
      requestId: lost?.requestId,
      method: "GET",
      path: "/v1/nowhere",
      statusCode: 404,
      ...common,
      createdAt: "2026-11-20T12:02:00.000Z"
    }
  }
})

const page = (logs: ReadonlyArray<object>, more: object = {}) =>
  answered(200, { logs, total: logs.length, page: 1, limit: 20, hasNext: false, ...more })

describe("GET /developer/logs", () => {
  it.effect("lists requests, newest first, and those that match a filter", () =>
    Effect.gen(function* () {
      const { get, lost, registered, searched } = yield* given
      const list = (query: string) => get(`${path}${query}`)
      assert.deepStrictEqual(yield* list(""), page([lost, searched, registered]))
      assert.deepStrictEqual(yield* list("?limit=2"), page([lost, searched], { total: 3, limit: 2, hasNext: true }))
      assert.deepStrictEqual(yield* list("?limit=2&page=2"), page([registered], { total: 3, limit: 2, page: 2 }))
      assert.deepStrictEqual(yield* list("?method=POST"), page([registered]))
      assert.deepStrictEqual(yield* list("?path=/v1/con"), page([searched]))
      assert.deepStrictEqual(yield* list("?status=404"), page([lost]))
      assert.deepStrictEqual(yield* list("?status=2xx"), page([searched, registered]))
      assert.deepStrictEqual(yield* list("?status=5xx"), page([]))
      assert.deepStrictEqual(yield* list("?requestId=trace-1"), page([searched]))
      assert.deepStrictEqual(yield* list(`?requestId=${lost.requestId}`), page([lost]))
      assert.deepStrictEqual(
        yield* list("?since=2026-11-20T12:01:00Z&until=2026-11-20T12:02:00Z&method=GET"),
        page([searched])
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("identifies requests by the id in their responses", () =>
    Effect.gen(function* () {
      const { get, id } = yield* givenDashboard()
      const key = Redacted.value((yield* (yield* ApiKeys).create(id, "test")).key)
      const { headers } = yield* ask("/api/developer/v1/templates", { headers: { "x-api-key": key } })
      const { body } = yield* get(`${path}?requestId=${headers.get("x-request-id")}`)
      assert.include(JSON.stringify(body), '"total":1')
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect.each([
    ["?status=600", "Invalid field status: Expected a status such as 404, or a class such as 4xx"],
    ["?status=40", "Invalid field status: Expected a status such as 404, or a class such as 4xx"],
    ["?status=4XX", "Invalid field status: Expected a status such as 404, or a class such as 4xx"],
    ["?since=now", "Invalid field since: Expected a timestamp such as 2026-11-20T12:00:00.000Z"],
    ["?method=get", null],
    [`?path=${"x".repeat(2_049)}`, null],
    [`?requestId=${"x".repeat(129)}`, null],
    ["?path=%00", null]
  ] as const)("refuses %s", ([query, error]) =>
    Effect.gen(function* () {
      const { get } = yield* givenDashboard()
      const answer = yield* get(`${path}${query}`)
      assert.strictEqual(answer.status, 400)
      if (error !== null) assert.deepStrictEqual(answer, refused(400, error))
    }).pipe(Effect.provide(httpWorld))
  )
})

describe("GET /developer/logs/:logId", () => {
  it.effect("shows the bodies, without secrets", () =>
    Effect.gen(function* () {
      const { get, lost, registered } = yield* given
      const { webhooks } = yield* (yield* World).state
      assert.deepStrictEqual(
        yield* get(`${path}/${registered.id}`),
        answered(200, {
          ...registered,
          requestBody: { url: "https://example.com/hook", events: ["message.sent"], signing_secret: "[redacted]" },
          responseBody: {
            success: true,
            data: {
              webhook: {
                id: webhooks[0]?.id,
                url: "https://example.com/hook",
                events: ["message.sent"],
                status: "active"
              }
            }
          }
        })
      )
      assert.deepStrictEqual(
        yield* get(`${path}/${lost.id}`),
        answered(200, { ...lost, requestBody: {}, responseBody: { success: false, message: "Not found" } })
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("does not find an entry of another organization", () =>
    Effect.gen(function* () {
      const { lost } = yield* given
      const { get } = yield* givenDashboard()
      for (const id of [lost.id, "x", "00000000-0000-4000-8000-000000000001", "%00"])
        assert.deepStrictEqual(yield* get(`${path}/${id}`), refused(404, "Request not found"))
      assert.deepStrictEqual(yield* get(path), page([]))
    }).pipe(Effect.provide(httpWorld))
  )
})
