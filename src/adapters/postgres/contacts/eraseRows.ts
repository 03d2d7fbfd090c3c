import { DateTime, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type ErasureTerms, messageKey } from "../../../domain/contacts/Erasure.ts"
import type { OrganizationId, PlatformMessageId } from "../../../domain/Ids.ts"
import { removableAt } from "../../../domain/media/retention.ts"
import type { ErasedBatch } from "../../../ports/contacts/Erasures.ts"
import { texts, uuids } from "../database/ArrayParameter.ts"
import type { AdditionalType } from "../../../domain/webhooks/Event.ts"

/** Rows of a batch. */
const batchSize = 1_000

/** Rows that a batch of a search reads: each row has a text of some kilobytes at most. */
export const searchedRows = 2_000

/** The event by which backends learn of the erasure stays. */
const erasureEvent: AdditionalType = "contact.erased"

/** The contact whose rows are erased. */
export interface ErasureScope {
  readonly organizationId: OrganizationId
  readonly terms: ErasureTerms
  readonly requestedAt: DateTime.Utc
}

/** Whether the text contains one of the terms. */
const containsOne = (sql: SqlClient.SqlClient, text: string, terms: ReadonlyArray<string>) =>
  sql`exists (select from unnest(${texts(terms)}::text[]) as wanted(term) where position(term in ${sql.literal(text)}) > 0)`

/** A number as rows store it that people typed. */
const withoutSeparators = (column: string) => `regexp_replace(${column}, '[\\s().+/-]', '', 'g')`

/**
 * Erases the rows of tables with columns, and events. `remember` stores the hashes of the messages. Every statement that
 * finds rows by number stops at the time of the request: later rows belong to a new contact.
 */
