import { Context, type DateTime, type Effect } from "effect"
import { AuditActor, type AuditAction, type AuditEntry } from "../../domain/access/AuditEntry.ts"
import type { AuditEntryId, OrganizationId } from "../../domain/Ids.ts"

/** The author of the current work, and the address that they call from; null outside of HTTP. */
export interface Author {
  readonly actor: AuditActor
  readonly address: string | null
}

/** The author of the current work. HTTP and the command line set it; it is the program otherwise. */
export const CurrentAuthor = Context.Reference<Author>("effect-parley/ports/CurrentAuthor", {
  defaultValue: () => ({ actor: AuditActor.cases.Program.make({}), address: null })
})

/** The author of commands. */
export const operatorAuthor: Author = { actor: AuditActor.cases.Operator.make({}), address: null }

/** The entries of a list. A null field does not filter. */
export interface AuditFilter {
  readonly action: AuditAction | null
  readonly actor: AuditActor["_tag"] | null
  /** Id of the member or API key that acted. */
  readonly actorId: string | null
  readonly subjectId: string | null
  /** Entries of this time and later. */
  readonly since: DateTime.Utc | null
  /** Entries before this time. */
  readonly until: DateTime.Utc | null
}

/** The position of an entry in a list. */
export interface AuditCursor {
  readonly at: DateTime.Utc
  readonly id: AuditEntryId
}

/** Audit logs of organizations. An entry is stored with the change that it tells of, or with neither. */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    append(organizationId: OrganizationId, entry: AuditEntry): Effect.Effect<void>
    /** The entries that pass, the newest first, at most `limit`; with a cursor, those after it. */
    list(
      organizationId: OrganizationId,
      filter: AuditFilter,
      after: AuditCursor | null,
      limit: number
    ): Effect.Effect<ReadonlyArray<AuditEntry>>
    /** Deletes at most `limit` entries of all organizations from before this time. Returns how many. */
    purge(before: DateTime.Utc, limit: number): Effect.Effect<number>
  }
>()("effect-parley/ports/AuditLog") {}
