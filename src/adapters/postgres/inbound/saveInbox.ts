import { DateTime, Effect, HashMap, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { identityKey } from "../../../domain/contacts/ContactIdentity.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { isListedRow, uncertainty } from "../messages/MessageRow.ts"
import { parkedUntil } from "../../../domain/inbound/InboundDelivery.ts"
import { type InboxState, newConsents, peopleMet } from "../../../domain/inbound/InboxState.ts"
import { assignments, insertedColumns } from "../contacts/contactRecord.ts"
import {
  asRecords,
  inboxContactRecord,
  inboxContactColumns,
  conversationRecord,
  conversationRecordColumns,
  isoOrNull,
  messageRecord,
  messageRecordColumns,
  parkedRecord,
  reportNames
} from "./inboxRows.ts"
import { recipientReport, replySteps } from "../../../domain/campaigns/campaignReports.ts"
import { saveContactSteps, saveRecipientReports } from "../campaigns/campaignReportRows.ts"
import { saveConsents } from "../contacts/consentRows.ts"
import { mergeContacts } from "./mergeContacts.ts"
import { ofOrganization } from "../database/ArrayParameter.ts"
import { countPriced, isReceipt, saveReceipts, wakeReports } from "./saveReceipts.ts"

/** The added, changed and removed entries between two states. */
const difference = <K, A>(before: HashMap.HashMap<K, A>, after: HashMap.HashMap<K, A>) => {
  if (before === after) return { added: [], changed: [], gone: [] }
  const entries = [...HashMap.entries(after)]
  return {
    added: entries.flatMap(([key, now]) => (HashMap.has(before, key) ? [] : [now])),
    changed: entries.flatMap(([key, now]) =>
      Option.toArray(HashMap.get(before, key)).flatMap((former) => (former === now ? [] : [{ now, former }]))
    ),
    gone: [...HashMap.entries(before)].flatMap(([key, former]) => (HashMap.has(after, key) ? [] : [former]))
  }
}

/** Keyed by conversation id: the state's key of a conversation changes with its contact. */
const byId = (...maps: ReadonlyArray<InboxState["conversations"]>) =>
  HashMap.fromIterable(
    maps.flatMap((map) => [...HashMap.values(map)].map((entry) => [entry.conversation.id, entry] as const))
  )

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

/** Runs one statement for the rows, and none for no rows. */
const over = <E, R>(rows: Rows, statement: (records: string) => Effect.Effect<unknown, E, R>) =>
  rows.length === 0 ? Effect.void : Effect.asVoid(statement(asRecords(rows)))

/** The statements that write the rows of one organization. */
const statements = (sql: SqlClient.SqlClient, organizationId: OrganizationId) => {
  const contactColumns = sql.literal(inboxContactColumns)
  const conversationColumns = sql.literal(conversationRecordColumns)
  const messageColumns = sql.literal(messageRecordColumns)
  const own = (records: string, columns: typeof contactColumns) =>
    ofOrganization(sql, organizationId, sql`json_to_recordset(${records}::json) as t(${columns})`)
  return {
    insertContacts: (records: string) => sql`
      insert into contacts (organization_id, ${sql.literal([insertedColumns, ...reportNames].join(", "))})
      select ${organizationId}::uuid, ${sql.literal([insertedColumns, ...reportNames].join(", "))}
      from json_to_recordset(${records}::json) as t(${contactColumns}) order by id`,
    updateContacts: (records: string) => sql`
      update contacts c set ${sql.literal(
        [assignments(), ...["searched", ...reportNames].map((name) => `${name} = t.${name}`)].join(", ")
      )}
      from ${own(records, contactColumns)} t where c.organization_id = t.organization_id and c.id = t.id`,
    insertIdentities: (records: string) => sql`
      insert into contact_identities (organization_id, kind, scope, value, contact_id)
      select ${organizationId}::uuid, kind, scope, value, contact_id
      from json_to_recordset(${records}::json) as t(kind text, scope text, value text, contact_id uuid)
      order by kind, scope, value`,
    insertConversations: (records: string) => sql`
      insert into conversations (organization_id, id, contact_id, channel, channel_account_id, status, source,
        unread_count, created_at, updated_at, last_learned_at, last_sent_at, last_written_at, last_echo_at,
        control, control_at, queued_at)
      select ${organizationId}::uuid, id, contact_id, channel, channel_account_id, status, source, unread_count, created_at,
        updated_at, last_learned_at, last_sent_at, last_written_at, last_echo_at, control, control_at,
        queued_at
      from json_to_recordset(${records}::json) as t(${conversationColumns}) order by id`,
    updateConversations: (records: string) => sql`
      update conversations v set status = t.status, assignee_id = t.assignee_id, team_id = t.team_id,
        labels = t.labels, unread_count = t.unread_count,
        priority = t.priority, snoozed_at = t.snoozed_at, snoozed_until = t.snoozed_until, warned_at = t.warned_at,
        queued_at = t.queued_at,
        closed_at = null, closed_by = null, resolution = null,
        updated_at = t.updated_at,
        last_learned_at = t.last_learned_at, last_sent_at = t.last_sent_at,
        last_written_at = t.last_written_at, last_echo_at = t.last_echo_at,
        control = t.control, control_at = t.control_at
      from ${own(records, conversationColumns)} t where v.organization_id = t.organization_id and v.id = t.id`,
    // `isUnread` of `domain/messages/unread.ts`, compared by `testing/contracts/stores/inbox/savingMessages.ts`. The
    // bound of `listed_at` follows from it and from `listedAt`. The order is that of the conversation's index. Otherwise the planner picks any index that
    // begins with the organization while the table is small.
    recount: (records: string) => sql`
      update conversations v set unread_count = (select count(*) from (
        select from messages m
        where m.organization_id = v.organization_id and m.conversation_id = v.id and m.direction = 'inbound'
          and ${sql.literal(isListedRow)} and m.counts_unread and m.learned_at > coalesce(v.last_sent_at, '-infinity')
          and m.created_at >= coalesce(v.last_echo_at, '-infinity')
          and m.listed_at >= coalesce(v.last_echo_at - ${uncertainty}::interval, '-infinity')
        order by m.organization_id, m.conversation_id, m.listed_at offset 0) as unread)
      from ${own(records, conversationColumns)} t where v.organization_id = t.organization_id and v.id = t.id`,
    insertMessages: (records: string) => sql`
      with said as (
        insert into messages (organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction,
          peer, type, content, preview, status, platform_message_id, failure, delivered_at, read_at, seen,
          annotations, raw,
          counts_unread, created_at, settled_at, learned_at, listed_at, is_echo)
        select ${organizationId}::uuid, id, conversation_id, contact_id, channel, channel_account_id, direction,
          peer, type, content, preview, status, platform_message_id, failure, delivered_at, read_at,
          nullif(channel <> 'whatsapp' and status = 'read', false), annotations, raw, counts_unread, created_at, created_at,
          learned_at, listed_at, direction = 'outbound'
        from json_to_recordset(${records}::json) as t(${messageColumns}) order by id
        returning organization_id, contact_id, id, created_at, listed_at
      )
      insert into contact_activity as a (organization_id, contact_id, contact_created_at, last_message_at, last_listed_at)
      select distinct on (c.id) c.organization_id, c.id, c.created_at, s.created_at, s.listed_at
      from said s join contacts c on c.organization_id = s.organization_id and c.id = s.contact_id
      order by c.id, s.listed_at desc, s.id desc
      on conflict (organization_id, contact_id) do update set last_message_at = excluded.last_message_at,
        last_listed_at = excluded.last_listed_at
        where a.last_listed_at <= excluded.last_listed_at`,
    updateMessages: (records: string) => sql`
      update messages m set type = t.type, content = coalesce(t.content, m.content), preview = t.preview,
        status = t.status,
        failure = t.failure, delivered_at = t.delivered_at, read_at = t.read_at, annotations = t.annotations,
        seen = nullif(m.channel <> 'whatsapp' and t.status = 'read', false),
        raw = case when t.drops_raw then null else m.raw end
      from ${own(records, messageColumns)} t where m.organization_id = t.organization_id and m.id = t.id`,
    saveWatermarks: (records: string) => sql`
      insert into receipt_watermarks as w (organization_id, contact_id, channel_account_id, delivered_up_to, read_up_to)
      select ${organizationId}::uuid, contact_id, channel_account_id, delivered_up_to, read_up_to
      from json_to_recordset(${records}::json) as t(contact_id uuid, channel_account_id uuid,
        delivered_up_to timestamptz, read_up_to timestamptz) order by contact_id, channel_account_id
      on conflict (organization_id, contact_id, channel_account_id) do update set
        delivered_up_to = greatest(w.delivered_up_to, excluded.delivered_up_to),
        read_up_to = greatest(w.read_up_to, excluded.read_up_to)`,
    park: (at: DateTime.Utc) => (records: string) =>
      sql`
      insert into inbound_parked (organization_id, channel_account_id, platform_message_id, key, item, parked_at, due_at)
      select ${organizationId}::uuid, channel_account_id, platform_message_id, key, item,
        ${DateTime.formatIso(at)}::timestamptz, ${isoOrNull(parkedUntil(0, at))}::timestamptz
      from json_to_recordset(${records}::json) as t(channel_account_id uuid, platform_message_id text, key text, item json)
      order by channel_account_id, platform_message_id, key
      on conflict do nothing`,
    unpark: (records: string) => sql`
      delete from inbound_parked p
      using json_to_recordset(${records}::json) as t(channel_account_id uuid, platform_message_id text, key text)
      where p.organization_id = ${organizationId}::uuid and p.channel_account_id = t.channel_account_id
        and p.platform_message_id = t.platform_message_id and p.key = t.key`
  }
}

/** Writes the changed rows, each table in one statement. Referenced rows precede the rows that refer to them. */
export const saveInbox = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  before: InboxState,
  after: InboxState,
  at: DateTime.Utc
) {
  const write = statements(sql, organizationId)
  const contacts = difference(before.contacts, after.contacts)
  const conversations = difference(byId(before.conversations, before.closed), byId(after.conversations))
  const messages = difference(before.messages, after.messages)
  const parked = difference(before.parked, after.parked)
  const known = [...HashMap.values(after.contacts)]
  const identities = known.flatMap(({ contact, identities }) =>
    identities
      .filter((identity) => !HashMap.has(before.people, identityKey(identity)))
      .map(({ kind, scope, value }) => ({ kind, scope, value, contact_id: contact.id }))
  )
  const marks = [...contacts.added, ...contacts.changed.map(({ now }) => now)].flatMap(({ contact, watermarks }) =>
    watermarks.map(({ channelAccountId, deliveredUpTo, readUpTo }) => ({
      contact_id: contact.id,
      channel_account_id: channelAccountId,
      delivered_up_to: isoOrNull(deliveredUpTo),
      read_up_to: isoOrNull(readUpTo)
    }))
  )
  const consents = newConsents(before, after)
  const recounted = [...HashMap.values(after.conversations)].filter(({ isRecounted }) => isRecounted)

  yield* over(contacts.added.map(inboxContactRecord), write.insertContacts)
  yield* over(conversations.added.map(conversationRecord), write.insertConversations)
  yield* mergeContacts(sql, organizationId, before, after)
  yield* over(
    contacts.changed.map(({ now }) => inboxContactRecord(now)),
    write.updateContacts
  )
  yield* over(identities, write.insertIdentities)
  yield* over(
    conversations.changed.map(({ now }) => conversationRecord(now)),
    write.updateConversations
  )
  yield* over(
    messages.added.map((message) => messageRecord(message, undefined)),
    write.insertMessages
  )
  const received = messages.changed.filter(isReceipt)
  const reworded = messages.changed.filter((changed) => !isReceipt(changed))
  if (received.length > 0) yield* saveReceipts(sql, organizationId, received)
  yield* over(
    reworded.map(({ former, now }) => messageRecord(now, former)),
    write.updateMessages
  )
  yield* over(recounted.map(conversationRecord), write.recount)
  yield* saveConsents(sql, organizationId, consents)
  yield* over(marks, write.saveWatermarks)
  yield* wakeReports(sql, organizationId, peopleMet(before, after), at)
  yield* over(parked.added.map(parkedRecord), write.park(at))
  yield* over(parked.gone.map(parkedRecord), write.unpark)
  yield* saveRecipientReports(
    sql,
    organizationId,
    messages.changed.flatMap(({ now }) => recipientReport(now.message) ?? [])
  )
  const replies = replySteps(
    messages.added.map(({ message }) => message),
    at
  )
  yield* saveContactSteps(sql, organizationId, replies)
  // Last, because other transactions of the organization wait for these rows until the transaction ends.
  yield* countPriced(sql, organizationId, messages)
})
