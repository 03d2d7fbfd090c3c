import { Context, type Effect, type Redacted } from "effect"
import type {
  SessionCaller,
  SessionKeysUnavailable,
  SessionTokenExpired,
  SessionTokenInvalid
} from "../../domain/access/SessionCaller.ts"

/** Tokens of the Session interface (contract C37). */
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
