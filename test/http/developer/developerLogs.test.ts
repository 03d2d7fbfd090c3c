import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Redacted, type Schema } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../src/adapters/memory/World.ts"
import { RequestLogId } from "../../../src/domain/Ids.ts"
import { ApiKeys, RequestLogs } from "../../../src/ports/access/ApiKeys.ts"
import { givenOrganization, uuid } from "../../../testing/given/given.ts"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"

const base = "/api/developer"

/** A backend with a key. */
const givenBackend = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
  const { id } = yield* givenOrganization()
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const headers = { "x-api-key": Redacted.value(key) }
  const call = (path: string, method: string, body?: Schema.Json) =>
    Effect.map(
      ask(`${base}${path}`, { headers, method, ...(body === undefined ? {} : { body }) }),
      ({ body, status }) => ({ status, body })
    )
  return { id, headers, call }
})

describe("GET /v1/logs", () => {
  it.effect("lists requests and responses unchanged, newest first", () =>
    Effect.gen(function* () {
      const { call, headers } = yield* givenBackend
      const webhook = { url: "https://example.com/hook", events: ["message.sent"], signing_secret: "s3cret" }
      yield* ask(`${base}/v1/webhooks?debug=yes`, {
        headers: { ...headers, "user-agent": "acme-backend/2.1" },
        body: webhook,
        from: "::ffff:203.0.113.7"
      })
      yield* TestClock.adjust("1500 millis")
      yield* call("/v1/webhooks", "DELETE")
      const { requestLogs, webhooks } = yield* (yield* World).state
      assert.deepStrictEqual(webhooks, [])
      const [first, second] = requestLogs
      const registered = JSON.stringify(first?.responseBody)
      assert.match(registered, /^\{"success":true,"data":\{"webhook":\{"id":"[0-9a-f-]{36}",/)

      assert.deepStrictEqual(yield* call("/v1/logs", "GET"), {
        status: 200,
        body: {
          success: true,
          data: {
            data: [
              {
                id: second?.id ?? "",
                method: "DELETE",
                path: "/v1/webhooks",
                status_code: 200,
                request_body: {},
                response_body: { success: true, message: "Webhook removed" },
                ip_address: "",
                user_agent: "",
                duration_ms: 0,
                created_at: "2026-11-20T12:00:01.500Z"
              },
              {
                id: first?.id ?? "",
                method: "POST",
                path: "/v1/webhooks",
                status_code: 200,
                request_body: { ...webhook, signing_secret: "[redacted]" },
                response_body: first?.responseBody ?? {},
                ip_address: "203.0.113.7",
                user_agent: "acme-backend/2.1",
                duration_ms: 0,
                created_at: "2026-11-20T12:00:00.000Z"
              }
            ],
            meta: { page: 1, limit: 20, total: 2, totalPages: 1 }
          }
        }
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has an empty page without requests, and does not log itself", () =>
    Effect.gen(function* () {
      const { call } = yield* givenBackend
      assert.deepStrictEqual(yield* call("/v1/logs", "GET"), {
        status: 200,
        body: { success: true, data: { data: [], meta: { page: 1, limit: 20, total: 0, totalPages: 0 } } }
      })
      const { body } = yield* call("/v1/logs", "GET")
      const { requestLogs } = yield* (yield* World).state
      assert.deepStrictEqual(body, {
        success: true,
        data: {
          data: [
            {
              id: requestLogs[0]?.id ?? "",
              method: "GET",
              path: "/v1/logs",
              status_code: 200,
              request_body: {},
              response_body: {},
              ip_address: "",
              user_agent: "",
              duration_ms: 0,
              created_at: "2026-11-20T12:00:00.000Z"
            }
          ],
          meta: { page: 1, limit: 20, total: 1, totalPages: 1 }
        }
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("has pages with their total number", () =>
    Effect.gen(function* () {
      const { call, id } = yield* givenBackend
      const { record } = yield* RequestLogs
      for (let place = 0; place < 45; place++) {
        yield* record({
          id: RequestLogId.make(yield* uuid),
          organizationId: id,
          requestId: "",
          method: "GET",
          path: `/v1/contacts/${place}`,
          status: 200,
          requestBody: "{}",
          responseBody: "{}",
          ipAddress: "",
          userAgent: "",
          durationMillis: 1,
          createdAt: DateTime.makeUnsafe(Date.parse("2026-11-19T12:00:00.000Z") + place)
        })
      }
      const pages = [
        ["?page=3", { page: 3, limit: 20, total: 45, totalPages: 3 }],
        ["?limit=15&page=2", { page: 2, limit: 15, total: 46, totalPages: 4 }],
        ["?limit=100", { page: 1, limit: 100, total: 47, totalPages: 1 }],
        ["?page=9", { page: 9, limit: 20, total: 48, totalPages: 3 }],
        ["?limit=7&page=7", { page: 7, limit: 7, total: 49, totalPages: 7 }]
      ] as const
      for (const [query, meta] of pages) {
        const { body } = yield* call(`/v1/logs${query}`, "GET")
        assert.deepNestedInclude(body, { "data.meta": meta })
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("refuses an invalid page or limit, and names the field", () =>
    Effect.gen(function* () {
      const { call } = yield* givenBackend
      for (const [query, message] of [
        ["page=0", "Invalid field page: Expected a whole number from 1 to 1000000"],
        ["limit=0", "Invalid field limit: Expected a whole number from 1 to 100"]
      ]) {
        assert.deepStrictEqual(yield* call(`/v1/logs?${query}`, "GET"), {
          status: 400,
          body: { success: false, message: message ?? "" }
        })
      }
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("omits requests of other organizations", () =>
    Effect.gen(function* () {
      const acme = yield* givenBackend
      yield* acme.call("/v1/webhooks", "GET")
      const globex = yield* givenBackend
      assert.deepNestedInclude((yield* globex.call("/v1/logs", "GET")).body, { "data.meta.total": 0 })
      assert.deepNestedInclude((yield* acme.call("/v1/logs", "GET")).body, { "data.meta.total": 1 })
    }).pipe(Effect.provide(httpWorld))
  )
})
