import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import * as IdentityRoutes from "../../src/adapters/http/identity/routes.ts"
import * as JoseTokenIssuer from "../../src/adapters/identity/JoseTokenIssuer.ts"
import * as StoredSignInGuard from "../../src/adapters/limits/StoredSignInGuard.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { provisionOrganization } from "../../src/app/access/provisionOrganization.ts"
import { Passwords } from "../../src/ports/access/SignIns.ts"
import { issuer, now, secret } from "./sessionTokens.ts"

export const publicKey = "sb_publishable_of_the_tests"
export const email = "Ada@Example.com"
export const password = "correct horse battery staple"

/** Passwords whose hashes take no time. */
const quickPasswords = Layer.succeed(
  Passwords,
  Passwords.of({
    hash: (text) => Effect.succeed(`hash of ${Redacted.value(text)}`),
    verify: (text, hash) => Effect.succeed(hash === `hash of ${Redacted.value(text)}`)
  })
)

/** Everything that the identity provider needs, without database and network. */
export const identityWorld = Layer.mergeAll(
  JoseTokenIssuer.layer({ secret: Redacted.make(secret), issuer }),
  StoredSignInGuard.layer(Redacted.make(secret)),
  quickPasswords
).pipe(Layer.provideMerge(Memory.layer()))

const app = HttpRouter.toHttpEffect(
  IdentityRoutes.layer(Option.some(publicKey)).pipe(Layer.provide(HttpServer.layerServices))
)

const Json = Schema.fromJsonString(Schema.Json)

export interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  /** Texts and blobs are sent as they are, anything else as JSON. */
  readonly body?: unknown
  /** Where the caller is. */
  readonly from?: string
}

/** Asks the identity provider; with the public key, and as auth-js does, unless the headers say otherwise. */
export const ask = Effect.fnUntraced(function* (
  path: string,
  { body, from = "192.0.2.1", headers = {}, method }: Asked = {}
) {
  const content = body === undefined || typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body)
  const request = HttpServerRequest.fromWeb(
    new Request(`http://test${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: { apikey: publicKey, "x-supabase-api-version": "2024-01-01", ...headers },
      ...(content === undefined ? {} : { body: content })
    })
  ).modify({ remoteAddress: Option.some(from) })
  const response = yield* (yield* app).pipe(
    Effect.provideService(HttpServerRequest.HttpServerRequest, request),
    Effect.map((response) => HttpServerResponse.toWeb(response))
  )
  const answer = yield* Effect.promise(() => response.text())
  const json = answer === "" ? null : yield* Schema.decodeUnknownEffect(Json)(answer)
  return { status: response.status, headers: response.headers, text: answer, body: json }
}, Effect.scoped)

/** Status and body, which is what a client sees first. */
export const seen = ({ body, status }: Effect.Success<ReturnType<typeof ask>>) => ({ status, body })

export const signIn = (credentials: unknown = { email, password }, asked: Asked = {}) =>
  ask("/auth/v1/token?grant_type=password", { body: credentials, ...asked })

export const refresh = (token: unknown) =>
  ask("/auth/v1/token?grant_type=refresh_token", { body: { refresh_token: token } })

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export const Granted = Schema.Struct({
  access_token: Schema.String,
  refresh_token: Schema.String,
  user: Schema.Struct({ id: Schema.String })
})

/** The tokens of an answer. */
export const tokensOf = ({ body }: { readonly body: unknown }) => Schema.decodeUnknownEffect(Granted)(body)

/** Ada, the owner of an organization, at the instant of the tests. */
export const givenAda = Effect.gen(function* () {
  yield* TestClock.setTime(now * 1_000)
  const owner = { email, name: "Ada", password: Redacted.make(password) }
  return yield* provisionOrganization({ name: "Acme", plan: "free", owner, accounts: [] })
})

/** When the tests begin. */
const at = "2026-11-20T12:00:00.000Z"

/** Ada as GoTrue shows her. */
export const adaBody = (id: string, lastSignInAt = at) => ({
  id,
  aud: "authenticated",
  role: "authenticated",
  email,
  email_confirmed_at: at,
  phone: "",
  confirmed_at: at,
  last_sign_in_at: lastSignInAt,
  app_metadata: { provider: "email", providers: ["email"] },
  user_metadata: {},
  identities: [
    {
      identity_id: id,
      id,
      user_id: id,
      identity_data: { email, email_verified: true, phone_verified: false, sub: id },
      provider: "email",
      last_sign_in_at: lastSignInAt,
      created_at: at,
      updated_at: lastSignInAt,
      email
    }
  ],
  created_at: at,
  updated_at: lastSignInAt,
  is_anonymous: false
})
