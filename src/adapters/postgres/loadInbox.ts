import { DateTime, Effect, HashMap, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { ContactIdentity, identityKey } from "../../domain/ContactIdentity.ts"
import { ChannelAccountId, ContactId, type OrganizationId, PlatformMessageId } from "../../domain/Ids.ts"
import { Inbound } from "../../domain/Inbound.ts"
import type { InboxContact } from "../../domain/inbox/InboxContact.ts"
import type { InboxNeeds } from "../../domain/inbox/InboxNeeds.ts"
import {
  emptyInbox,
  type InboxState,
  withContact,
  withConversation,
  withMessage,
  withParked
} from "../../domain/inbox/InboxState.ts"
import { contactColumns, contactFields, contactKeys } from "./ContactRow.ts"
import { conversationColumns, conversationFields, conversationKeys } from "./ConversationRow.ts"
import { messageColumns, messageFields, messageKeys } from "./MessageRow.ts"

const instant = Schema.NullOr(Schema.DateTimeUtcFromDate)

const decodeContacts = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({ ...contactFields, nameAt: instant, phoneAt: instant, optedInAt: instant }).pipe(
      Schema.encodeKeys({
        ...contactKeys,
        nameAt: "name_reported_at",
        phoneAt: "phone_reported_at",
        optedInAt: "opted_in_reported_at"
      })
    )
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

const decodeConversations = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({ ...conversationFields, lastOutboundAt: instant }).pipe(
      Schema.encodeKeys({ ...conversationKeys, lastOutboundAt: "last_outbound_at" })
    )
  )
)

const decodeMessages = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      ...messageFields,
      raw: Schema.NullOr(Schema.fromJsonString(Schema.Json)),
      countsUnread: Schema.Boolean
    }).pipe(Schema.encodeKeys({ ...messageKeys, countsUnread: "counts_unread" }))
  )
)

const decodeParked = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      channelAccountId: ChannelAccountId,
      platformMessageId: Schema.NullOr(PlatformMessageId),
      item: Schema.fromJsonString(Inbound)
    }).pipe(Schema.encodeKeys({ channelAccountId: "channel_account_id", platformMessageId: "platform_message_id" }))
  )
)

/** Locks are taken in the order of ids, so that those who need the same rows wait in one direction. */
const readContacts = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { identities: wanted }: InboxNeeds
) {
  if (wanted.length === 0) return []
  const rows = yield* sql`
    select ${sql.literal(contactColumns)}, c.name_reported_at, c.phone_reported_at, c.opted_in_reported_at
    from contacts c where c.organization_id = ${organizationId}::uuid and c.id = any(array(
      select i.contact_id
      from unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ scope }) => scope)}::text[],
        ${wanted.map(({ value }) => value)}::text[]) as w(kind, scope, value)
        join contact_identities i on i.organization_id = ${organizationId}::uuid and i.kind = w.kind
          and i.scope = w.scope and i.value = w.value))
    order by c.id for no key update of c`
  const contacts = yield* decodeContacts(rows)
  if (contacts.length === 0) return []
  const ids = contacts.map(({ id }) => id)
  const identities = yield* sql`
    select kind, scope, value, contact_id from contact_identities
    where organization_id = ${organizationId}::uuid and contact_id = any(${ids}::text[]::uuid[])`.pipe(
    Effect.flatMap(decodeIdentities)
  )
  const watermarks = yield* sql`
    select contact_id, channel_account_id, delivered_up_to, read_up_to from receipt_watermarks
    where organization_id = ${organizationId}::uuid and contact_id = any(${ids}::text[]::uuid[])`.pipe(
    Effect.flatMap(decodeWatermarks)
  )
  return contacts.map(({ nameAt, optedInAt, phoneAt, ...contact }): InboxContact => ({
    contact,
    nameAt,
    phoneAt,
    optedInAt,
    identities: identities.flatMap(({ contact_id, ...own }) => (contact_id === contact.id ? [own] : [])),
    watermarks: watermarks.flatMap(({ contact_id, ...own }) => (contact_id === contact.id ? [own] : []))
  }))
})

