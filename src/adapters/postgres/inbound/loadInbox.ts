import { Effect, HashMap, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { identityKey } from "../../../domain/contacts/ContactIdentity.ts"
import { ChannelAccountId, type OrganizationId, PlatformMessageId } from "../../../domain/Ids.ts"
import { Inbound } from "../../../domain/inbound/Inbound.ts"
import { intendedIdentities, type InboxNeeds } from "../../../domain/inbound/InboxNeeds.ts"
import {
  type InboxConversation,
  type InboxMessage,
  type InboxState,
  emptyInbox,
  withClosed,
  withContact,
  withConversation,
  withIntended,
  withMessage,
  withParked
} from "../../../domain/inbound/InboxState.ts"
import { instants, texts, uuids } from "../database/ArrayParameter.ts"
import {
  instantOf,
  messageColumns,
  type MessageColumns,
  messageFields,
  messageKeys,
  plainMessage
} from "../messages/MessageRow.ts"
import { readClosedConversations, readInboxContacts, readInboxConversations } from "./readInboxContacts.ts"

const decodeMessage = Schema.decodeUnknownEffect(
  Schema.Struct({
    ...messageFields,
    raw: Schema.NullOr(Schema.fromJsonString(Schema.Json)),
    countsUnread: Schema.Boolean,
    learnedAt: Schema.DateTimeUtcFromDate,
    listedAt: Schema.DateTimeUtcFromDate
  }).pipe(
    Schema.encodeKeys({
      ...messageKeys,
      countsUnread: "counts_unread",
      learnedAt: "learned_at",
      listedAt: "listed_at"
    })
  )
)

interface HeldColumns extends MessageColumns {
  readonly raw: string | null
  readonly counts_unread: boolean
  readonly learned_at: Date
  readonly listed_at: Date
}

/** Decodes outbound messages, of which there are thousands, by hand, and the others by the schema. */
const readHeld = (rows: ReadonlyArray<HeldColumns>): Effect.Effect<ReadonlyArray<InboxMessage>, Schema.SchemaError> => {
  const others: Array<HeldColumns> = []
  const plain: Array<InboxMessage> = []
  for (const row of rows) {
    const message = row.raw === null ? plainMessage(row) : null
    if (message === null) others.push(row)
    else {
      const [learnedAt, listedAt] = [instantOf(row.learned_at), instantOf(row.listed_at)]
      plain.push({ message, learnedAt, listedAt, raw: null, countsUnread: row.counts_unread })
    }
  }
  return Effect.map(
    Effect.forEach(others, (row) => decodeMessage(row)),
    (decoded) => [
      ...plain,
      ...decoded.map(({ countsUnread, learnedAt, listedAt, raw, ...message }) => ({
        message,
        learnedAt,
        listedAt,
        raw,
        countsUnread
      }))
    ]
  )
}

const decodeParked = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      channelAccountId: ChannelAccountId,
      platformMessageId: Schema.NullOr(PlatformMessageId),
      item: Schema.fromJsonString(Inbound)
    }).pipe(Schema.encodeKeys({ channelAccountId: "channel_account_id", platformMessageId: "platform_message_id" }))
  )
)

