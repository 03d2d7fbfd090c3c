import { Context, type DateTime, type Effect } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { AccountPerson, NewProfileLookup, ProfileLookup } from "../../domain/inbound/ProfileLookup.ts"

/** Pending look-ups of people's names at the platforms. */
export class ProfileLookups extends Context.Service<
  ProfileLookups,
  {
    /** Adds look-ups, each due from its `dueAt` on. A pending look-up stays as it is. */
    addAll(organizationId: OrganizationId, lookups: ReadonlyArray<NewProfileLookup>): Effect.Effect<void>
    /**
     * Claims at most `limit` due look-ups of any organization, the longest due first. No other process gets them until
     * `leaseUntil`. After a crash another one does, so a profile may be fetched more than once.
     */
    claim(now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<ProfileLookup>>
    /** Records an attempt that failed: the look-up is due again at `retryAt`. */
    retry(organizationId: OrganizationId, person: AccountPerson, retryAt: DateTime.Utc): Effect.Effect<void>
    /** Deletes the look-up, whatever its result. */
    finish(organizationId: OrganizationId, person: AccountPerson): Effect.Effect<void>
    /** Waits until this process has added look-ups since the last call. Other processes send no signal. */
    readonly wakeSignal: Effect.Effect<void>
  }
>()("effect-parley/ports/ProfileLookups") {}
