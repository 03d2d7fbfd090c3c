import { Context, Effect, Ref } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { RateVerdict } from "../../domain/RateBucket.ts"

/** What the guards find out about a request, for what is done once it is answered. */
export interface Facts {
  /** Whose request it is, when it is to be logged. */
  readonly organizationId: OrganizationId | null
  /** Whether the log keeps what it is answered with. */
  readonly isAnswerLogged: boolean
  /** The body, once it was read within its limits. */
  readonly bodyText: string | null
  /** What it did to the allowance of its rate tier. */
  readonly verdict: RateVerdict | null
}

/** Of the request that the caller belongs to; null outside of one. */
const RequestFacts = Context.Reference<Ref.Ref<Facts> | null>("effect-parley/http/RequestFacts", {
  defaultValue: () => null
})

const nothing: Facts = { organizationId: null, isAnswerLogged: true, bodyText: null, verdict: null }

/** Answers a request, and gives what was found out about it on the way. */
export const withFacts = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<readonly [A, Facts], E, R> =>
  Effect.flatMap(Ref.make(nothing), (facts) =>
    Effect.zip(Effect.provideService(effect, RequestFacts, facts), Ref.get(facts))
  )

/** Adds to what is known of the request. */
export const noteFacts = (more: Partial<Facts>): Effect.Effect<void> =>
  Effect.flatMap(RequestFacts, (facts) =>
    facts === null ? Effect.void : Ref.update(facts, (known) => ({ ...known, ...more }))
  )

/** What is known of the request so far. */
export const knownFacts: Effect.Effect<Facts> = Effect.flatMap(RequestFacts, (facts) =>
  facts === null ? Effect.succeed(nothing) : Ref.get(facts)
)
