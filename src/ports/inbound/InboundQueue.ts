import { Context, type DateTime, type Effect } from "effect"
import type { InboundDeliveryId } from "../../domain/Ids.ts"
import type { InboundDelivery, InboundProblem, InboundProblemReason } from "../../domain/inbound/InboundDelivery.ts"

/** A part of a delivery that is tried again. */
export interface DueProblem {
  readonly delivery: InboundDelivery
  readonly key: string
  readonly attempts: number
}

/** What became of a part that was tried; without a time it is not tried again on its own. */
export interface TriedProblem {
  readonly problem: InboundProblem
  readonly retryAt: DateTime.Utc | null
}

/** Which problems are meant; null means all. */
export interface ProblemFilter {
  readonly reason: InboundProblemReason | null
  readonly deliveryId: InboundDeliveryId | null
}

/**
 * Webhooks of the platforms, until they are processed. Their organization is not known yet, so no call names one. A
 * delivery is acted on at least once; what follows from it happens once all the same.
 */
export class InboundQueue extends Context.Service<
  InboundQueue,
  {
    /**
     * Keeps a delivery: once this is done, it is not lost any more. It may belong to this process from then on, for an
     * `inboundLease` after it was received, so that no query is needed for it.
     */
    accept(delivery: InboundDelivery): Effect.Effect<void>
    /**
     * Claims at most `limit` unclaimed deliveries, oldest first. They belong to who got them for at least
     * half of an `inboundLease`; others get them when it ends.
     */
    claim(now: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<InboundDelivery>>
    /** The deliveries have been acted on, but for these problems, which are kept with them. */
    finish(
      deliveryIds: ReadonlyArray<InboundDeliveryId>,
      problems: ReadonlyArray<TriedProblem>,
      at: DateTime.Utc
    ): Effect.Effect<void>
    /** Claims at most `limit` problems whose time has come. */
    claimProblems(now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<DueProblem>>
    /** The problem is none any more. */
    solve(deliveryId: InboundDeliveryId, key: string): Effect.Effect<void>
    /** The problems, the newest first, at most `limit`. */
    problems(filter: ProblemFilter, limit: number): Effect.Effect<ReadonlyArray<InboundProblem>>
    /** Has problems tried again. Gives back how many there are. */
    replay(filter: ProblemFilter, at: DateTime.Utc): Effect.Effect<number>
    /**
     * Forgets deliveries that were acted on before `settled`, or before `problematic` when they have problems; at most
     * `limit`. Gives back how many.
     */
    purge(
      before: { readonly settled: DateTime.Utc; readonly problematic: DateTime.Utc },
      limit: number
    ): Effect.Effect<number>
    /** Waits until this process has stored a delivery since the last call. Other processes send no signal. */
    readonly wakeSignal: Effect.Effect<void>
  }
>()("effect-parley/ports/InboundQueue") {}