const readConversations = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  contacts: ReadonlyArray<InboxContact>
) =>
  contacts.length === 0
    ? Effect.succeed([])
    : sql`
        select ${sql.literal(conversationColumns)}, v.last_outbound_at from conversations v
        where v.organization_id = ${organizationId}::uuid and v.status <> 'closed'
          and v.contact_id = any(${contacts.map(({ contact }) => contact.id)}::text[]::uuid[])
        order by v.id for no key update of v`.pipe(Effect.flatMap(decodeConversations))

/** Messages by their ids, and those that were sent to contacts up to some instant and are not known to be read. */
const readMessages = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { messages, sent }: InboxNeeds,
  people: InboxState["people"]
) => {
  const marked = sent.flatMap(({ identity, ...mark }) =>
    Option.toArray(Option.map(HashMap.get(people, identityKey(identity)), (contactId) => ({ ...mark, contactId })))
  )
  if (messages.length === 0 && marked.length === 0) return Effect.succeed([])
  const byContact =
    marked.length === 0
      ? sql``
      : sql`
        union
        select m.id
        from unnest(${marked.map(({ channelAccountId }) => channelAccountId)}::text[],
          ${marked.map(({ contactId }) => contactId)}::text[],
          ${marked.map(({ upTo }) => (upTo === null ? "" : DateTime.formatIso(upTo)))}::text[],
          ${marked.map(({ platformMessageId }) => platformMessageId ?? "")}::text[]
        ) as w(account, contact, up_to, seen)
          join messages m on m.organization_id = ${organizationId}::uuid and m.contact_id = w.contact::uuid
            and m.channel_account_id = w.account::uuid and m.direction = 'outbound' and m.channel <> 'whatsapp'
            and m.status in ('pending', 'sent', 'delivered')
            and m.created_at <= coalesce(nullif(w.up_to, '')::timestamptz, (select s.created_at from messages s
              where s.channel_account_id = w.account::uuid and s.platform_message_id = w.seen), 'infinity')`
  return sql`
    select ${sql.literal(messageColumns)}, m.raw::text as raw, m.counts_unread from messages m
    where m.organization_id = ${organizationId}::uuid and m.id = any(array(
      select m.id
      from unnest(${messages.map(({ channelAccountId }) => channelAccountId)}::text[],
        ${messages.map(({ platformMessageId }) => platformMessageId)}::text[]) as w(account, id)
        join messages m on m.channel_account_id = w.account::uuid and m.platform_message_id = w.id
      ${byContact}))
    order by m.id for no key update of m`.pipe(Effect.flatMap(decodeMessages))
}

const readParked = (sql: SqlClient.SqlClient, organizationId: OrganizationId, { marks, messages }: InboxNeeds) => {
  const wanted = [
    ...messages.map(({ channelAccountId, platformMessageId }) => ({ channelAccountId, platformMessageId, key: "" })),
    ...marks.map(({ channelAccountId, key }) => ({ channelAccountId, platformMessageId: "", key }))
  ]
  if (wanted.length === 0) return Effect.succeed([])
  return sql`
    select p.channel_account_id, nullif(p.platform_message_id, '') as platform_message_id, p.item::text as item
    from (select distinct * from unnest(${wanted.map(({ channelAccountId }) => channelAccountId)}::text[],
      ${wanted.map(({ platformMessageId }) => platformMessageId)}::text[], ${wanted.map(({ key }) => key)}::text[]
    ) as t(account, id, key)) w
      join inbound_parked p on p.channel_account_id = w.account::uuid and p.platform_message_id = w.id
    where p.organization_id = ${organizationId}::uuid and (w.id <> '' or p.key = w.key)`.pipe(
    Effect.flatMap(decodeParked)
  )
}

/** Reads what is needed, and locks what may change. */
export const loadInbox = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  needs: InboxNeeds
) {
  const contacts = yield* readContacts(sql, organizationId, needs)
  const met = contacts.reduce(withContact, emptyInbox)
  const conversations = yield* readConversations(sql, organizationId, contacts)
  const talked = conversations.reduce(
    (state, { lastOutboundAt, ...conversation }) =>
      withConversation(state, { conversation, lastOutboundAt, isRecounted: false }),
    met
  )
  const messages = yield* readMessages(sql, organizationId, needs, talked.people)
  const said = messages.reduce(
    (state, { countsUnread, raw, ...message }) => withMessage(state, { message, raw, countsUnread }),
    talked
  )
  return (yield* readParked(sql, organizationId, needs)).reduce(withParked, said)
})