/** Reads messages by their ids, and unread messages sent to contacts up to some instant. */
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
        from unnest(${uuids(marked.map(({ channelAccountId }) => channelAccountId))}::uuid[],
          ${uuids(marked.map(({ contactId }) => contactId))}::uuid[],
          ${instants(marked.map(({ upTo }) => upTo))}::timestamptz[],
          ${texts(marked.map(({ platformMessageId }) => platformMessageId))}::text[]
        ) as w(account, contact, up_to, seen), lateral (
          select m.id from messages m
          where m.organization_id = ${organizationId}::uuid and m.contact_id = w.contact
            and m.channel_account_id = w.account and m.direction = 'outbound' and m.channel <> 'whatsapp'
            and m.seen is null and m.status in ('pending', 'sent', 'delivered')
            and m.created_at <= coalesce(w.up_to, (select s.created_at from messages s
              where s.channel_account_id = w.account and s.platform_message_id = w.seen), 'infinity')
          offset 0) m`
  return sql<HeldColumns>`
    select ${sql.literal(messageColumns)}, m.raw::text as raw, m.counts_unread, m.learned_at, m.listed_at
    from messages m
    where m.organization_id = ${organizationId}::uuid and m.id = any(array(
      select (select m.id from messages m
        where m.channel_account_id = w.account and m.platform_message_id = w.id)
      from unnest(${uuids(messages.map(({ channelAccountId }) => channelAccountId))}::uuid[],
        ${messages.map(({ platformMessageId }) => platformMessageId)}::text[]) as w(account, id)
      ${byContact}))
    order by m.id for no key update of m`.pipe(Effect.flatMap(readHeld))
}

/**
 * Reads sends without an outcome that were reserved for identities that no contact had. They are few, of all
 * organizations, and have an index of their own.
 */
const readIntended = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  identities: InboxNeeds["identities"]
) {
  if (identities.length === 0) return []
  const rows = yield* sql<HeldColumns & { readonly identity: number }>`
    select ${sql.literal(messageColumns)}, m.raw::text as raw, m.counts_unread, m.learned_at, m.listed_at,
      i.place::integer as identity
    from messages m join unnest(${identities.map(({ kind }) => kind)}::text[],
        ${identities.map(({ scope }) => scope)}::text[], ${identities.map(({ value }) => value)}::text[]
      ) with ordinality as i(kind, scope, value, place)
      on m.opening ->> 'identity_kind' = i.kind and m.opening ->> 'identity_scope' = i.scope
        and m.opening ->> 'identity_value' = i.value
    where m.settled_at is null and m.created_at > '-infinity' and m.organization_id = ${organizationId}::uuid
      and m.opening is not null
    order by m.created_at, m.id`
  return yield* Effect.forEach(rows, (row) =>
    Effect.map(readHeld([row]), (sends) => ({ sends, identity: identities[row.identity - 1] }))
  )
})

const readParked = (sql: SqlClient.SqlClient, organizationId: OrganizationId, { marks, messages }: InboxNeeds) => {
  const lookups = [
    ...messages.map(({ channelAccountId, platformMessageId }) => ({ channelAccountId, platformMessageId, key: "" })),
    ...marks.map(({ channelAccountId, key }) => ({ channelAccountId, platformMessageId: "", key }))
  ]
  if (lookups.length === 0) return Effect.succeed([])
  return sql`
    select p.channel_account_id, nullif(p.platform_message_id, '') as platform_message_id, p.item::text as item
    from (select distinct * from unnest(${uuids(lookups.map(({ channelAccountId }) => channelAccountId))}::uuid[],
      ${lookups.map(({ platformMessageId }) => platformMessageId)}::text[], ${lookups.map(({ key }) => key)}::text[]
    ) as t(account, id, key)) w
      join inbound_parked p on p.channel_account_id = w.account and p.platform_message_id = w.id
    where p.organization_id = ${organizationId}::uuid and (w.id <> '' or p.key = w.key)`.pipe(
    Effect.flatMap(decodeParked)
  )
}

type ConversationFacts = Effect.Success<ReturnType<typeof readInboxConversations>>[number]

const asInboxConversation = ({
  control,
  controlAt,
  lastEchoAt,
  lastLearnedAt,
  lastSentAt,
  lastWrittenAt,
  ...conversation
}: ConversationFacts): InboxConversation => ({
  conversation,
  lastLearnedAt,
  lastSentAt,
  lastWrittenAt,
  lastEchoAt,
  isRecounted: false,
  ...(control === null || controlAt === null ? {} : { control: { holder: control, at: controlAt } })
})

/** Reads the rows of a batch, and locks those that may change. */
export const loadInbox = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  needs: InboxNeeds
) {
  const contacts = yield* readInboxContacts(sql, organizationId, needs)
  const withContacts = contacts.reduce(withContact, emptyInbox)
  const conversations = yield* readInboxConversations(sql, organizationId, contacts)
  const closed = yield* readClosedConversations(sql, organizationId, contacts, needs.reopensSince)
  const withOpen = conversations.map(asInboxConversation).reduce(withConversation, withContacts)
  const withConversations = closed.map(asInboxConversation).reduce(withClosed, withOpen)
  const messages = yield* readMessages(sql, organizationId, needs, withConversations.people)
  const withMessages = messages.reduce(withMessage, withConversations)
  const addressees = intendedIdentities(needs, (identity) => HashMap.has(withMessages.people, identityKey(identity)))
  const withSends = (yield* readIntended(sql, organizationId, addressees)).reduce(
    (state, { identity, sends }) =>
      identity === undefined ? state : sends.reduce((done, one) => withIntended(done, identity, one), state),
    withMessages
  )
  return (yield* readParked(sql, organizationId, needs)).reduce(withParked, withSends)
})
