import { DateTime, Effect } from "effect"
import {
  type AuditAction,
  type AuditEntry,
  type AuditFields,
  type AuditSubject,
  auditRetention,
  changesBetween
} from "../../domain/access/AuditEntry.ts"
import { AuditEntryId, generated, type OrganizationId } from "../../domain/Ids.ts"
import { type AuditCursor, type AuditFilter, AuditLog, CurrentAuthor } from "../../ports/access/AuditLog.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { exportRows, partOf } from "../listParts.ts"
import { purgeInBatches } from "../purgeInBatches.ts"

/** The states of the subject around a change. Without them, the entry has no changed fields. */
export interface AuditedStates {
  readonly before?: AuditFields | null
  readonly after?: AuditFields | null
}

/** Records that the current author did this, in the transaction of the change if there is one. */
export const recordAudit = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  action: AuditAction,
  { id: subjectId, name }: AuditSubject,
  { after = null, before = null }: AuditedStates = {}
) {
  const { actor, address } = yield* CurrentAuthor
  const id = AuditEntryId.make(yield* (yield* IdSource).uuid, generated)
  const changes = changesBetween(before, after)
  const subject = { id: subjectId, name }
  const entry: AuditEntry = { id, organizationId, at: yield* DateTime.now, actor, address, action, subject, changes }
  yield* (yield* AuditLog).append(organizationId, entry)
})

/** Records a change of the subject, unless its fields stay (contract: Contents of the audit log). */
export const recordChange = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  action: AuditAction,
  subject: AuditSubject,
  states: Required<AuditedStates>
) {
  if (changesBetween(states.before, states.after).length > 0) {
    yield* recordAudit(organizationId, action, subject, states)
  }
})

/** A part of the log, the newest first, and the position to continue from; null at the end. */
export const listAuditLog = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  filter: AuditFilter,
  after: AuditCursor | null,
  limit: number
) {
  const found = yield* (yield* AuditLog).list(organizationId, filter, after, limit + 1)
  return partOf(found, limit, ({ at, id }): AuditCursor => ({ at, id }))
}, spanned("listAuditLog"))

/** All entries that pass, the newest first. */
export const exportAuditLog = (organizationId: OrganizationId, filter: AuditFilter) =>
  exportRows((after: AuditCursor | null, limit) => listAuditLog(organizationId, filter, after, limit))

/** Deletes entries older than `auditRetention`, batch by batch. Returns how many. */
export const purgeAuditLog = Effect.fnUntraced(function* () {
  const { purge } = yield* AuditLog
  const before = DateTime.subtractDuration(yield* DateTime.now, auditRetention)
  return yield* purgeInBatches((limit) => purge(before, limit))
}, spanned("purgeAuditLog"))
