import { Array, DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { ContactIdentity } from "../../../domain/contacts/ContactIdentity.ts"
import { ChannelAccountId, ContactId, type OrganizationId } from "../../../domain/Ids.ts"
import { ThreadHolder } from "../../../domain/conversations/threadControl.ts"
import { AddressBookName, type InboxContact } from "../../../domain/inbound/InboxContact.ts"
import type { InboxNeeds } from "../../../domain/inbound/InboxNeeds.ts"
import { ofOrganization, uuids } from "../database/ArrayParameter.ts"
import { type ContactRow, readContacts, selectedColumns } from "../contacts/ContactRow.ts"
import {
  conversationColumns,
  conversationFields,
  conversationKeys,
  isRunningOf
} from "../conversations/ConversationRow.ts"
import { consentColumns, consentRow, newestConsents } from "../contacts/consentRows.ts"
import { addressBookColumn, besideColumns, reportColumns } from "./inboxRows.ts"

const instant = Schema.NullOr(Schema.DateTimeUtcFromDate)

const decodeReports = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      id: ContactId,
      nameAt: instant,
      phoneAt: instant,
      optedInAt: instant,
      addressBook: Schema.NullOr(Schema.fromJsonString(AddressBookName))
    }).pipe(Schema.encodeKeys({ ...reportColumns, addressBook: addressBookColumn }))
  )
)

const decodeIdentities = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ ...ContactIdentity.fields, contact_id: ContactId }))
)

const decodeWatermarks = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      contact_id: ContactId,
      channelAccountId: ChannelAccountId,
      deliveredUpTo: instant,
      readUpTo: instant
    }).pipe(
      Schema.encodeKeys({
        channelAccountId: "channel_account_id",
        deliveredUpTo: "delivered_up_to",
        readUpTo: "read_up_to"
      })
    )
  )
)

const decodeConsents = Schema.decodeUnknownEffect(Schema.Array(consentRow({ contact_id: ContactId })))

const decodeConversations = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      ...conversationFields,
      lastLearnedAt: instant,
      lastSentAt: instant,
      lastWrittenAt: instant,
      lastEchoAt: instant,
      control: Schema.NullOr(ThreadHolder),
      controlAt: instant
    }).pipe(
      Schema.encodeKeys({
        ...conversationKeys,
        lastLearnedAt: "last_learned_at",
        lastSentAt: "last_sent_at",
        lastWrittenAt: "last_written_at",
        lastEchoAt: "last_echo_at",
        controlAt: "control_at"
      })
    )
  )
)

const own = (sql: SqlClient.SqlClient, organizationId: OrganizationId, ids: ReadonlyArray<ContactId>) =>
  ofOrganization(sql, organizationId, sql`unnest(${uuids(ids)}::uuid[]) as t(contact_id)`)

/** Reads and locks contacts in the order of their ids. Transactions that need the same rows wait in one direction. */
export const readInboxContacts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { consents: needsConsents, identities: wanted }: InboxNeeds
) {
  if (wanted.length === 0) return []
  const wantedRows = ofOrganization(
    sql,
    organizationId,
    sql`unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ scope }) => scope)}::text[],
      ${wanted.map(({ value }) => value)}::text[]) as t(kind, scope, value)`
  )
  const rows = yield* sql<ContactRow>`
    select ${sql.literal([selectedColumns, ...besideColumns.map((name) => `c.${name}`)].join(", "))}
    from (
      select distinct w.organization_id, (select i.contact_id from contact_identities i
        where i.organization_id = w.organization_id and i.kind = w.kind and i.scope = w.scope and i.value = w.value) as id
      from ${wantedRows} w
      offset 0
    ) k join contacts c on c.organization_id = k.organization_id and c.id = k.id
    order by c.id for no key update of c`
  const contacts = Array.zip(yield* readContacts(rows), yield* decodeReports(rows))
  if (contacts.length === 0) return []
  const ids = contacts.map(([{ id }]) => id)
  const identities = yield* sql`
    select i.kind, i.scope, i.value, i.contact_id from ${own(sql, organizationId, ids)} k
      join contact_identities i on i.organization_id = k.organization_id and i.contact_id = k.contact_id`.pipe(
    Effect.flatMap(decodeIdentities)
  )
  const watermarks = yield* sql`
    select contact_id, channel_account_id, delivered_up_to, read_up_to from receipt_watermarks
    where organization_id = ${organizationId}::uuid and contact_id = any(${uuids(ids)}::uuid[])`.pipe(
    Effect.flatMap(decodeWatermarks)
  )
  const consents = needsConsents
    ? yield* sql`
        select distinct on (c.contact_id, c.channel) c.contact_id, ${sql.literal(consentColumns)}
        from ${own(sql, organizationId, ids)} k
          join contact_consents c on c.organization_id = k.organization_id and c.contact_id = k.contact_id
        order by c.contact_id, c.channel, ${sql.literal(newestConsents)}`.pipe(Effect.flatMap(decodeConsents))
    : []
  const withBook = (entry: InboxContact, addressBook: AddressBookName | null): InboxContact =>
    addressBook === null ? entry : { ...entry, addressBook }
  return contacts.map(([contact, { addressBook, nameAt, optedInAt, phoneAt }]): InboxContact =>
    withBook(
      {
        contact,
        nameAt,
        phoneAt,
        optedInAt,
        identities: identities.flatMap(({ contact_id, ...own }) => (contact_id === contact.id ? [own] : [])),
        watermarks: watermarks.flatMap(({ contact_id, ...own }) => (contact_id === contact.id ? [own] : [])),
        consents: consents.flatMap(({ contact_id, ...own }) => (contact_id === contact.id ? [own] : []))
      },
      addressBook
    )
  )
})

const inboxConversationColumns = `${conversationColumns}, v.last_learned_at, v.last_sent_at, v.last_written_at,
  v.last_echo_at, v.control, v.control_at`

/** Reads and locks the open conversations of the contacts. */
export const readInboxConversations = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  contacts: ReadonlyArray<InboxContact>
) =>
  contacts.length === 0
    ? Effect.succeed([])
    : sql`
        select ${sql.literal(inboxConversationColumns)} from conversations v, ${own(
          sql,
          organizationId,
          contacts.map(({ contact }) => contact.id)
        )} k
        where ${sql.literal(isRunningOf("v", "k"))}
        order by v.id for no key update of v`.pipe(Effect.flatMap(decodeConversations))

/** Reads and locks the conversation of each contact and account that was closed last, if it was closed at the time or later. */
export const readClosedConversations = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  contacts: ReadonlyArray<InboxContact>,
  since: DateTime.Utc | null
) =>
  contacts.length === 0 || since === null
    ? Effect.succeed([])
    : sql`
        select ${sql.literal(inboxConversationColumns)} from conversations v
        where v.organization_id = ${organizationId}::uuid and v.status = 'closed' and v.id = any(array(
          select distinct on (c.contact_id, c.channel_account_id) c.id from conversations c
          where c.organization_id = ${organizationId}::uuid
            and c.contact_id = any(${uuids(contacts.map(({ contact }) => contact.id))}::uuid[])
            and c.status = 'closed' and c.closed_at >= ${DateTime.formatIso(since)}::timestamptz
          order by c.contact_id, c.channel_account_id, c.closed_at desc, c.id desc))
        order by v.id for no key update of v`.pipe(Effect.flatMap(decodeConversations))
