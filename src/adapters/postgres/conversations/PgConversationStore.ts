import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Contact } from "../../../domain/contacts/Contact.ts"
import { ContactIdentity } from "../../../domain/contacts/ContactIdentity.ts"
import { AnotherConversationOpen, type Conversation } from "../../../domain/conversations/Conversation.ts"
import { type ThreadControl, ThreadHolder } from "../../../domain/conversations/threadControl.ts"
import { ChannelAccountId, ContactId, ConversationId, OrganizationId, UserId } from "../../../domain/Ids.ts"
import { User } from "../../../domain/access/Organization.ts"
import type { PageRequest } from "../../../domain/text/Page.ts"
import {
  type ConversationDetail,
  type ConversationFilter,
  type ConversationOrder,
  ConversationStore
} from "../../../ports/conversations/ConversationStore.ts"
import { isListedRow } from "../messages/MessageRow.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import {
  asOverview,
  conversationsByPriority,
  conversationsInRange,
  countConversations,
  decodeOverviews,
  foundConversations,
  overviewColumns,
  overviewFields,
  overviewKeys
} from "./conversationPages.ts"
import { ConversationRow, conversationColumns, isRunningOf, priorityRank } from "./ConversationRow.ts"
import { texts, uuids } from "../database/ArrayParameter.ts"
import { nearestEnd } from "../database/nearestEnd.ts"
import { ReadShares } from "../database/ReadShares.ts"
import { searchScope } from "../contacts/searchConditions.ts"

const Key = Schema.Struct({ organizationId: OrganizationId, id: ConversationId })

/** Finds a conversation whose contact exists; `locking` is the end of the statement. */
const finder = (sql: SqlClient.SqlClient, locking: string) => {
  const find = SqlSchema.findOneOption({
    Request: Key,
    Result: ConversationRow,
    execute: ({ id, organizationId }) => sql`
      select ${sql.literal(conversationColumns)}
      from conversations v join contacts c on c.organization_id = v.organization_id and c.id = v.contact_id
      where v.organization_id = ${organizationId}::uuid and v.id = ${id}::uuid ${sql.literal(locking)}`
  })
  return (organizationId: OrganizationId, id: ConversationId) => Effect.orDie(find({ organizationId, id }))
}

const { email, id, name } = User.fields

const DetailRow = Schema.Struct({
  ...overviewFields,
  email: Contact.fields.email,
  contactLabels: Contact.fields.labels,
  assignee: Schema.NullOr(Schema.fromJsonString(Schema.Struct({ id, name, email }))),
  firstMessageAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
}).pipe(Schema.encodeKeys({ ...overviewKeys, firstMessageAt: "first_message_at", contactLabels: "contact_labels" }))

const asDetail = ({
  assignee,
  contactLabels,
  email,
  firstMessageAt,
  ...row
}: typeof DetailRow.Type): ConversationDetail => {
  const overview = asOverview(row)
  return { ...overview, contact: { ...overview.contact, email, labels: contactLabels }, assignee, firstMessageAt }
}

const instant = (at: DateTime.Utc | null) => at && DateTime.formatIso(at)

/** Keeps the identity, origin and contact of the conversation. */
const update = (sql: SqlClient.SqlClient, conversation: Conversation) => sql`
  update conversations set status = ${conversation.status}, assignee_id = ${conversation.assigneeId}::uuid,
    priority = ${priorityRank(conversation.priority)}::smallint,
    snoozed_at = ${instant(conversation.snoozedAt)}::timestamptz,
    snoozed_until = ${instant(conversation.snoozedUntil)}::timestamptz,
    warned_at = ${instant(conversation.warnedAt)}::timestamptz,
    queued_at = ${instant(conversation.queuedAt)}::timestamptz,
    team_id = ${conversation.teamId}::uuid, labels = ${texts(conversation.labels)}::text[],
    unread_count = ${conversation.unreadCount}::integer,
    closed_at = ${instant(conversation.closedAt)}::timestamptz,
    closed_by = ${conversation.closedBy}, resolution = ${conversation.resolution},
    updated_at = ${DateTime.formatIso(conversation.updatedAt)}::timestamptz
  where organization_id = ${conversation.organizationId}::uuid and id = ${conversation.id}::uuid`

