import { Context, type DateTime, type Effect, type Redacted, Schema } from "effect"
import type { SignInId, UserId } from "../../domain/Ids.ts"
import type { User } from "../../domain/access/Organization.ts"
import type { SignIn } from "../../domain/access/SignIn.ts"

/** Not a token of ours, or no longer good. */
export class AccessTokenRefused extends Schema.TaggedError<AccessTokenRefused>()("AccessTokenRefused", {
  reason: Schema.Literals(["not verified", "expired", "no subject"])
}) {}

/** The user of an access token. */
export interface AccessTokenHolder {
  readonly userId: UserId
  /** Null for a token that belongs to no session. */
  readonly signInId: SignInId | null
}

/** Makes the tokens of the development identity provider. */
export class TokenIssuer extends Context.Service<
  TokenIssuer,
  {
    /** Signs a token that is good for `accessTokenSeconds` from the instant on. */
    accessToken(user: User, signIn: SignIn, at: DateTime.Utc): Effect.Effect<Redacted.Redacted>
    holder(accessToken: Redacted.Redacted): Effect.Effect<AccessTokenHolder, AccessTokenRefused>
    /** An unguessable refresh token. */
    readonly refreshToken: Effect.Effect<Redacted.Redacted>
    /** The refresh token that follows; the same at every call, so that one whose answer was lost can be given again. */
    successorOf(refreshToken: Redacted.Redacted): Effect.Effect<Redacted.Redacted>
  }
>()("effect-parley/ports/TokenIssuer") {}
