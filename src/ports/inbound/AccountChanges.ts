import { Context, type Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { AccountChange } from "../../domain/inbound/AccountChange.ts"

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
