import { Context, type DateTime, type Effect, type Option } from "effect"
import type { KeyedCall, KnownCall, StoredAnswer } from "../../domain/sends/IdempotencyKey.ts"
import type { OrganizationId } from "../../domain/Ids.ts"

/** A key of an organization and an interface. */
export type NamedKey = Pick<KeyedCall, "api" | "key">

/**
 * The keys by which callers name their calls (contract C21). Each belongs to an organization and an interface. A key that
 * was taken `keyRetention` ago is free, whether or not it was purged. Keys of sends are taken by `SendLedger.reserve`.
 */
export class IdempotencyKeys extends Context.Service<
  IdempotencyKeys,
  {
    /**
     * Takes the key for the call. None if the key was free: it belongs to the call then. Otherwise the record of the call
     * that has it. Of parallel calls with one key exactly one takes it.
     */
    take(organizationId: OrganizationId, call: KeyedCall, at: DateTime.Utc): Effect.Effect<Option.Option<KnownCall>>
    /** The record of the call that has the key. */
    find(organizationId: OrganizationId, key: NamedKey, at: DateTime.Utc): Effect.Effect<Option.Option<KnownCall>>
    /**
     * Records the end of the call that has the key: its answer, or null if its outcome is unknown. The first answer counts.
     * The answer of a send is its record, which this does not change.
     */
    settle(organizationId: OrganizationId, call: KeyedCall, answer: StoredAnswer | null): Effect.Effect<void>
    /** Gives the key of a call back that did nothing. A key with an end, or with a send that was not rejected, stays. */
    release(organizationId: OrganizationId, call: KeyedCall): Effect.Effect<void>
    /**
     * Deletes keys of all organizations that were acquired before the instant, at most `limit`. Returns their number.
     */
    purge(before: DateTime.Utc, limit: number): Effect.Effect<number>
  }
>()("effect-parley/ports/IdempotencyKeys") {}
