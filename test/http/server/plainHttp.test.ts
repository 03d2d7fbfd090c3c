import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { IpNetwork } from "effect/net"
import { TrustedProxies } from "../../../src/adapters/http/server/clientOf.ts"
import { ApiKeys } from "../../../src/ports/access/ApiKeys.ts"
import { ask } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { givenDashboard } from "../session/sessionDashboard.ts"

const behindProxy = Layer.merge(httpWorld, Layer.succeed(TrustedProxies, [IpNetwork.fromStringUnsafe("10.0.0.0/8")]))

const proxy = "10.0.0.1"
const text = "HTTPS is required; send the request to the https:// address"

/** Headers that both interfaces accept. */
const givenHeaders = Effect.gen(function* () {
  const { headers, id } = yield* givenDashboard()
  const { key } = yield* (yield* ApiKeys).create(id, "paths")
  return { ...headers, "x-api-key": Redacted.value(key) }
})

describe("a call that a trusted proxy received over plain HTTP", () => {
  it.effect.each([{ "x-forwarded-proto": "http" }, { forwarded: "for=203.0.113.7;proto=http" }])(
    "is refused by both interfaces: %j",
    (marked) =>
      Effect.gen(function* () {
        const headers = { ...(yield* givenHeaders), ...marked }
        const developer = yield* ask("/api/developer/v1/contacts", { headers, from: proxy })
        assert.strictEqual(developer.status, 403)
        assert.deepStrictEqual(developer.body, { success: false, message: text })
        assert.isNull(developer.headers.get("strict-transport-security"))
        const session = yield* ask("/api/whatsapp/contacts", { headers, from: proxy })
        assert.strictEqual(session.status, 403)
        assert.deepStrictEqual(session.body, { success: false, error: text })
        const webhook = yield* ask("/webhooks/meta", { headers, from: proxy, method: "POST", body: {} })
        assert.strictEqual(webhook.status, 403)
        assert.deepStrictEqual(webhook.body, { error: text })
      }).pipe(Effect.provide(behindProxy))
  )

  it.effect("is refused before its credentials are read", () =>
    Effect.gen(function* () {
      const { status } = yield* ask("/api/developer/v1/contacts", {
        headers: { "x-forwarded-proto": "http" },
        from: proxy
      })
      assert.strictEqual(status, 403)
    }).pipe(Effect.provide(behindProxy))
  )

  it.effect.each(["/health", "/ready"])("%s still responds", (path) =>
    Effect.gen(function* () {
      const { status } = yield* ask(path, { headers: { "x-forwarded-proto": "http" }, from: proxy })
      assert.strictEqual(status, 200)
    }).pipe(Effect.provide(behindProxy))
  )

  it.effect("is accepted over HTTPS, without the header, and with a header of an untrusted peer", () =>
    Effect.gen(function* () {
      const headers = yield* givenHeaders
      const path = "/api/developer/v1/contacts"
      const secure = yield* ask(path, { headers: { ...headers, "x-forwarded-proto": "https" }, from: proxy })
      assert.strictEqual(secure.status, 200)
      assert.strictEqual((yield* ask(path, { headers, from: proxy })).status, 200)
      const outside = { headers: { ...headers, "x-forwarded-proto": "http" }, from: "203.0.113.7" }
      assert.strictEqual((yield* ask(path, outside)).status, 200)
    }).pipe(Effect.provide(behindProxy))
  )
})
