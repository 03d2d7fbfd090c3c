import { assert, describe, it } from "@effect/vitest"
import { GoTrueClient } from "@supabase/auth-js"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AllowedOrigins } from "../../../src/adapters/http/server/cors.ts"
import * as IdentityRoutes from "../../../src/adapters/http/identity/routes.ts"
import * as Routes from "../../../src/adapters/http/routes.ts"
import { email, givenAda, identityWorld, password, publicKey } from "../../identity/identityProvider.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"

const origin = "https://app.example.com"

/** The service as it stands with the identity provider in it. */
const app = HttpRouter.toHttpEffect(
  Layer.merge(Routes.layer, IdentityRoutes.layer(Option.some(publicKey))).pipe(Layer.provide(HttpServer.layerServices))
)

const answerTo = Effect.fnUntraced(function* (request: Request) {
  return yield* (yield* app).pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request)),
    Effect.map((response) => HttpServerResponse.toWeb(response))
  )
}, Effect.scoped)

/** The status, and what browsers are told. */
const told = Effect.fnUntraced(function* (path: string, init: RequestInit) {
  const { headers, status } = yield* answerTo(new Request(`http://test${path}`, init))
  const names = Array.from(headers).filter(([name]) => name.startsWith("access-control-") || name === "vary")
  return { status, headers: Object.fromEntries(names) }
})

const asking = (from: string, method = "POST"): RequestInit => ({
  method: "OPTIONS",
  headers: {
    origin: from,
    "access-control-request-method": method,
    "access-control-request-headers": "apikey,authorization,content-type,x-client-info,x-supabase-api-version"
  }
})

const granted = {
  "access-control-allow-origin": origin,
  "access-control-allow-methods": "GET, POST",
  "access-control-allow-headers":
    "authorization, apikey, content-type, x-client-info, x-supabase-api-version, x-request-id",
  "access-control-max-age": "86400",
  vary: "Origin"
}

const readable = {
  "access-control-allow-origin": origin,
  "access-control-expose-headers": "retry-after, x-request-id, x-sb-error-code, x-supabase-api-version",
  vary: "Origin"
}

const world = Layer.merge(httpWorld, identityWorld)
const opened = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(Effect.provide(Layer.succeed(AllowedOrigins, [origin])), Effect.provide(world))

const token = "/auth/v1/token?grant_type=password"
const signIn = (from: string, secret = password): RequestInit => ({
  method: "POST",
  headers: { origin: from, apikey: publicKey, "content-type": "application/json" },
  body: JSON.stringify({ email, password: secret })
})

describe("CORS headers of the identity provider", () => {
  it.effect("allow the headers of auth-js from a configured origin", () =>
    opened(
      Effect.gen(function* () {
        yield* givenAda
        for (const path of [token, "/auth/v1/user", "/auth/v1/logout?scope=local"]) {
          assert.deepStrictEqual(yield* told(path, asking(origin)), { status: 204, headers: granted }, path)
        }
        assert.deepStrictEqual(yield* told(token, signIn(origin)), { status: 200, headers: readable })
        const keys = "/auth/v1/.well-known/jwks.json"
        assert.deepStrictEqual(yield* told(keys, { headers: { origin } }), { status: 200, headers: readable })
      })
    )
  )

  it.effect("allow a configured origin to read errors", () =>
    opened(
      Effect.gen(function* () {
        yield* givenAda
        assert.deepStrictEqual(yield* told(token, signIn(origin, "wrong")), { status: 400, headers: readable })
        assert.deepStrictEqual(yield* told("/auth/v1/user", { headers: { origin } }), {
          status: 401,
          headers: readable
        })
        assert.deepStrictEqual(yield* told("/auth/v1/nothing", { headers: { origin } }), {
          status: 404,
          headers: readable
        })
      })
    )
  )

  it.effect("are not sent to other origins, nor without a configured origin", () =>
    Effect.gen(function* () {
      yield* givenAda
      const vary = { vary: "Origin" }
      for (const from of ["https://eve.example.com", `${origin}.eve.com`, "null"]) {
        const there = Effect.provide(Layer.succeed(AllowedOrigins, [origin]))
        assert.deepStrictEqual(yield* there(told(token, signIn(from))), { status: 200, headers: vary })
        const { headers, status } = yield* there(told(token, asking(from)))
        assert.deepStrictEqual([status >= 400, headers], [true, vary])
      }
      assert.deepStrictEqual(yield* told(token, signIn(origin)), { status: 200, headers: {} })
      assert.deepStrictEqual((yield* told(token, asking(origin))).headers, {})
      const elsewhere = yield* opened(told("/auth/v1x/token", asking(origin)))
      assert.deepStrictEqual(elsewhere.headers, {})
    }).pipe(Effect.provide(world))
  )

  it.effect("allow every header that auth-js sends", () =>
    opened(
      Effect.gen(function* () {
        yield* givenAda
        const sent = new Set<string>()
        const asked = new Set<string>()
        const run = Effect.runPromiseWith(yield* Effect.context<Effect.Services<ReturnType<typeof answerTo>>>())
        const auth = new GoTrueClient({
          url: "http://test/auth/v1",
          headers: { apikey: publicKey, "x-client-info": "supabase-js-web/2.119.0" },
          persistSession: false,
          autoRefreshToken: false,
          detectSessionInUrl: false,
          fetch: (input, init) => {
            const request = new Request(input, init)
            asked.add(new URL(request.url).pathname)
            for (const [name] of request.headers) sent.add(name)
            request.headers.set("origin", origin)
            return run(answerTo(request))
          }
        })
        const { error } = yield* Effect.promise(() => auth.signInWithPassword({ email, password }))
        assert.isNull(error)
        yield* Effect.promise(() => auth.getUser())
        yield* Effect.promise(() => auth.refreshSession())
        yield* Effect.promise(() => auth.signOut())
        // It goes on with a token for as long as its own clock says so, and may ask for another one in between.
        assert.deepStrictEqual([...asked], ["/auth/v1/token", "/auth/v1/user", "/auth/v1/logout"])
        const allowed = granted["access-control-allow-headers"].split(", ")
        assert.deepStrictEqual(
          [...sent].filter((name) => !allowed.includes(name)),
          []
        )
        assert.includeMembers([...sent], ["apikey", "authorization", "x-client-info", "x-supabase-api-version"])
      })
    )
  )
})
