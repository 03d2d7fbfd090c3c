import { Context, type Effect, type Redacted } from "effect"
import type { SessionCaller, SessionTokenExpired, SessionTokenInvalid } from "../domain/SessionCaller.ts"

/** Tokens of the Session interface (decision 37). */
export class SessionTokens extends Context.Service<
  SessionTokens,
  {
    /**
     * Who the bearer is. Believes nothing that is not signed by a key of the configuration, and dies when the keys
     * cannot be had at the moment: the token may be valid, so it is not reported as invalid.
     */
    verify(token: Redacted.Redacted): Effect.Effect<SessionCaller, SessionTokenExpired | SessionTokenInvalid>
  }
>()("effect-parley/ports/SessionTokens") {}
