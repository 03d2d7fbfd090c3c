import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { RetainedKind } from "../../../domain/access/Retention.ts"
import { Retention } from "../../../domain/access/Retention.ts"
import { OrganizationId } from "../../../domain/Ids.ts"
import { removableAt } from "../../../domain/media/retention.ts"
import { RetainedRows } from "../../../ports/access/RetainedRows.ts"
import { retryAlone } from "../database/sqlFaults.ts"

const decodeRetentions = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({ organizationId: OrganizationId, retention: Schema.fromJsonString(Retention) }).pipe(
      Schema.encodeKeys({ organizationId: "organization_id" })
    )
  )
)

/** The first id of the time, in the order of generated ids: an index by id then finds old rows. */
const firstIdOf = (at: DateTime.Utc): string => {
  const time = Math.max(0, at.epochMilliseconds).toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

interface Limit {
  readonly organizationId: OrganizationId
  readonly before: DateTime.Utc
  readonly now: DateTime.Utc
  readonly limit: number
}

const makeStatements = (sql: SqlClient.SqlClient) => {
  /** Files whose message is old, or that are old. */
  const discard = ({ before, limit, now, organizationId }: Limit, isMessage: boolean) => sql`
    update media f set status = 'discarded', due_at = case f.status
      when 'pending' then least(f.due_at, ${DateTime.formatIso(removableAt(now))}::timestamptz) else f.created_at end
    where f.organization_id = ${organizationId}::uuid and f.id = any(array(
      select f.id from ${
        isMessage
          ? sql`messages m join media f on f.organization_id = m.organization_id and f.message_id = m.id
              and m.id < ${firstIdOf(before)}::uuid`
          : sql`media f`
      }
      where f.organization_id = ${organizationId}::uuid and f.message_id is not null and f.status <> 'discarded'
        and ${isMessage ? sql`m.learned_at` : sql`f.created_at`} < ${DateTime.formatIso(before)}::timestamptz
      limit ${limit}::int))
    returning true as gone`

  /**
   * Deletes messages. A conversation has fewer unread messages then, by `isUnread` of `domain/messages/unread.ts`, compared
   * by `testing/contracts/stores/RetainedRows.contract.ts`.
   */
  const deleteMessages = ({ before, limit, organizationId }: Limit) => sql`
    with gone as (
      delete from messages m where m.organization_id = ${organizationId}::uuid and m.id = any(array(
        select m.id from messages m
        where m.organization_id = ${organizationId}::uuid and m.id < ${firstIdOf(before)}::uuid
          and m.learned_at < ${DateTime.formatIso(before)}::timestamptz and m.status <> 'pending'
          and not exists (select from media f where f.organization_id = m.organization_id and f.message_id = m.id)
        order by m.id limit ${limit}::int for update skip locked))
      returning m.conversation_id, m.direction, m.counts_unread, m.learned_at, m.created_at, m.settled_at, m.type
    ),
    counted as (
      select c.id, count(*) as unread from gone g
        join conversations c on c.organization_id = ${organizationId}::uuid and c.id = g.conversation_id
      where g.direction = 'inbound' and g.counts_unread and g.settled_at is not null and g.type <> 'reaction'
        and g.learned_at > coalesce(c.last_sent_at, '-infinity')
        and g.created_at >= coalesce(c.last_echo_at, '-infinity')
      group by c.id order by c.id
    ),
    recounted as (
      update conversations c set unread_count = greatest(0, c.unread_count - t.unread) from counted t
      where c.organization_id = ${organizationId}::uuid and c.id = t.id
    )
    select true as gone from gone`

  const deleteNotes = ({ before, limit, organizationId }: Limit) => sql`
    delete from conversation_notes where organization_id = ${organizationId}::uuid and id = any(array(
      select id from conversation_notes where organization_id = ${organizationId}::uuid
        and created_at < ${DateTime.formatIso(before)}::timestamptz order by created_at limit ${limit}::int))
    returning true as gone`

  const deleteLogs = ({ before, limit, organizationId }: Limit) => sql`
    delete from request_logs where organization_id = ${organizationId}::uuid and id = any(array(
      select id from request_logs where organization_id = ${organizationId}::uuid
        and created_at < ${DateTime.formatIso(before)}::timestamptz order by created_at, id limit ${limit}::int))
    returning true as gone`

  return { discard, deleteMessages, deleteNotes, deleteLogs }
}

export const layer = Layer.effect(
  RetainedRows,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { deleteLogs, deleteMessages, deleteNotes, discard } = makeStatements(sql)
    const purgeOf: Readonly<Record<RetainedKind, (limit: Limit) => ReturnType<typeof deleteNotes>>> = {
      messages: deleteMessages,
      media: (limit) => discard(limit, false),
      notes: deleteNotes,
      logs: deleteLogs
    }
    return RetainedRows.of({
      retentions: sql`
        select organization_id, retention::text as retention from organization_settings
        where retention is not null order by organization_id`.pipe(Effect.flatMap(decodeRetentions), Effect.orDie),
      purge: Effect.fn("PgRetainedRows.purge")(function* (organizationId, kind, before, now, limit) {
        const scope = { organizationId, before, now, limit }
        if (kind === "messages") yield* retryAlone(sql, discard(scope, true))
        return (yield* retryAlone(sql, purgeOf[kind](scope))).length
      }, Effect.orDie)
    })
  })
)
