import { Cause, Effect, Exit, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose"
import * as JoseSessionTokens from "../../src/adapters/identity/JoseSessionTokens.ts"
import type { HttpAgent } from "../../src/adapters/outbound/HttpAgent.ts"
import type { HttpAnswer } from "../../src/adapters/outbound/HttpCall.ts"
import type { HttpFailure } from "../../src/adapters/outbound/HttpFailure.ts"
import { UserId } from "../../src/domain/Ids.ts"
import type { SessionTokens } from "../../src/ports/access/IdentityProvider.ts"

/** The instant around which the tokens of the tests live, in seconds. */
export const now = Date.parse("2026-11-20T12:00:00Z") / 1_000

export const secret = "a secret that both sides know well"
export const serviceKey = "sb_secret_of_the_tests_and_nobody_else"
export const issuer = "https://auth.example/auth/v1"
export const ada = UserId.make("6f1c1d7e-55c2-4a0a-9d0e-0a4f0d1f8a11")

export const userClaims = {
  iss: issuer,
  sub: ada,
  aud: "authenticated",
  exp: now + 3_600,
  email: "ada@example.com",
  role: "authenticated"
}

/** The claims without some of them. */
export const without = (claims: Readonly<Record<string, unknown>>, ...names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)))

const bytes = (text: string) => new TextEncoder().encode(text)

/** A token with HS256 and the secret, unless said otherwise. */
export const signed = (
  claims: Readonly<Record<string, unknown>>,
  {
    header = {},
    key = bytes(secret)
  }: {
    readonly header?: Readonly<Record<string, unknown>>
    readonly key?: Parameters<SignJWT["sign"]>[0]
  } = {}
) => Effect.promise(() => new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT", ...header }).sign(key))

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** A token as nobody signs it: any header, any signature. */
export const written = (header: unknown, claims: unknown, signature = ""): string =>
  `${base64url(header)}.${base64url(claims)}.${signature}`

/** A pair of keys, and the public one as it is published. */
export const keyPair = (algorithm: string, kid: string) =>
  Effect.promise(async () => {
    const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
    return {
      privateKey,
      jwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: "sig" },
      privateJwk: await exportJWK(privateKey),
      header: { alg: algorithm, kid }
    }
  })

export type Answer = Effect.Effect<HttpAnswer, HttpFailure>

export const answers = (status: number, body: string, truncated = false): Answer =>
  Effect.succeed({ status, headers: {}, body: bytes(body), truncated })

export const publishes = (...keys: ReadonlyArray<JWK>): Answer => answers(200, JSON.stringify({ keys }))

/** An identity provider that publishes keys, and counts how often it is asked for them. */
export const provider = (first: Answer) => {
  let answer = first
  const calls: Array<string> = []
  const agent: HttpAgent = {
    request: ({ url }) =>
      Effect.suspend(() => {
        calls.push(url)
        return answer
      })
  }
  return { agent, calls, answersNow: (next: Answer) => (answer = next) }
}

export const jwksUrl = "https://auth.example/auth/v1/.well-known/jwks.json"

const nobody: HttpAgent = { request: () => Effect.die("no keys are published") }

/** What becomes of a token, in a word or two. */
export const verdictOf = Effect.fnUntraced(function* (
  { verify }: SessionTokens["Service"],
  token: string
): Effect.fn.Return<string> {
  const exit = yield* Effect.exit(verify(Redacted.make(token)))
  if (Exit.isSuccess(exit)) return exit.value._tag === "User" ? `user ${exit.value.userId}` : "service"
  const [reason] = exit.cause.reasons
  if (reason !== undefined && Cause.isFailReason(reason)) {
    if (reason.error._tag === "SessionKeysUnavailable") return `unavailable: ${reason.error.detail}`
    return reason.error._tag === "SessionTokenInvalid" ? `invalid: ${reason.error.reason}` : "expired"
  }
  return String(Cause.squash(exit.cause))
})

/** Verifies with the secret, the service key and the issuer of the tests, unless said otherwise. */
export const sessionTokens = (changes: Partial<JoseSessionTokens.SessionTokenKeys> = {}, agent: HttpAgent = nobody) =>
  JoseSessionTokens.make(agent, {
    secret: Option.some(Redacted.make(secret)),
    jwksUrl: Option.none(),
    serviceKey: Option.some(Redacted.make(serviceKey)),
    issuer: Option.some(issuer),
    ...changes
  })

/** What becomes of a token at the instant of the tests, by the shared secret. */
export const verdict = Effect.fnUntraced(function* (
  token: string | Effect.Effect<string>,
  changes: Parameters<typeof sessionTokens>[0] = {}
) {
  yield* TestClock.setTime(now * 1_000)
  return yield* verdictOf(yield* sessionTokens(changes), typeof token === "string" ? token : yield* token)
})
