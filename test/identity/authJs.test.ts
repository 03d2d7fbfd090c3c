import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, describe, it } from "@effect/vitest"
import { GoTrueClient } from "@supabase/auth-js"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { createServer } from "node:http"
import * as IdentityRoutes from "../../src/adapters/http/identity/routes.ts"
import * as JoseTokenIssuer from "../../src/adapters/identity/JoseTokenIssuer.ts"
import * as ScryptPasswords from "../../src/adapters/identity/ScryptPasswords.ts"
import * as StoredSignInGuard from "../../src/adapters/limits/StoredSignInGuard.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { provisionOrganization } from "../../src/app/access/provisionOrganization.ts"
import { email, password, publicKey } from "./identityProvider.ts"
import { secret, sessionTokens } from "./sessionTokens.ts"

const issuer = "http://127.0.0.1/auth/v1"

/** The identity provider as it listens, with passwords that are really hashed. */
const listening = HttpRouter.serve(IdentityRoutes.layer(Option.some(publicKey)), {
  disableLogger: true,
  disableListenLog: true
}).pipe(
  Layer.provideMerge(NodeHttpServer.layer(createServer, { host: "127.0.0.1", port: 0 })),
  Layer.provideMerge(
    Layer.mergeAll(
      JoseTokenIssuer.layer({ secret: Redacted.make(secret), issuer }),
      StoredSignInGuard.layer(Redacted.make(secret)),
      ScryptPasswords.layer
    )
  ),
  Layer.provideMerge(Memory.layer())
)

/** A browser of its own, that keeps nothing. */
const client = (apikey = publicKey) =>
  Effect.map(
    HttpServer.HttpServer,
    ({ address }) =>
      new GoTrueClient({
        url: `${HttpServer.formatAddress(address)}/auth/v1`,
        headers: { apikey },
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false
      })
  )

/** Name, status and code of what a client gets instead of an answer. */
const errorOf = ({ error }: { readonly error: { name: string; status?: unknown; code?: unknown } | null }) =>
  error === null ? null : [error.name, error.status, error.code]

const given = Effect.gen(function* () {
  const owner = { email, name: "Ada", password: Redacted.make(password) }
  const { userId } = yield* provisionOrganization({ name: "Acme", plan: "free", owner, accounts: [] })
  const auth = yield* client()
  const signedIn = yield* Effect.promise(() => auth.signInWithPassword({ email, password }))
  assert.isNull(signedIn.error)
  const session = yield* Effect.fromNullishOr(signedIn.data.session)
  return { userId, auth, session }
})

describe("@supabase/auth-js", () => {
  it.live("signs in, reads the user and the claims, refreshes, and signs out", () =>
    Effect.gen(function* () {
      const { auth, session, userId } = yield* given
      assert.strictEqual(session.user.id, userId)
      assert.strictEqual(session.user.email, email)
      assert.strictEqual(session.token_type, "bearer")
      const now = Math.floor(DateTime.toEpochMillis(yield* DateTime.now) / 1_000)
      assert.closeTo(session.expires_at ?? 0, now + 3_600, 60)

      const user = yield* Effect.promise(() => auth.getUser())
      assert.deepStrictEqual(user, { data: { user: session.user }, error: null })
      const claims = yield* Effect.promise(() => auth.getClaims(session.access_token))
      assert.strictEqual(claims.data?.claims.sub, userId)
      assert.strictEqual(claims.data?.claims.iss, issuer)
      const { verify } = yield* sessionTokens({ issuer: Option.some(issuer) })
      const caller = yield* verify(Redacted.make(session.access_token))
      assert.deepStrictEqual(caller, { _tag: "User", userId, email })

      const refreshed = yield* Effect.promise(() => auth.refreshSession())
      assert.isNull(refreshed.error)
      assert.notStrictEqual(refreshed.data.session?.refresh_token, session.refresh_token)
      assert.deepStrictEqual((yield* Effect.promise(() => auth.getUser())).data.user, session.user)

      assert.deepStrictEqual(yield* Effect.promise(() => auth.signOut()), { error: null })
      assert.deepStrictEqual((yield* Effect.promise(() => auth.getSession())).data, { session: null })
      const after = yield* Effect.promise(() => auth.getUser(session.access_token))
      assert.strictEqual(after.error?.name, "AuthSessionMissingError")
    }).pipe(Effect.provide(listening))
  )

  it.live("is refused with a wrong password and an unknown address, with the same text", () =>
    Effect.gen(function* () {
      yield* given
      const auth = yield* client()
      const wrong = yield* Effect.promise(() => auth.signInWithPassword({ email, password: "wrong" }))
      assert.deepStrictEqual(errorOf(wrong), ["AuthApiError", 400, "invalid_credentials"])
      assert.strictEqual(wrong.error?.message, "Invalid login credentials")
      const nobody = yield* Effect.promise(() => auth.signInWithPassword({ email: "nobody@x.example", password }))
      assert.deepStrictEqual(errorOf(nobody), errorOf(wrong))
      assert.strictEqual(nobody.error?.message, wrong.error?.message)
    }).pipe(Effect.provide(listening))
  )

  it.live("is rate-limited if it guesses", () =>
    Effect.gen(function* () {
      yield* given
      const auth = yield* client()
      const answers = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () =>
        Effect.promise(() => auth.signInWithPassword({ email, password: "wrong" }))
      )
      assert.deepStrictEqual(answers.map(errorOf), [
        ...Array.from({ length: 5 }, () => ["AuthApiError", 400, "invalid_credentials"]),
        ["AuthApiError", 429, "over_request_rate_limit"]
      ])
    }).pipe(Effect.provide(listening))
  )

  it.live("is refused with an unknown or used refresh token", () =>
    Effect.gen(function* () {
      const { auth, session } = yield* given
      const unknown = yield* Effect.promise(() => auth.refreshSession({ refresh_token: "abcdefghijkl" }))
      assert.deepStrictEqual(errorOf(unknown), ["AuthApiError", 400, "refresh_token_not_found"])

      const tokens = { refresh_token: session.refresh_token }
      const first = yield* Effect.promise(() => auth.refreshSession(tokens))
      const second = yield* Effect.promise(() => auth.refreshSession(first.data.session ?? tokens))
      assert.isNull(second.error)
      const reused = yield* Effect.promise(() => auth.refreshSession(tokens))
      assert.deepStrictEqual(errorOf(reused), ["AuthApiError", 400, "refresh_token_already_used"])
      const over = yield* Effect.promise(() => auth.refreshSession(second.data.session ?? tokens))
      assert.deepStrictEqual(errorOf(over), ["AuthApiError", 400, "refresh_token_already_used"])
    }).pipe(Effect.provide(listening))
  )

  it.live("fails without the public key, or with an invalid token", () =>
    Effect.gen(function* () {
      const { auth, session } = yield* given
      const stranger = yield* client("another key")
      const { error } = yield* Effect.promise(() => stranger.signInWithPassword({ email, password }))
      assert.strictEqual(error?.status, 401)
      const bad = yield* Effect.promise(() => auth.getUser(`${session.access_token}x`))
      assert.deepStrictEqual(errorOf(bad), ["AuthApiError", 403, "bad_jwt"])
    }).pipe(Effect.provide(listening))
  )
})
