import { Context, type DateTime, type Effect, Schema } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { InboxNeeds } from "../../domain/inbound/InboxNeeds.ts"
import type { InboxState, ParkedReport } from "../../domain/inbound/InboxState.ts"
import type { AccountChange } from "../../domain/inbound/AccountChange.ts"

/** A concurrent write conflicts. Nothing was written; loading and applying again succeeds. */
export class InboxConflict extends Schema.TaggedError<InboxConflict>()("InboxConflict", {}) {}

/** A parked report whose time has come. */
export interface DueReport extends ParkedReport {
  readonly organizationId: OrganizationId
}

/** The records of an organization that reports concern. Both calls belong into one transaction. */
export class Inbox extends Context.Service<
  Inbox,
  {
    /** Most reports of one transaction: others wait for its end. */
    readonly maxReports: number
    /** Reads the needed state and locks it until the end of the transaction. */
    load(organizationId: OrganizationId, needs: InboxNeeds): Effect.Effect<InboxState>
    /**
     * Writes the differences in `after`, except its events and its media. Reports that were parked by it are tried
     * again after a while, as `parkedUntil` says, and as soon as their message is recorded; those for no message as
     * soon as the person is new, or something is found that was written to them.
     */
    save(
      organizationId: OrganizationId,
      before: InboxState,
      after: InboxState,
      at: DateTime.Utc
    ): Effect.Effect<void, InboxConflict>
    /**
     * Claims parked reports of all organizations whose time has come, at most `limit`; the next time follows from it.
     */
    claimParked(now: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<DueReport>>
    /** Deletes reports that have been parked since before the instant, at most `limit`. Returns their number. */
    purgeParked(before: DateTime.Utc, limit: number): Effect.Effect<number>
  }
>()("effect-parley/ports/Inbox") {}

/** Most changes in a list. */
export const maxListedChanges = 1_000

/**
 * Changes of connected accounts that platforms reported: the newest of each account. They are deleted with their
 * account.
 */
export class AccountChanges extends Context.Service<
  AccountChanges,
  {
    /**
     * Stores the change, and forgets those of the account beyond `maxAccountChanges`. False, and nothing is stored, when
     * the change is stored already, or is older than all of as many.
     */
    add(organizationId: OrganizationId, change: AccountChange): Effect.Effect<boolean>
    /** Changes of the organization's accounts, the newest first; at most `maxListedChanges`. */
    ofOrganization(organizationId: OrganizationId): Effect.Effect<ReadonlyArray<AccountChange>>
    /** Changes of all organizations, the newest first, for operators; at most `maxListedChanges`. */
    readonly list: Effect.Effect<ReadonlyArray<AccountChange>>
  }
>()("effect-parley/ports/AccountChanges") {}
