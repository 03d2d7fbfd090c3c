import { Context, type DateTime, type Effect, type Redacted, Schema } from "effect"
import type { SignInId, UserId } from "../../domain/Ids.ts"
import type { Subject } from "../../domain/access/Member.ts"
import type {
  SessionCaller,
  SessionKeysUnavailable,
  SessionTokenExpired,
  SessionTokenInvalid
} from "../../domain/access/SessionAccess.ts"
import type { User } from "../../domain/access/Organization.ts"
import type { SignIn } from "../../domain/access/SignIn.ts"

/**
 * The identity provider whose tokens the Session interface accepts (contract: Users of an external identity provider).
 */
export class IdentityProvider extends Context.Service<
  IdentityProvider,
  {
    /** Whether it is the identity provider of the service of this service, whose users have passwords here. */
    readonly isOwn: boolean
    /** The id of the user with this subject. A subject has the same id everywhere and always. */
    userIdOf(subject: Subject): UserId
  }
>()("effect-parley/ports/IdentityProvider") {}

/** Tokens of the Session interface (contract: Session tokens). */
export class SessionTokens extends Context.Service<
  SessionTokens,
  {
    /**
     * Who the bearer is. Believes nothing that is not signed by a key of the configuration. While the keys cannot be
     * had, no token is called invalid for it.
     */
    verify(
      token: Redacted.Redacted
    ): Effect.Effect<SessionCaller, SessionTokenExpired | SessionTokenInvalid | SessionKeysUnavailable>
  }
>()("effect-parley/ports/SessionTokens") {}

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

/** Makes the tokens of the identity provider of the service. */
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
