import { Context, Effect, HashMap, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { World } from "../../src/adapters/memory/World.ts"
import { contactColumns, contactFields } from "../../src/adapters/postgres/contacts/ContactRow.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"

/** One row as JSON: instants as ISO text, everything else as it is. */
export type Row = Readonly<Record<string, unknown>>

/** All that a store keeps of what came in, of every organization, row by row. */
export interface Kept {
  readonly accounts: ReadonlyArray<Row>
  readonly contacts: ReadonlyArray<Row>
  readonly identities: ReadonlyArray<Row>
  readonly watermarks: ReadonlyArray<Row>
  readonly conversations: ReadonlyArray<Row>
  readonly messages: ReadonlyArray<Row>
  readonly media: ReadonlyArray<Row>
  readonly parked: ReadonlyArray<Row>
  readonly events: ReadonlyArray<Row>
  readonly problems: ReadonlyArray<Row>
  readonly undone: ReadonlyArray<Row>
  readonly priced: ReadonlyArray<Row>
}

/** What a store keeps, and how it becomes empty again. */
export class StoredInbox extends Context.Service<
  StoredInbox,
  { readonly all: Effect.Effect<Kept>; readonly clear: Effect.Effect<void> }
>()("test/inbound/StoredInbox") {}

/** Instants have a JSON form; undefined parts have none. */
const plain = (kept: { readonly [K in keyof Kept]: ReadonlyArray<object> }): Kept => JSON.parse(JSON.stringify(kept))

export const memory = Layer.effect(
  StoredInbox,
  Effect.map(World, ({ state, update }) => ({
    clear: update((before) => ({
      ...before,
      organizations: [],
      channelAccounts: [],
      contacts: [],
      identities: [],
      reportedContacts: [],
      conversations: [],
      messages: [],
      reportedMessages: [],
      parked: [],
      inboundDeliveries: [],
      inboundProblems: [],
      media: [],
      events: [],
      usage: [],
      messageCounts: [],
      logged: 0,
      waiting: HashMap.empty(),
      sequences: HashMap.empty()
    })),
    all: Effect.map(state, (now) => {
      const told = new Map(now.reportedContacts.map((row) => [row.contactId, row]))
      const said = new Map(now.reportedMessages.map((row) => [row.messageId, row]))
      return plain({
        accounts: now.channelAccounts.map(({ account }) => account),
        contacts: now.contacts.map((contact) => ({
          nameAt: null,
          phoneAt: null,
          optedInAt: null,
          ...contact,
          ...told.get(contact.id)
        })),
        identities: now.identities,
        watermarks: now.reportedContacts.flatMap(({ contactId, watermarks }) =>
          watermarks.map((mark) => ({ ...mark, contactId }))
        ),
        conversations: now.conversations,
        messages: now.messages.map((message) => ({ ...message, raw: null, ...said.get(message.id) })),
        media: now.media.map(({ media }) => media),
        parked: now.parked.map(({ item, ...parked }) => ({ ...parked, key: item.key })),
        events: now.events,
        problems: now.inboundProblems.map(({ problem }) => problem),
        undone: now.inboundDeliveries.filter(({ doneAt }) => doneAt === null).map(({ delivery }) => delivery),
        priced: now.messageCounts
      })
    })
  }))
)

const columns = {
  accounts: `select id, organization_id as "organizationId", external_id as "externalId", channel from channel_accounts`,
  contacts: `select ${contactFields.map((field) => `${contactColumns[field].name} as "${field}"`).join(", ")},
    name_reported_at as "nameAt", phone_reported_at as "phoneAt", opted_in_reported_at as "optedInAt" from contacts`,
  identities: `select organization_id as "organizationId", kind, scope, value, contact_id as "contactId"
    from contact_identities`,
  watermarks: `select contact_id as "contactId", channel_account_id as "channelAccountId",
    delivered_up_to as "deliveredUpTo", read_up_to as "readUpTo" from receipt_watermarks`,
  conversations: `select id, organization_id as "organizationId", contact_id as "contactId", status,
    channel_account_id as "channelAccountId", unread_count as "unreadCount", last_echo_at as "lastEchoAt"
    from conversations`,
  messages: `select id, organization_id as "organizationId", conversation_id as "conversationId", peer, type,
    contact_id as "contactId", channel, channel_account_id as "channelAccountId", direction, content, status,
    platform_message_id as "platformMessageId", failure, delivered_at as "deliveredAt", read_at as "readAt", annotations,
    raw, counts_unread as "countsUnread", created_at as "createdAt" from messages`,
  media: `select message_id as "messageId", organization_id as "organizationId", place as "index", url,
    platform_media_id as "platformMediaId", mime_type as "mimeType" from media`,
  parked: `select organization_id as "organizationId", channel_account_id as "channelAccountId", key,
    nullif(platform_message_id, '') as "platformMessageId" from inbound_parked`,
  events: `select organization_id as "organizationId", type, conversation_id as "conversationId", data from events`,
  problems: `select key, reason, channel, account, error from inbound_problems`,
  undone: `select id from inbound_deliveries where done_at is null`,
  priced: `select organization_id as "organizationId", day::text as day, channel_account_id as "channelAccountId",
    category, country, campaign_id as "campaignId", billable, messages::int as messages from daily_message_counts`
} satisfies Record<keyof Kept, string>

/** Instants in ISO form, as `to_json` would not write them. */
const read = (sql: SqlClient.SqlClient, name: keyof Kept) => Effect.orDie(sql.unsafe<Row>(columns[name]))

/** What holds nothing else comes first. */
const tables: ReadonlyArray<string> = [
  "contact_activity",
  "conversation_sequences",
  "deferred_deliveries",
  "monthly_usage",
  "daily_message_counts",
  "inbound_problems",
  "inbound_deliveries",
  "inbound_parked",
  "events",
  "media",
  "messages",
  "conversations",
  "receipt_watermarks",
  "contact_consents",
  "contact_identities",
  "contacts",
  "channel_accounts",
  "organizations"
]

export const postgres = Layer.effect(
  StoredInbox,
  Effect.map(SqlClient.SqlClient, (sql) => ({
    // To truncate makes each table and index a new file: longer than all that a test does with its few rows. Like it,
    // this waits for whoever still writes, though dead.
    clear: Effect.andThen(
      sql.unsafe(`lock table ${tables.join()} in access exclusive mode`),
      Effect.forEach(tables, (table) => sql.unsafe(`delete from ${table}`), { discard: true })
    ).pipe(sql.withTransaction, Effect.orDie),
    all: Effect.map(
      Effect.all({
        accounts: read(sql, "accounts"),
        contacts: read(sql, "contacts"),
        identities: read(sql, "identities"),
        watermarks: read(sql, "watermarks"),
        conversations: read(sql, "conversations"),
        messages: read(sql, "messages"),
        media: read(sql, "media"),
        parked: read(sql, "parked"),
        events: read(sql, "events"),
        problems: read(sql, "problems"),
        undone: read(sql, "undone"),
        priced: read(sql, "priced")
      }),
      plain
    )
  }))
)

/** Rows of an organization only. */
export const ofOrganization = (rows: ReadonlyArray<Row>, id: OrganizationId): ReadonlyArray<Row> =>
  rows.filter(({ organizationId }) => organizationId === id)
