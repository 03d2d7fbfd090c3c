import { Context, type DateTime, type Effect } from "effect"
import type { MediaId, OrganizationId } from "../../domain/Ids.ts"

/** Deletion of an organization and its rows, in steps that can be repeated (contract C378). */
export class OrganizationDeletion extends Context.Service<
  OrganizationDeletion,
  {
    /**
     * Marks the organization as deleting, and removes its API keys, members, invitations, webhook, pending deliveries and
     * channel accounts. `Organizations.find` no longer returns it. Returns the time of the first mark.
     */
    begin(organizationId: OrganizationId, at: DateTime.Utc): Effect.Effect<DateTime.Utc>
    /** At most `limit` files of the organization, also files whose bytes are not stored. */
    files(organizationId: OrganizationId, limit: number): Effect.Effect<ReadonlyArray<MediaId>>
    /** Deletes the rows of these files. */
    forgetFiles(organizationId: OrganizationId, ids: ReadonlyArray<MediaId>): Effect.Effect<void>
    /**
     * Deletes all rows of the organization except those of files, in batches of one transaction each. Returns the number of
     * rows. Runs outside of a transaction.
     */
    deleteRows(organizationId: OrganizationId): Effect.Effect<number>
    /** Deletes the organization itself. */
    finish(organizationId: OrganizationId): Effect.Effect<void>
  }
>()("effect-parley/ports/OrganizationDeletion") {}
