import { Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Channel } from "../../domain/Channel.ts"
import { Contact } from "../../domain/Contact.ts"
import { Conversation } from "../../domain/Conversation.ts"
import { ConversationId, OrganizationId } from "../../domain/Ids.ts"
import { Message } from "../../domain/Message.ts"
import type { PageRequest } from "../../domain/Page.ts"
import { type ConversationOverview, ConversationStore } from "../../ports/ConversationStore.ts"
import { inboxTotal } from "./inboxTotal.ts"
import { nearerEnd, type Stretch } from "./nearerEnd.ts"

const keys = {
  organizationId: "organization_id",
  contactId: "contact_id",
  channelAccountId: "channel_account_id",
  createdAt: "created_at"
} as const

const ConversationRow = Schema.Struct({ ...Conversation.fields, createdAt: Schema.DateTimeUtcFromDate }).pipe(
  Schema.encodeKeys(keys)
)

const { content, createdAt, direction, type } = Message.fields

const OverviewRow = Schema.Struct({
  ...Conversation.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  updatedAt: Schema.DateTimeUtcFromDate,
  name: Contact.fields.name,
  phone: Contact.fields.phone,
  lastMessage: Schema.NullOr(Schema.fromJsonString(Schema.Struct({ type, content, direction, createdAt })))
}).pipe(Schema.encodeKeys({ ...keys, updatedAt: "updated_at", lastMessage: "last_message" }))
const decodeOverviews = Schema.decodeUnknownEffect(Schema.Array(OverviewRow))

const overview = ({
  lastMessage,
  name,
  phone,
  updatedAt,
  ...conversation
}: typeof OverviewRow.Type): ConversationOverview => ({
  conversation,
  contact: { id: conversation.contactId, name, phone },
  lastMessage,
  updatedAt
})

/** The conversations of the stretch, the one that was last updated first; ids in an array, as contacts are listed. */
const stretchOfConversations = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  channel: Channel,
  { from, limit, offset }: Stretch
) => sql`
  select v.*, c.name, c.phone, (
    select json_build_object('type', m.type, 'content', m.content, 'direction', m.direction, 'createdAt', m.created_at)
    from messages m where m.organization_id = v.organization_id and m.conversation_id = v.id
    order by m.created_at desc, m.id desc limit 1
  )::text as last_message
  from conversations v join contacts c on c.organization_id = v.organization_id and c.id = v.contact_id
  where v.organization_id = ${organizationId}::uuid and v.id = any(array(
    select id from conversations
    where organization_id = ${organizationId}::uuid and channel = ${channel} and contact_id is not null
    order by ${sql.literal(from === "start" ? "updated_at desc, id desc" : "updated_at, id")}
    limit ${limit} offset ${offset}))
  order by v.updated_at desc, v.id desc`

export const layer = Layer.effect(
  ConversationStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const totals = {
      whatsapp: inboxTotal(sql, "whatsapp"),
      messenger: inboxTotal(sql, "messenger"),
      instagram: inboxTotal(sql, "instagram")
    }

    const find = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, id: ConversationId }),
      Result: ConversationRow,
      execute: ({ id, organizationId }) => sql`
        select * from conversations
        where organization_id = ${organizationId}::uuid and id = ${id}::uuid and contact_id is not null`
    })

    const list = Effect.fn("PgConversationStore.list")(function* (
      organizationId: OrganizationId,
      channel: Channel,
      page: PageRequest
    ) {
      const total = yield* totals[channel](organizationId)
      const stretch = nearerEnd(page, total)
      const rows = stretch === null ? [] : yield* stretchOfConversations(sql, organizationId, channel, stretch)
      return { rows: (yield* decodeOverviews(rows)).map(overview), total }
    }, Effect.orDie)

    return ConversationStore.of({
      find: Effect.fn("PgConversationStore.find")((organizationId, id) => Effect.orDie(find({ organizationId, id }))),
      list
    })
  })
)
