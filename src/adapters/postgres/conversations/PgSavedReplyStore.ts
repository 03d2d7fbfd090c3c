import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { SavedReply, shortcutPrefix } from "../../../domain/conversations/SavedReply.ts"
import type { OrganizationId, UserId } from "../../../domain/Ids.ts"
import { offsetOf } from "../../../domain/text/Page.ts"
import { SavedReplyStore } from "../../../ports/conversations/SavedReplyStore.ts"

const ReplyRow = Schema.Struct({
  ...SavedReply.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  updatedAt: Schema.DateTimeUtcFromDate
}).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    ownerId: "owner_id",
    mediaId: "media_id",
    createdAt: "created_at",
    updatedAt: "updated_at"
  })
)

const decodeReplies = Schema.decodeUnknownEffect(Schema.Array(ReplyRow))

/** The number of all replies beside those of a page. The one row of an empty page has no reply. */
interface Counted {
  readonly id: string | null
  readonly total: number
}

/** An owner has few replies, so they are counted when they are listed. */
export const layer = Layer.effect(
  SavedReplyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(
      "organization_id, id, owner_id, shortcut, text, language, media_id, created_at, updated_at"
    )
    const isOf = (organizationId: OrganizationId, ownerId: UserId | null) =>
      sql`organization_id = ${organizationId}::uuid and owner_id is not distinct from ${ownerId}::uuid`

    return SavedReplyStore.of({
      list: Effect.fn("PgSavedReplyStore.list")(function* (organizationId, { language, ownerId, prefix }, page) {
        const rows = yield* sql<Counted>`
          with found as materialized (
            select ${columns}, folded from saved_replies
            where organization_id = ${organizationId}::uuid
              and (owner_id is null or owner_id = ${ownerId}::uuid)
              and (${prefix}::text is null or starts_with(folded, ${prefix}::text))
              and (${language}::text is null or language is null or language = ${language}::text)
          )
          select n.total, p.* from (select count(*)::float8 as total from found) n
            left join lateral (
              select * from found order by folded, owner_id is null, id limit ${page.limit} offset ${offsetOf(page)}
            ) p on true
          order by p.folded, p.owner_id is null, p.id`
        return { rows: yield* decodeReplies(rows.filter(({ id }) => id !== null)), total: rows[0]?.total ?? 0 }
      }, Effect.orDie),
      find: Effect.fn("PgSavedReplyStore.find")(function* (organizationId, id) {
        const rows = yield* sql`
          select ${columns} from saved_replies where organization_id = ${organizationId}::uuid and id = ${id}::uuid`
        return Option.fromUndefinedOr((yield* decodeReplies(rows))[0])
      }, Effect.orDie),
      withShortcut: Effect.fn("PgSavedReplyStore.withShortcut")(function* (organizationId, ownerId, shortcut) {
        const rows = yield* sql`
          select ${columns} from saved_replies where ${isOf(organizationId, ownerId)} and shortcut = ${shortcut}
          order by id`
        return yield* decodeReplies(rows)
      }, Effect.orDie),
      count: Effect.fn("PgSavedReplyStore.count")(function* (organizationId, ownerId) {
        const [row] = yield* sql<{ readonly total: number }>`
          select count(*)::float8 as total from saved_replies where ${isOf(organizationId, ownerId)}`
        return row?.total ?? 0
      }, Effect.orDie),
      add: Effect.fn("PgSavedReplyStore.add")(function* (reply) {
        yield* sql`
          insert into saved_replies (${columns}, folded)
          values (${reply.organizationId}::uuid, ${reply.id}::uuid, ${reply.ownerId}::uuid, ${reply.shortcut},
            ${reply.text}, ${reply.language}, ${reply.mediaId}::uuid, ${DateTime.formatIso(reply.createdAt)}::timestamptz,
            ${DateTime.formatIso(reply.updatedAt)}::timestamptz, ${shortcutPrefix(reply.shortcut)})`
      }, Effect.orDie),
      save: Effect.fn("PgSavedReplyStore.save")(function* (reply) {
        yield* sql`
          update saved_replies set shortcut = ${reply.shortcut}, folded = ${shortcutPrefix(reply.shortcut)},
            text = ${reply.text}, language = ${reply.language}, media_id = ${reply.mediaId}::uuid,
            updated_at = ${DateTime.formatIso(reply.updatedAt)}::timestamptz
          where organization_id = ${reply.organizationId}::uuid and id = ${reply.id}::uuid`
      }, Effect.orDie),
      remove: Effect.fn("PgSavedReplyStore.remove")(function* (organizationId, id) {
        const removed = yield* sql`
          delete from saved_replies where organization_id = ${organizationId}::uuid and id = ${id}::uuid returning id`
        return removed.length > 0
      }, Effect.orDie)
    })
  })
)
