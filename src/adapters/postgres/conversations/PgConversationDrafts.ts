import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Draft, maxDrafts } from "../../../domain/conversations/Draft.ts"
import type { ConversationId, OrganizationId, UserId } from "../../../domain/Ids.ts"
import { offsetOf } from "../../../domain/text/Page.ts"
import { ConversationDrafts } from "../../../ports/conversations/ConversationDrafts.ts"

const decodeDrafts = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({ ...Draft.fields, updatedAt: Schema.DateTimeUtcFromDate }).pipe(
      Schema.encodeKeys({
        organizationId: "organization_id",
        userId: "user_id",
        conversationId: "conversation_id",
        replyTo: "reply_to",
        updatedAt: "updated_at"
      })
    )
  )
)

/** The total beside the rows of a page. The one row of an empty page has no draft. */
interface Counted {
  readonly conversation_id: string | null
  readonly total: number
}

/** A member has few hundred drafts, so they are counted when they are listed. */
export const layer = Layer.effect(
  ConversationDrafts,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal("organization_id, user_id, conversation_id, text, mode, reply_to, updated_at")
    const isOf = (organizationId: OrganizationId, userId: UserId) =>
      sql`organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid`
    const isOne = (organizationId: OrganizationId, userId: UserId, conversationId: ConversationId) =>
      sql`${isOf(organizationId, userId)} and conversation_id = ${conversationId}::uuid`

    return ConversationDrafts.of({
      list: Effect.fn("PgConversationDrafts.list")(function* (organizationId, userId, page) {
        const rows = yield* sql<Counted>`
          select n.total, p.* from (
            select count(*)::float8 as total from conversation_drafts where ${isOf(organizationId, userId)}
          ) n left join lateral (
            select ${columns} from conversation_drafts where ${isOf(organizationId, userId)}
            order by updated_at desc, conversation_id desc limit ${page.limit} offset ${offsetOf(page)}
          ) p on true
          order by p.updated_at desc, p.conversation_id desc`
        const drafts = yield* decodeDrafts(rows.filter((row) => row.conversation_id !== null))
        return { rows: drafts, total: rows[0]?.total ?? 0 }
      }, Effect.orDie),
      find: Effect.fn("PgConversationDrafts.find")(function* (organizationId, userId, conversationId) {
        const rows = yield* sql`
          select ${columns} from conversation_drafts where ${isOne(organizationId, userId, conversationId)}`
        return Option.fromUndefinedOr((yield* decodeDrafts(rows))[0])
      }, Effect.orDie),
      save: Effect.fn("PgConversationDrafts.save")(function* (draft) {
        const { conversationId, organizationId, userId } = draft
        yield* sql`
          with removed as (
            delete from conversation_drafts where ${isOf(organizationId, userId)} and conversation_id in (
              select conversation_id from conversation_drafts
              where ${isOf(organizationId, userId)} and conversation_id <> ${conversationId}::uuid
              order by updated_at desc, conversation_id desc offset ${maxDrafts - 1})
          )
          insert into conversation_drafts (${columns})
          select c.organization_id, m.user_id, c.id, ${draft.text}, ${draft.mode}, ${draft.replyTo}::uuid,
            ${DateTime.formatIso(draft.updatedAt)}::timestamptz
          from conversations c join memberships m on m.organization_id = c.organization_id
          where c.organization_id = ${organizationId}::uuid and c.id = ${conversationId}::uuid
            and m.user_id = ${userId}::uuid
          on conflict (organization_id, user_id, conversation_id) do update
            set text = excluded.text, mode = excluded.mode, reply_to = excluded.reply_to,
              updated_at = excluded.updated_at`
      }, Effect.orDie),
      remove: Effect.fn("PgConversationDrafts.remove")(function* (organizationId, userId, conversationId) {
        yield* sql`delete from conversation_drafts where ${isOne(organizationId, userId, conversationId)}`
      }, Effect.orDie)
    })
  })
)
