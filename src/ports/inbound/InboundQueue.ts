import { Context, type DateTime, type Effect } from "effect"
import type { InboundDeliveryId, OrganizationId } from "../../domain/Ids.ts"
import type { InboundDelivery, InboundProblem, InboundProblemReason } from "../../domain/inbound/InboundDelivery.ts"
import type { Inbound } from "../../domain/inbound/Inbound.ts"
import type { AccountPerson, NewProfileLookup, ProfileLookup } from "../../domain/inbound/ProfileLookup.ts"
import type { PlatformFailure } from "../../domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../access/ChannelAccounts.ts"

/** A part of a delivery that is tried again. */
export interface DueProblem {
  readonly delivery: InboundDelivery
  readonly key: string
  readonly attempts: number
}

/** The result of a retried part; without a time it is not retried automatically. */
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
 * delivery is processed at least once; its effects still happen once.
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
    /** Marks the deliveries as processed, and stores the given problems with them. */
    finish(
      deliveryIds: ReadonlyArray<InboundDeliveryId>,
      problems: ReadonlyArray<TriedProblem>,
      at: DateTime.Utc
    ): Effect.Effect<void>
    /** Replaces the stored body of a delivery. */
    rewrite(deliveryId: InboundDeliveryId, body: string): Effect.Effect<void>
    /** Claims at most `limit` problems whose time has come. */
    claimProblems(now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<DueProblem>>
    /** The problem is none any more. */
    solve(deliveryId: InboundDeliveryId, key: string): Effect.Effect<void>
    /** The problems, the newest first, at most `limit`. */
    problems(filter: ProblemFilter, limit: number): Effect.Effect<ReadonlyArray<InboundProblem>>
    /** Schedules problems for a retry. Returns their number. */
    replay(filter: ProblemFilter, at: DateTime.Utc): Effect.Effect<number>
    /**
     * Deletes deliveries that were processed before `settled`, or before `problematic` if they have problems; at most
     * `limit`. Returns the number of deleted deliveries.
     */
    purge(
      before: { readonly settled: DateTime.Utc; readonly problematic: DateTime.Utc },
      limit: number
    ): Effect.Effect<number>
    /** Waits until this process has stored a delivery since the last call. Other processes send no signal. */
    readonly wakeSignal: Effect.Effect<void>
  }
>()("effect-parley/ports/InboundQueue") {}

/** Parses webhooks of the platforms. */
export class InboundReader extends Context.Service<
  InboundReader,
  {
    /** Splits a delivery of any form into its reports. */
    read(delivery: InboundDelivery): ReadonlyArray<Inbound>
  }
>()("effect-parley/ports/InboundReader") {}

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

/** Profiles of people on the platforms. */
export class Profiles extends Context.Service<
  Profiles,
  {
    /**
     * The name of a person of Messenger or Instagram, as far as this account may see it; null if the platform has none.
     * Names of people on WhatsApp cannot be requested: their webhooks carry them.
     */
    nameOf(from: ConnectedAccount, personId: string): Effect.Effect<string | null, PlatformFailure>
  }
>()("effect-parley/ports/Profiles") {}
