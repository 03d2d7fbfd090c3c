import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AllowedOrigins } from "../../../src/adapters/http/server/cors.ts"
import { ask, type Asked } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { givenDashboard } from "../session/sessionDashboard.ts"

const origin = "https://app.example.com"
const another = "https://eve.example.com"
const contacts = "/api/whatsapp/contacts"

/** What the answer tells browsers. */
const told = (path: string, asked: Asked = {}) =>
  Effect.map(ask(path, asked), ({ headers, status }) => ({
    status,
    headers: Object.fromEntries(
      Array.from(headers).filter(([name]) => name.startsWith("access-control-") || name === "vary")
    )
  }))

const asking = (from: string): Asked => ({
  method: "OPTIONS",
  headers: {
    origin: from,
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "authorization,x-org-id,content-type"
  }
})

const exposed = "ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id, idempotent-replayed"
const allowed = {
  "access-control-allow-origin": origin,
  "access-control-expose-headers": exposed,
  vary: "Origin"
}

const opened = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.provide(Layer.succeed(AllowedOrigins, ["https://other.example.com:8443", origin])),
    Effect.provide(httpWorld)
  )

describe("CORS headers for pages of other origins", () => {
  it.effect("send no headers if no origin is configured", () =>
    Effect.gen(function* () {
      const { headers } = yield* givenDashboard()
      assert.deepStrictEqual(yield* told(contacts, { headers: { ...headers, origin } }), { status: 200, headers: {} })
      assert.deepStrictEqual(yield* told(contacts, asking(origin)), { status: 405, headers: {} })
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("allow calls of the Session interface from a configured origin", () =>
    opened(
      Effect.gen(function* () {
        const { headers } = yield* givenDashboard()
        for (const named of [origin, "https://other.example.com:8443"]) {
          assert.deepStrictEqual(yield* told(contacts, asking(named)), {
            status: 204,
            headers: {
              "access-control-allow-origin": named,
              "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
              "access-control-allow-headers":
                "authorization, content-type, x-org-id, x-request-id, idempotency-key, last-event-id",
              "access-control-max-age": "86400",
              vary: "Origin"
            }
          })
        }
        assert.deepStrictEqual(yield* told(contacts, { headers: { ...headers, origin } }), {
          status: 200,
          headers: allowed
        })
      })
    )
  )

  it.effect("allow a configured origin to read errors", () =>
    opened(
      Effect.gen(function* () {
        const { headers } = yield* givenDashboard()
        for (const [status, path, asked] of [
          [401, contacts, { headers: { origin } }],
          [400, contacts, { headers: { origin, authorization: headers.authorization } }],
          [400, contacts, { body: "{", headers: { origin, ...headers } }],
          [404, `${contacts}/x`, { headers: { origin, ...headers } }],
          [404, "/api/whatsapp/nothing", { headers: { origin } }],
          [404, "/api/whatsapp/%", { headers: { origin } }],
          [405, contacts, { method: "PUT", headers: { origin } }],
          [405, contacts, { method: "OPTIONS", headers: { origin } }]
        ] as const) {
          assert.deepStrictEqual(yield* told(path, asked), { status, headers: allowed }, path)
        }
      })
    )
  )

  it.effect("allow no other origin, however similar", () =>
    opened(
      Effect.gen(function* () {
        const { headers } = yield* givenDashboard()
        for (const from of [another, "http://app.example.com", `${origin}:444`, `${origin}.eve.com`, "null", "*", ""]) {
          assert.deepStrictEqual(yield* told(contacts, { headers: { ...headers, origin: from } }), {
            status: 200,
            headers: { vary: "Origin" }
          })
          assert.deepStrictEqual(yield* told(contacts, asking(from)), { status: 405, headers: { vary: "Origin" } })
        }
        assert.deepStrictEqual(yield* told(contacts, { headers }), { status: 200, headers: { vary: "Origin" } })
      })
    )
  )

  it.effect("allow calls of the Session interface only", () =>
    opened(
      Effect.gen(function* () {
        for (const path of ["/api/developer/v1/contacts", "/health", "/api/whatsappx/contacts", "/"]) {
          assert.deepStrictEqual((yield* told(path, { headers: { origin } })).headers, {}, path)
          const { headers, status } = yield* told(path, asking(origin))
          assert.deepStrictEqual([headers, status >= 400], [{}, true], path)
        }
      })
    )
  )

  it.effect("send the request id to a configured origin", () =>
    opened(
      Effect.gen(function* () {
        const { headers } = yield* ask(contacts, asking(origin))
        assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      })
    )
  )
})
