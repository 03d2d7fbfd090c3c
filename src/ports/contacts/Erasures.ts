import { Context, type DateTime, type Effect, type Option } from "effect"
import type { VendorContactId } from "../../domain/contacts/Contact.ts"
import type { Erasure, ErasurePart } from "../../domain/contacts/Erasure.ts"
import type { ContactId, OrganizationId } from "../../domain/Ids.ts"

/** The position of a running erasure. */
export interface ErasurePosition {
  readonly part: ErasurePart
  /** Position in the rows of the part; null at the beginning. */
  readonly cursor: string | null
  /** Whether this pass has found nothing so far. */
  readonly isClean: boolean
}

/** A running erasure that was claimed. */
export interface ErasureTurn extends ErasurePosition {
  readonly erasure: Erasure
}

/** The result of a batch. */
export interface ErasedBatch {
  readonly messages: number
  readonly files: number
  readonly records: number
  /** Whether something is left that cannot be erased yet: a file that is being removed, or a send in flight. */
  readonly isWaiting: boolean
  /** Position of the next batch of the part; null if the part is done. */
  readonly next: string | null
}

/** Erasures of contacts, and hashes of the people and messages that were erased. */
export class Erasures extends Context.Service<
  Erasures,
  {
    /**
     * Records the erasure of the contact, which stays locked until the end of the transaction: the texts that its rows are
     * found by, and the hashes of its identities. Returns null if there is no such contact. Changes nothing of the contact.
     */
    begin(organizationId: OrganizationId, contactId: ContactId, at: DateTime.Utc): Effect.Effect<Erasure | null>
    /** The erasure of the contact with either of their former ids. */
    find(organizationId: OrganizationId, id: ContactId | VendorContactId): Effect.Effect<Option.Option<Erasure>>
    /** Claims the running erasure of any organization that is due for the longest time, until `leaseUntil`. */
    claim(now: DateTime.Utc, leaseUntil: DateTime.Utc): Effect.Effect<ReadonlyArray<ErasureTurn>>
    /** When the next erasure is due; null without one. */
    readonly nextDue: Effect.Effect<DateTime.Utc | null>
    /**
     * Deletes or blanks the next rows of the part. Rows that were stored after the request belong to a new contact with the
     * same number, and stay, unless they are of a conversation of the erased contact. A finished erasure has no rows.
     */
    eraseBatch(
      organizationId: OrganizationId,
      contactId: ContactId,
      position: ErasurePosition,
      now: DateTime.Utc
    ): Effect.Effect<ErasedBatch>
    /** Adds the batch to the numbers of the erasure, and saves its next position. */
    advance(
      organizationId: OrganizationId,
      contactId: ContactId,
      batch: ErasedBatch,
      next: ErasurePosition
    ): Effect.Effect<void>
    /** The erasure is due again at `at`. */
    postpone(organizationId: OrganizationId, contactId: ContactId, at: DateTime.Utc): Effect.Effect<void>
    /** Records the end, and forgets the texts that rows were found by. */
    finish(organizationId: OrganizationId, contactId: ContactId, at: DateTime.Utc): Effect.Effect<void>
    /** The keys of erased people and messages among these, with the time of their erasure. */
    erased(
      organizationId: OrganizationId,
      keys: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyMap<string, DateTime.Utc>>
    /** Deletes at most `limit` hashes of messages from before the time. Returns how many. */
    purge(before: DateTime.Utc, limit: number): Effect.Effect<number>
  }
>()("effect-parley/ports/Erasures") {}
