import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { IpNetwork } from "effect/net"
import { TestClock } from "effect/testing"
import * as IdentityRoutes from "../../../src/adapters/http/identity/routes.ts"
import * as Routes from "../../../src/adapters/http/routes.ts"
import { TrustedProxies } from "../../../src/adapters/http/server/clientOf.ts"
import * as JoseTokenIssuer from "../../../src/adapters/identity/JoseTokenIssuer.ts"
import * as StoredSignInGuard from "../../../src/adapters/limits/StoredSignInGuard.ts"
import { ApiKeys, RequestLogs } from "../../../src/ports/access/ApiKeys.ts"
import { Passwords } from "../../../src/ports/access/SignIns.ts"
import { issuer, secret } from "../../identity/sessionTokens.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { askOf } from "../../support/http/requests.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"

/** No password is right. */
const passwords = Layer.succeed(
  Passwords,
  Passwords.of({ hash: () => Effect.succeed("hash"), verify: () => Effect.succeed(false) })
)

const world = Layer.mergeAll(
  JoseTokenIssuer.layer({ secret: Redacted.make(secret), issuer }),
  StoredSignInGuard.layer(Redacted.make(secret)),
  passwords,
  Layer.succeed(TrustedProxies, [IpNetwork.fromStringUnsafe("10.0.0.0/8")])
).pipe(Layer.provideMerge(httpWorld))

const app = HttpRouter.toHttpEffect(
  Layer.merge(Routes.layer, IdentityRoutes.layer(Option.none())).pipe(Layer.provide(HttpServer.layerServices))
)

const proxy = "10.0.0.1"
const directClient = "192.0.2.99"

const signIn = Effect.fnUntraced(function* (from: string, forwardedFor: string) {
  const body = { email: "ada@example.com", password: "wrong" }
  const headers = { apikey: "any", "x-forwarded-for": forwardedFor }
  return (yield* askOf(yield* app, "/auth/v1/token?grant_type=password", { from, headers, body })).status
}, Effect.scoped)

const loggedAddress = Effect.fnUntraced(function* (from: string, forwardedFor: string) {
  const { id } = yield* givenOrganization()
  const { key } = yield* (yield* ApiKeys).create(id, "test")
  const headers = { "x-api-key": Redacted.value(key), "x-forwarded-for": forwardedFor }
  yield* askOf(yield* app, "/api/developer/v1/webhooks", { from, headers })
  yield* TestClock.adjust("5 seconds")
  const { rows } = yield* (yield* RequestLogs).list(id, { page: 1, limit: 1 })
  return rows[0]?.ipAddress
}, Effect.scoped)

describe("the address of a client behind a trusted proxy", () => {
  it.effect("is the same in the request log and in the limits of sign-ins", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* loggedAddress(proxy, "203.0.113.7"), "203.0.113.7")
      const statuses = yield* Effect.replicateEffect(signIn(proxy, "198.51.100.1, 203.0.113.7"), 6)
      assert.deepStrictEqual(statuses, [400, 400, 400, 400, 400, 429])
      assert.strictEqual(yield* signIn("10.9.9.9", "203.0.113.7"), 429)
      assert.strictEqual(yield* signIn(proxy, "203.0.113.8"), 400)
    }).pipe(Effect.provide(world))
  )

  it.effect("is never text that another client sent", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* loggedAddress(directClient, "203.0.113.7"), directClient)
      for (let other = 0; other < 5; other += 1) {
        assert.strictEqual(yield* signIn(directClient, `203.0.113.${other}`), 400)
      }
      assert.strictEqual(yield* signIn(directClient, "203.0.113.200"), 429)
      assert.strictEqual(yield* signIn(proxy, "203.0.113.0"), 400)
    }).pipe(Effect.provide(world))
  )
})
