import { Context, Effect, Layer, Redacted, Ref } from "effect"
import {
  type SessionCaller,
  SessionKeysUnavailable,
  SessionTokenExpired,
  SessionTokenInvalid
} from "../../../domain/access/SessionAccess.ts"
import { SessionTokens } from "../../../ports/access/IdentityProvider.ts"

/** The caller of a token; `expired` for an expired token, `no keys` while no key can verify it. */
export type KnownToken = SessionCaller | "expired" | "no keys"

/** The registered tokens. */
export class SessionTokenBook extends Context.Service<
  SessionTokenBook,
  {
    /** Registers the text as a token of this caller. */
    enter(text: string, token: KnownToken): Effect.Effect<void>
  }
>()("effect-parley/adapters/memory/SessionTokenBook") {}

const verify = (
  known: ReadonlyMap<string, KnownToken>,
  text: string
): Effect.Effect<SessionCaller, SessionTokenExpired | SessionTokenInvalid | SessionKeysUnavailable> => {
  const token = known.get(text)
  if (token === undefined) return Effect.fail(new SessionTokenInvalid({ reason: "not a token" }))
  if (token === "no keys") return Effect.fail(new SessionKeysUnavailable({ detail: "gone", retryAfterSeconds: 5 }))
  return token === "expired" ? Effect.fail(new SessionTokenExpired()) : Effect.succeed(token)
}

/** Accepts only registered texts as tokens. */
export const layer = Layer.effectContext(
  Effect.map(Ref.make<ReadonlyMap<string, KnownToken>>(new Map()), (book) =>
    Context.make(
      SessionTokens,
      SessionTokens.of({
        verify: (token) => Effect.flatMap(Ref.get(book), (known) => verify(known, Redacted.value(token)))
      })
    ).pipe(
      Context.add(
        SessionTokenBook,
        SessionTokenBook.of({ enter: (text, token) => Ref.update(book, (known) => new Map(known).set(text, token)) })
      )
    )
  )
)
