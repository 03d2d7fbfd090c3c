import { Context, type DateTime, type Effect, type Option, type Redacted } from "effect"
import type { SignInId, UserId } from "../../domain/Ids.ts"
import type {
  RefreshTokenReused,
  RefreshTokenUnknown,
  SignIn,
  SignInExpired,
  SignOut
} from "../../domain/access/SignIn.ts"

/**
 * Sessions of signed-in users, and the refresh tokens that extend them. Only hashes of the tokens are stored. A user
 * may belong to several organizations, so no call names one.
 */
export class SignIns extends Context.Service<
  SignIns,
  {
    /** Keeps a new session with its first token, and when its user signed in. */
    begin(signIn: SignIn, token: Redacted.Redacted): Effect.Effect<void>
    /**
     * Exchanges a token for its successor, as `judgeRefresh` says: of many that do so at once, one exchanges it and the
     * others are given the same. The session of a token that was used before is ended.
     */
    exchange(
      token: Redacted.Redacted,
      successor: Redacted.Redacted,
      at: DateTime.Utc
    ): Effect.Effect<SignIn, RefreshTokenUnknown | RefreshTokenReused | SignInExpired>
    /** A session that was not ended. */
    find(signInId: SignInId): Effect.Effect<Option.Option<SignIn>>
    /** Forgets sessions of the user, with their tokens. */
    end(userId: UserId, which: SignOut): Effect.Effect<void>
  }
>()("effect-parley/ports/SignIns") {}