export const eraseRows = <E, R>(
  sql: SqlClient.SqlClient,
  remember: (
    organizationId: OrganizationId,
    keys: ReadonlyArray<string>,
    isMessage: boolean,
    at: DateTime.Utc
  ) => Effect.Effect<void, E, R>
) => {
  const inConversations = ({ organizationId, terms }: ErasureScope, alias: string) =>
    sql`${sql.literal(alias)}.organization_id = ${organizationId}::uuid
      and ${sql.literal(alias)}.conversation_id = any(${uuids(terms.conversations)}::uuid[])`

  const counted = (statement: Statement.Statement<unknown>) =>
    Effect.map(statement, (rows): Partial<ErasedBatch> => ({ records: rows.length }))

  const sends = (scope: ErasureScope) =>
    counted(sql`
      with gone as (
        delete from profile_lookups l where l.organization_id = ${scope.organizationId}::uuid
          and l.person_id = any(${texts(scope.terms.person)}::text[]) and not exists (
            select from contact_identities i where i.organization_id = l.organization_id and i.value = l.person_id
              and i.kind <> 'phone')
        returning true as gone
      ),
      unsent as (
        delete from pending_sends where organization_id = ${scope.organizationId}::uuid
          and created_at <= ${DateTime.formatIso(scope.requestedAt)}::timestamptz
          and ${sql.literal(withoutSeparators("recipient"))} = any(${texts(scope.terms.person)}::text[])
        returning true as gone
      )
      select * from gone union all select * from unsent`)

  const campaigns = (scope: ErasureScope) =>
    counted(sql`
      update campaign_recipients r set recipient = '', name = '', columns = '{}', phone_key = null, contact_id = null,
        failure = case when r.failure is null then null else jsonb_set(r.failure::jsonb, '{detail}', '""')::json end,
        left_out = case when r.begun_at is null and r.sent_at is null and r.failure is null
          then coalesce(r.left_out, 'unreachable') else r.left_out end
      from campaigns c
      where c.organization_id = r.organization_id and c.id = r.campaign_id
        and c.created_at <= ${DateTime.formatIso(scope.requestedAt)}::timestamptz
        and r.organization_id = ${scope.organizationId}::uuid and r.contact_id is null
        and (r.phone_key = any(${texts(scope.terms.person)}::text[])
          or ${sql.literal(withoutSeparators("r.recipient"))} = any(${texts([...scope.terms.person, ...scope.terms.contact])}::text[]))
      returning true as erased`)

  /** Discards files, which the worker of files removes with their bytes. */
  const files = (scope: ErasureScope, _: string | null, now: DateTime.Utc) =>
    Effect.map(
      sql<{ readonly discarded: number; readonly left: number }>`
        with own as (
          select f.id, f.status from messages m
            join media f on f.organization_id = m.organization_id and f.message_id = m.id
          where ${inConversations(scope, "m")} limit ${batchSize}::int
        ),
        discarded as (
          update media f set status = 'discarded', due_at = case f.status
            when 'pending' then least(f.due_at, ${DateTime.formatIso(removableAt(now))}::timestamptz) else f.created_at end
          from own where f.organization_id = ${scope.organizationId}::uuid and f.id = own.id and own.status <> 'discarded'
          returning f.id
        )
        select (select count(*) from discarded)::int as discarded, (select count(*) from own)::int as left`,
      ([row = { discarded: 0, left: 0 }]): Partial<ErasedBatch> => ({
        files: row.discarded,
        isWaiting: row.left > 0,
        next: row.discarded === batchSize ? "" : null
      })
    )

  /** A message in flight stays until its outcome; one with a file until the file is removed. */
  const messages = Effect.fnUntraced(function* (scope: ErasureScope, _: string | null, now: DateTime.Utc) {
    const gone = yield* sql<{ readonly platformMessageId: PlatformMessageId | null }>`
      delete from messages m where m.organization_id = ${scope.organizationId}::uuid and m.id = any(array(
        select m.id from messages m where ${inConversations(scope, "m")} and m.status <> 'pending' and not exists (
          select from media f where f.organization_id = m.organization_id and f.message_id = m.id)
        limit ${batchSize}::int))
      returning m.platform_message_id as "platformMessageId"`
    const ids = gone.flatMap(({ platformMessageId }) => (platformMessageId === null ? [] : [platformMessageId]))
    yield* remember(scope.organizationId, ids.map(messageKey), true, now)
    const left = yield* sql`select from messages m where ${inConversations(scope, "m")} limit 1`
    const isFull = gone.length === batchSize
    const batch: Partial<ErasedBatch> = {
      messages: gone.length,
      isWaiting: !isFull && left.length > 0,
      next: isFull ? "" : null
    }
    return batch
  })

  const conversations = (scope: ErasureScope) =>
    counted(sql`
      with noted as (
        delete from conversation_notes n where ${inConversations(scope, "n")} returning true as erased
      ),
      notified as (
        delete from notifications n where ${inConversations(scope, "n")} returning true as erased
      ),
      blanked as (
        update conversations c set labels = '{}', resolution = null, unread_count = 0
        where c.organization_id = ${scope.organizationId}::uuid and c.id = any(${uuids(scope.terms.conversations)}::uuid[])
          and (c.labels <> '{}' or c.resolution is not null or c.unread_count > 0)
        returning true as erased
      )
      select * from noted union all select * from notified union all select * from blanked`)

  const reports = (scope: ErasureScope) =>
    counted(sql`
      delete from inbound_parked p where p.organization_id = ${scope.organizationId}::uuid
        and p.parked_at <= ${DateTime.formatIso(scope.requestedAt)}::timestamptz
        and ${containsOne(sql, "p.item::text", scope.terms.person)}
      returning true as gone`)

  /** Searches the events after the cursor, an event's id. Their deliveries go with them. */
  const events = (scope: ErasureScope, cursor: string | null) =>
    Effect.map(
      sql<{ readonly last: string | null; readonly searched: number; readonly gone: number }>`
        with searched as materialized (
          select e.id, e.type, e.conversation_id, e.occurred_at, e.data::text as data from events e
          where e.organization_id = ${scope.organizationId}::uuid
            and (${cursor}::uuid is null or e.id > ${cursor}::uuid)
          order by e.id limit ${searchedRows}::int
        ),
        found as materialized (
          select s.id from searched s
          where s.type <> ${erasureEvent} and (s.conversation_id = any(${uuids(scope.terms.conversations)}::uuid[])
            or ${containsOne(sql, "s.data", scope.terms.contact)}
            or (s.occurred_at <= ${DateTime.formatIso(scope.requestedAt)}::timestamptz
              and ${containsOne(sql, "s.data", scope.terms.person)}))
        ),
        undelivered as (
          delete from deferred_deliveries d using found f
          where d.organization_id = ${scope.organizationId}::uuid and d.event_id = f.id
        ),
        attempted as (
          delete from delivery_attempts a using found f
          where a.organization_id = ${scope.organizationId}::uuid and a.event_id = f.id
        ),
        unhandled as (
          delete from consumer_events c
          where c.organization_id = ${scope.organizationId}::uuid and (c.event_id in (select id from found)
            or c.conversation_id = any(${uuids(scope.terms.conversations)}::uuid[]))
        ),
        gone as (
          delete from events e using found f
          where e.organization_id = ${scope.organizationId}::uuid and e.id = f.id returning e.id
        )
        select (select id from searched order by id desc limit 1)::text as last, (select count(*) from searched)::int as searched,
          (select count(*) from gone)::int as gone`,
      ([row]): Partial<ErasedBatch> => ({
        records: row?.gone ?? 0,
        next: row !== undefined && row.searched === searchedRows ? row.last : null
      })
    )

  return { sends, campaigns, files, messages, conversations, reports, events }
}
