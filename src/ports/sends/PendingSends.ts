import { Context, type DateTime, type Effect, type Option } from "effect"
import type { OrganizationId, PendingSendId } from "../../domain/Ids.ts"
import type { PendingOutcome, PendingSend } from "../../domain/sends/PendingSend.ts"
import type { ScheduledFilter } from "../../domain/sends/ScheduledSend.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"

/** How long a worker without a signal waits at most until it looks for due sends. */
export const idlePatience = "10 seconds"

/** A send to record. */
export type NewPendingSend = Omit<PendingSend, "begunAt" | "attempts" | "endedAt" | "outcome">

/** What a change of a scheduled send replaces; the rest stays. */
export type PendingSendChange = Partial<Pick<PendingSend, "dueAt" | "content">>

/**
 * Sends that are recorded in transactions of the program and leave after the commit, and scheduled sends (contract: Sends
 * after the commit; Scheduled sends). A transaction that is rolled back has recorded none.
 */
export class PendingSends extends Context.Service<
  PendingSends,
  {
    /** Records the send. Of several with one key, the first is recorded, and returned to all. */
    add(send: NewPendingSend): Effect.Effect<PendingSend>
    find(organizationId: OrganizationId, id: PendingSendId): Effect.Effect<Option.Option<PendingSend>>
    /**
     * A page of the scheduled sends that pass the filter: those that have not ended, the soonest first, then the others,
     * the last ended first.
     */
    list(organizationId: OrganizationId, filter: ScheduledFilter, page: PageRequest): Effect.Effect<Page<PendingSend>>
    /** The number of scheduled sends that have not ended. */
    openScheduled(organizationId: OrganizationId): Effect.Effect<number>
    /** Changes a send that has not begun and not ended. None if there is no such send. */
    change(
      organizationId: OrganizationId,
      id: PendingSendId,
      change: PendingSendChange
    ): Effect.Effect<Option.Option<PendingSend>>
    /** Ends a send as `Cancelled` that has not begun and not ended. None if there is no such send. */
    cancel(
      organizationId: OrganizationId,
      id: PendingSendId,
      at: DateTime.Utc
    ): Effect.Effect<Option.Option<PendingSend>>
    /**
     * Claims due sends of all organizations until the lease ends, at most `limit`. Those of one channel to one recipient
     * are claimed one after the other, in the order of their due times and their recording.
     */
    claim(now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<PendingSend>>
    /** When the next send of any organization may be claimed; null without one. A send before it may still hold it back. */
    readonly nextDue: Effect.Effect<DateTime.Utc | null>
    /**
     * Records the outcome, and returns whether it did: the first outcome counts. Of a message that was sent, the content is
     * dropped.
     */
    settle(
      organizationId: OrganizationId,
      id: PendingSendId,
      outcome: PendingOutcome,
      at: DateTime.Utc
    ): Effect.Effect<boolean>
    /** Returns a claimed send that sent nothing, to be claimed again at the instant. `isBegun`: its outcome may be open. */
    postpone(
      organizationId: OrganizationId,
      id: PendingSendId,
      until: DateTime.Utc,
      isBegun: boolean
    ): Effect.Effect<void>
    /** Deletes sends of all organizations that ended before the instant, at most `limit`. Returns their number. */
    purge(before: DateTime.Utc, limit: number): Effect.Effect<number>
    /** Waits until a send that is due soon was committed since the last call. A signal of another process may be lost. */
    readonly wakeSignal: Effect.Effect<void>
  }
>()("effect-parley/ports/PendingSends") {}
