import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  type AuditActor,
  AuditAction,
  AuditChange,
  type AuditEntry,
  auditActorId,
  auditActorKinds
} from "../../../domain/access/AuditEntry.ts"
import { ApiKeyId, AuditEntryId, OrganizationId, UserId } from "../../../domain/Ids.ts"
import { type AuditCursor, type AuditFilter, AuditLog } from "../../../ports/access/AuditLog.ts"
import { spanned } from "../../../telemetry/spanned.ts"

const Row = Schema.Struct({
  organization_id: OrganizationId,
  id: AuditEntryId,
  at: Schema.DateTimeUtcFromDate,
  actor: Schema.Literals(auditActorKinds),
  actor_id: Schema.String,
  address: Schema.NullOr(Schema.String),
  action: AuditAction,
  subject_id: Schema.String,
  subject_name: Schema.String,
  changes: Schema.Array(AuditChange)
})

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const actorIn = ({ actor, actor_id }: Pick<typeof Row.Type, "actor" | "actor_id">): AuditActor => {
  if (actor === "Member") return { _tag: actor, userId: UserId.make(actor_id) }
  return actor === "ApiKey" ? { _tag: actor, apiKeyId: ApiKeyId.make(actor_id) } : { _tag: actor }
}

const entryIn = (row: typeof Row.Type): AuditEntry => ({
  id: row.id,
  organizationId: row.organization_id,
  at: row.at,
  actor: actorIn(row),
  address: row.address,
  action: row.action,
  subject: { id: row.subject_id, name: row.subject_name },
  changes: row.changes
})

export const layer = Layer.effect(
  AuditLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const append = (organizationId: OrganizationId, { action, actor, address, at, changes, id, subject }: AuditEntry) =>
      sql`
        insert into audit_log (organization_id, id, at, actor, actor_id, address, action, subject_id, subject_name, changes)
        values (${organizationId}::uuid, ${id}::uuid, ${DateTime.formatIso(at)}::timestamptz, ${actor._tag}, ${auditActorId(actor)},
          ${address}::text, ${action}, ${subject.id}, ${subject.name}, ${JSON.stringify(changes)}::jsonb)`

    const select = (
      organizationId: OrganizationId,
      { action, actor, actorId, since, subjectId, until }: AuditFilter,
      after: AuditCursor | null,
      limit: number
    ) => sql`
      select organization_id, id, at, actor, actor_id, address, action, subject_id, subject_name, changes
      from audit_log
      where organization_id = ${organizationId}::uuid
        ${action === null ? sql`` : sql`and action = ${action}`}
        ${actor === null ? sql`` : sql`and actor = ${actor}`}
        ${actorId === null ? sql`` : sql`and actor_id = ${actorId}`}
        ${subjectId === null ? sql`` : sql`and subject_id = ${subjectId}`}
        ${since === null ? sql`` : sql`and at >= ${DateTime.formatIso(since)}::timestamptz`}
        ${until === null ? sql`` : sql`and at < ${DateTime.formatIso(until)}::timestamptz`}
        ${after === null ? sql`` : sql`and (at, id) < (${DateTime.formatIso(after.at)}::timestamptz, ${after.id}::uuid)`}
      order by at desc, id desc limit ${limit}::int`

    return AuditLog.of({
      append: (organizationId, entry) =>
        append(organizationId, entry).pipe(Effect.asVoid, Effect.orDie, spanned("PgAuditLog.append")),
      list: (organizationId, filter, after, limit) =>
        select(organizationId, filter, after, limit).pipe(
          Effect.flatMap(decodeRows),
          Effect.map((rows) => rows.map(entryIn)),
          Effect.orDie,
          spanned("PgAuditLog.list")
        ),
      purge: (before, limit) =>
        sql`
          with old as (
            select organization_id, at, id from audit_log where at < ${DateTime.formatIso(before)}::timestamptz
            order by at limit ${limit}
          )
          delete from audit_log l using old
          where l.organization_id = old.organization_id and l.at = old.at and l.id = old.id returning l.id`.pipe(
          Effect.map((gone) => gone.length),
          Effect.orDie,
          spanned("PgAuditLog.purge")
        )
    })
  })
)
