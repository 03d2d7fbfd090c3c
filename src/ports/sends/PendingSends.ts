import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId, PendingSendId } from "../../domain/Ids.ts"
import type { PendingOutcome, PendingSend } from "../../domain/sends/PendingSend.ts"

/** A send to record. */
export type NewPendingSend = Pick<
  PendingSend,
  "id" | "organizationId" | "channel" | "recipient" | "sender" | "content" | "key" | "createdAt" | "dueAt"
>

/**
 * Sends that are recorded in transactions of the program, and leave after the commit (contract: Sends after the
 * commit). A transaction that is rolled back has recorded none.
 */
export class PendingSends extends Context.Service<
  PendingSends,
  {
    /** Records the send. Of several with one key, the first is recorded, and returned to all. */
    add(send: NewPendingSend): Effect.Effect<PendingSend>
    find(organizationId: OrganizationId, id: PendingSendId): Effect.Effect<Option.Option<PendingSend>>
    /**
     * Claims due sends of all organizations until the lease ends, at most `limit`. Those of one channel to one recipient
     * are claimed one after the other, in the order of their due times and their recording.
     */
    claim(now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<PendingSend>>
    /** Records the outcome, and drops the content. The first outcome counts. */
    settle(
      organizationId: OrganizationId,
      id: PendingSendId,
      outcome: PendingOutcome,
      at: DateTime.Utc
    ): Effect.Effect<void>
    /** Returns a claimed send that sent nothing, to be claimed again at the instant. `isBegun`: its outcome may be open. */
    postpone(
      organizationId: OrganizationId,
      id: PendingSendId,
      until: DateTime.Utc,
      isBegun: boolean
    ): Effect.Effect<void>
    /** Deletes sends of all organizations that ended before the instant, at most `limit`. Returns their number. */
    purge(before: DateTime.Utc, limit: number): Effect.Effect<number>
    /** Waits until this process has committed a send since the last call. */
    readonly wakeSignal: Effect.Effect<void>
  }
>()("effect-parley/ports/PendingSends") {}