export const layer = Layer.effect(
  ConversationStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const shares = yield* ReadShares
    const { searches } = shares
    const listFound = foundConversations(searches, yield* searchScope(searches))

    const findRunning = SqlSchema.findOneOption({
      Request: Schema.Struct({
        organizationId: OrganizationId,
        contactId: ContactId,
        channelAccountId: ChannelAccountId
      }),
      Result: ConversationRow,
      execute: ({ channelAccountId, contactId, organizationId }) => sql`
        select ${sql.literal(conversationColumns)} from conversations v,
          (select ${organizationId}::uuid as organization_id, ${contactId}::uuid as contact_id) k
        where ${sql.literal(isRunningOf("v", "k"))} and v.channel_account_id = ${channelAccountId}::uuid`
    })

    const findLatestRunning = SqlSchema.findOneOption({
      Request: Schema.Struct({
        organizationId: OrganizationId,
        identity: ContactIdentity,
        channelAccountIds: Schema.Array(ChannelAccountId),
        visibleTo: Schema.NullOr(UserId)
      }),
      Result: ConversationRow,
      execute: ({ channelAccountIds, identity, organizationId, visibleTo }) => sql`
        select ${sql.literal(conversationColumns)} from conversations v, (
          select k.organization_id, k.contact_id from contact_identities k
          where k.organization_id = ${organizationId}::uuid and k.kind = ${identity.kind}
            and k.scope = ${identity.scope} and k.value = ${identity.value}
          offset 0
        ) k
        where ${sql.literal(isRunningOf("v", "k"))} and v.channel_account_id = any(${uuids(channelAccountIds)}::uuid[])
          and (${visibleTo}::uuid is null or v.assignee_id is null or v.assignee_id = ${visibleTo}::uuid)
        order by v.updated_at desc, v.id desc limit 1`
    })

    const detail = SqlSchema.findOneOption({
      Request: Key,
      Result: DetailRow,
      execute: ({ id, organizationId }) => sql`
        select ${sql.literal(overviewColumns)}, c.email, c.labels as contact_labels,
          (select json_build_object('id', u.id, 'name', u.name, 'email', u.email)
            from users u where u.id = v.assignee_id)::text as assignee,
          (select m.created_at from messages m
            where m.organization_id = v.organization_id and m.conversation_id = v.id
              and ${sql.literal(isListedRow)}
            order by m.listed_at, m.id limit 1) as first_message_at
        from conversations v join contacts c on c.organization_id = v.organization_id and c.id = v.contact_id
        where v.organization_id = ${organizationId}::uuid and v.id = ${id}::uuid`
    })

    const listNewest = Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      filter: ConversationFilter,
      page: PageRequest,
      order: ConversationOrder
    ) {
      const [counted] = yield* countConversations(sql, organizationId, filter)
      const total = counted?.total ?? 0
      const range = nearestEnd(page, total)
      const rows =
        range === null
          ? []
          : order === "priority"
            ? yield* conversationsByPriority(sql, organizationId, filter, page)
            : yield* conversationsInRange(sql, organizationId, filter, range)
      return { rows: (yield* decodeOverviews(rows)).map(asOverview), total }
    })

    const markRead = Effect.fnUntraced(
      function* (organizationId: OrganizationId, id: ConversationId) {
        yield* sql`
          update conversations set unread_count = 0, last_sent_at = last_learned_at
          where organization_id = ${organizationId}::uuid and id = ${id}::uuid and contact_id is not null`
      },
      Effect.orDie,
      spanned("PgConversationStore.markRead")
    )

    const findControl = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, id: ConversationId }),
      Result: Schema.Struct({ holder: ThreadHolder, at: Schema.DateTimeUtcFromDate }),
      execute: ({ id, organizationId }) => sql`
        select control as holder, control_at as at from conversations
        where organization_id = ${organizationId}::uuid and id = ${id}::uuid and control is not null`
    })

    const setControl = Effect.fnUntraced(
      function* (organizationId: OrganizationId, id: ConversationId, control: ThreadControl | null) {
        const at = control === null ? null : DateTime.formatIso(control.at)
        yield* sql`
          update conversations set control = ${control?.holder ?? null}::text, control_at = ${at}::timestamptz
          where organization_id = ${organizationId}::uuid and id = ${id}::uuid`
      },
      Effect.orDie,
      spanned("PgConversationStore.setControl")
    )

    return ConversationStore.of({
      find: Effect.fn("PgConversationStore.find")(finder(sql, "")),
      // What refers to the conversation does not have to wait for it: its key does not change.
      lock: Effect.fn("PgConversationStore.lock")(finder(sql, "for no key update of v")),
      findRunning: (organizationId, contactId, channelAccountId) =>
        spanned("PgConversationStore.findRunning")(
          Effect.orDie(findRunning({ organizationId, contactId, channelAccountId }))
        ),
      findLatestRunning: (organizationId, identity, channelAccountIds, visibleTo) =>
        spanned("PgConversationStore.findLatestRunning")(
          Effect.orDie(findLatestRunning({ organizationId, identity, channelAccountIds, visibleTo }))
        ),
      detail: (organizationId, id) =>
        spanned("PgConversationStore.detail")(
          Effect.orDie(detail({ organizationId, id })).pipe(Effect.map(Option.map(asDetail)))
        ),
      list: (organizationId, filter, page, order = "updated") => {
        const { contactId, label, search, teamId } = filter
        const isOfSome = [contactId, label, search, teamId].some((field) => field !== null)
        const rows = isOfSome
          ? shares.search(organizationId, listFound(organizationId, filter, page, order))
          : shares.list(organizationId, listNewest(organizationId, filter, page, order))
        return spanned("PgConversationStore.list")(Effect.orDie(rows))
      },
      markRead,
      control: (organizationId, id) =>
        spanned("PgConversationStore.control")(Effect.orDie(findControl({ organizationId, id }))),
      setControl,
      save: (conversation) =>
        spanned("PgConversationStore.save")(
          update(sql, conversation).pipe(
            Effect.asVoid,
            Effect.catchTag("SqlError", (error) =>
              error.reason._tag === "UniqueViolation" ? Effect.fail(new AnotherConversationOpen()) : Effect.die(error)
            )
          )
        )
    })
  })
)
