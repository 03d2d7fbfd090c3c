import { DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SignJWT } from "jose"
import { SignInId, UserId } from "../../domain/Ids.ts"
import { accessTokenSeconds } from "../../domain/access/SignIn.ts"
import { AccessTokenRefused, TokenIssuer } from "../../ports/access/IdentityProvider.ts"
import * as RefreshToken from "./RefreshToken.ts"
import { headerOf, verifyJwt } from "./verifyJwt.ts"

export interface TokenIssuerOptions {
  readonly secret: Redacted.Redacted
  /** The issuer in tokens. */
  readonly issuer: string
}

const epochSeconds = (at: DateTime.Utc): number => Math.floor(at.epochMilliseconds / 1_000)

const Holder = Schema.Struct({ sub: UserId, session_id: Schema.optionalKey(SignInId) })
const decodeHolder = Schema.decodeUnknownOption(Holder)

/** Signs GoTrue's claims with HS256, in GoTrue's order (platforms P19). */
export const layer = ({ issuer, secret }: TokenIssuerOptions) =>
  Layer.effect(
    TokenIssuer,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const key = new TextEncoder().encode(Redacted.value(secret))
      const refused = (reason: AccessTokenRefused["reason"]) => new AccessTokenRefused({ reason })

      return TokenIssuer.of({
        accessToken: Effect.fn("JoseTokenIssuer.accessToken")(function* (user, signIn, at) {
          const claims = new SignJWT({
            iss: issuer,
            sub: user.id,
            aud: "authenticated",
            exp: epochSeconds(at) + accessTokenSeconds,
            iat: epochSeconds(at),
            email: user.email,
            phone: "",
            app_metadata: { provider: "email", providers: ["email"] },
            user_metadata: {},
            role: "authenticated",
            aal: "aal1",
            amr: [{ method: "password", timestamp: epochSeconds(signIn.startedAt) }],
            session_id: signIn.id,
            is_anonymous: false
          })
          const signed = claims.setProtectedHeader({ alg: "HS256", typ: "JWT" })
          return Redacted.make(yield* Effect.promise(() => signed.sign(key)))
        }),
        holder: Effect.fn("JoseTokenIssuer.holder")(function* (token) {
          const text = Redacted.value(token)
          const { isExpired, payload } = yield* Effect.andThen(
            headerOf(text),
            verifyJwt(text, { key, algorithm: "HS256" }, yield* DateTime.now)
          ).pipe(Effect.mapError(() => refused("not verified")))
          if (isExpired) return yield* refused("expired")
          const holder = decodeHolder(payload)
          if (Option.isNone(holder)) return yield* refused("no subject")
          const { session_id: signInId = null, sub: userId } = holder.value
          return { userId, signInId }
        }),
        refreshToken: Effect.map(random.randomBytes(RefreshToken.tokenBytes), RefreshToken.make),
        successorOf: (token) => Effect.sync(() => RefreshToken.successor(secret, token))
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
