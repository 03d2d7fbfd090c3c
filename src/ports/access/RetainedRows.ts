import { Context, type DateTime, type Effect } from "effect"
import type { RetainedKind, Retention } from "../../domain/access/Retention.ts"
import type { OrganizationId } from "../../domain/Ids.ts"

/** The retention of an organization that limits one. */
export interface OrganizationRetention {
  readonly organizationId: OrganizationId
  readonly retention: Retention
}

/** Records that organizations store for a limited time. */
export class RetainedRows extends Context.Service<
  RetainedRows,
  {
    /** Every organization that limits the retention of something. */
    readonly retentions: Effect.Effect<ReadonlyArray<OrganizationRetention>>
    /**
     * Deletes at most `limit` records of the kind that are older than the time, by when the service learned of them, the oldest first;
     * returns how many. Files are discarded, to be removed with their bytes. A message with files goes after them, and a message in
     * flight after its outcome. Unread counts of conversations stay those of their messages.
     */
    purge(
      organizationId: OrganizationId,
      kind: RetainedKind,
      before: DateTime.Utc,
      now: DateTime.Utc,
      limit: number
    ): Effect.Effect<number>
  }
>()("effect-parley/ports/RetainedRows") {}
