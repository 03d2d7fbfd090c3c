import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Note } from "../../../domain/conversations/Note.ts"
import { User } from "../../../domain/access/Organization.ts"
import type { ConversationId, NoteId, OrganizationId } from "../../../domain/Ids.ts"
import { offsetOf } from "../../../domain/text/Page.ts"
import { ConversationNotes, type ShownNote } from "../../../ports/conversations/ConversationStore.ts"
import { uuids } from "../database/ArrayParameter.ts"
import { ReadShares } from "../database/ReadShares.ts"

const fields = { ...Note.fields, createdAt: Schema.DateTimeUtcFromDate }

const columns = {
  organizationId: "organization_id",
  conversationId: "conversation_id",
  authorId: "author_id",
  createdAt: "created_at"
} as const

const decodeNotes = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct(fields).pipe(Schema.encodeKeys(columns))))

const { email, id, name } = User.fields

const decodeShown = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      ...fields,
      author: Schema.NullOr(Schema.fromJsonString(Schema.Struct({ id, name, email })))
    }).pipe(Schema.encodeKeys(columns))
  )
)

/** The total beside the rows of a page. The one row of an empty page has no note. */
interface Counted {
  readonly id: string | null
  readonly total: number
}

/** A conversation has few hundred notes, so they are counted when they are listed. */
export const layer = Layer.effect(
  ConversationNotes,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const shares = yield* ReadShares

    const stored = sql.literal("organization_id, id, conversation_id, text, author_id, mentions, created_at")
    const ofConversation = (organizationId: OrganizationId, conversationId: ConversationId) => sql`
      organization_id = ${organizationId}::uuid and conversation_id = ${conversationId}::uuid`
    const isOne = (organizationId: OrganizationId, conversationId: ConversationId, noteId: NoteId) =>
      sql`${ofConversation(organizationId, conversationId)} and id = ${noteId}::uuid`

    const list = Effect.fn("PgConversationNotes.list")(
      function* (
        organizationId: OrganizationId,
        conversationId: ConversationId,
        page: Parameters<ConversationNotes["Service"]["list"]>[2]
      ) {
        const rows = yield* sql<Counted>`
          select n.total, p.* from (
            select count(*)::float8 as total from conversation_notes
            where ${ofConversation(organizationId, conversationId)}
          ) n left join lateral (
            select c.*, (select json_build_object('id', u.id, 'name', u.name, 'email', u.email)
              from users u where u.id = c.author_id)::text as author
            from (
              select ${stored} from conversation_notes
              where ${ofConversation(organizationId, conversationId)}
              order by created_at desc, id desc limit ${page.limit} offset ${offsetOf(page)}
            ) c
          ) p on true
          order by p.created_at desc, p.id desc`
        const notes = yield* decodeShown(rows.filter((row) => row.id !== null))
        return {
          rows: notes.map(({ author, ...note }): ShownNote => ({ note, author })),
          total: rows[0]?.total ?? 0
        }
      },
      (rows, organizationId) => shares.list(organizationId, rows),
      Effect.orDie
    )

    return ConversationNotes.of({
      list,
      find: Effect.fn("PgConversationNotes.find")(function* (organizationId, conversationId, noteId) {
        const rows = yield* sql`
          select ${stored} from conversation_notes
          where ${isOne(organizationId, conversationId, noteId)}`
        return Option.fromUndefinedOr((yield* decodeNotes(rows))[0])
      }, Effect.orDie),
      count: Effect.fn("PgConversationNotes.count")(function* (organizationId, conversationId) {
        const [row] = yield* sql<{ readonly total: number }>`
          select count(*)::float8 as total from conversation_notes
          where ${ofConversation(organizationId, conversationId)}`
        return row?.total ?? 0
      }, Effect.orDie),
      add: Effect.fn("PgConversationNotes.add")(function* (note) {
        yield* sql`
          insert into conversation_notes (${stored})
          values (${note.organizationId}::uuid, ${note.id}::uuid, ${note.conversationId}::uuid, ${note.text},
            ${note.authorId}::uuid, ${uuids(note.mentions)}::uuid[], ${DateTime.formatIso(note.createdAt)}::timestamptz)`
      }, Effect.orDie),
      remove: Effect.fn("PgConversationNotes.remove")(function* (organizationId, conversationId, noteId) {
        const gone = yield* sql`
          delete from conversation_notes where ${isOne(organizationId, conversationId, noteId)} returning id`
        return gone.length > 0
      }, Effect.orDie)
    })
  })
)
