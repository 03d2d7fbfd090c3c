import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import {
  ConversationAssigned,
  NoteMentioned,
  type Notification,
  WebhookDisabledNotice,
  maxKeptNotifications
} from "../../../domain/access/Notification.ts"
import { type NotificationPage, Notifications, Notifier } from "../../../ports/access/Memberships.ts"
import { offsetOf } from "../../../domain/text/Page.ts"
import { uuids } from "../database/ArrayParameter.ts"

const reasonOf = (notification: Notification): string =>
  notification.type === "webhook.disabled" ? notification.reason : ""

/** Most that one notification removes: more than it adds, so that the rest of a longer list goes with the next ones. */
const maxForgotten = 100

/** Stores notifications until a member reads them. */
const notifier = Layer.effect(
  Notifier,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return Notifier.of({
      notify: Effect.fn("PgNotifier.notify")((notification) => {
        const { conversationId, createdAt, id, organizationId, readAt, type, userId } = notification
        return sql`
          with over as (
            delete from notifications where organization_id = ${organizationId}::uuid and id = any(array(
              select id from notifications where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid
              order by created_at desc, id desc offset ${maxKeptNotifications - 1} limit ${maxForgotten}))
          )
          insert into notifications (organization_id, id, user_id, type, conversation_id, reason, created_at, read_at)
          values (${organizationId}::uuid, ${id}::uuid, ${userId}::uuid, ${type},
            nullif(${conversationId ?? ""}, '')::uuid, nullif(${reasonOf(notification)}, ''),
            ${DateTime.formatIso(createdAt)}::timestamptz,
            nullif(${readAt === null ? "" : DateTime.formatIso(readAt)}, '')::timestamptz)`.pipe(
          Effect.asVoid,
          Effect.orDie
        )
      })
    })
  })
)

const instants = { createdAt: Schema.DateTimeUtcFromDate, readAt: Schema.NullOr(Schema.DateTimeUtcFromDate) }

const columns = {
  organizationId: "organization_id",
  userId: "user_id",
  conversationId: "conversation_id",
  createdAt: "created_at",
  readAt: "read_at"
} as const

const decodeRows = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Union([
      Schema.Struct({ ...ConversationAssigned.fields, ...instants }).pipe(Schema.encodeKeys(columns)),
      Schema.Struct({ ...NoteMentioned.fields, ...instants }).pipe(Schema.encodeKeys(columns)),
      Schema.Struct({ ...WebhookDisabledNotice.fields, ...instants }).pipe(Schema.encodeKeys(columns))
    ])
  )
)

/** The numbers beside the rows of a page. The one row of an empty page has no notification. */
interface Counted {
  readonly id: string | null
  readonly total: number
  readonly unread: number
}

/** Members read what `PgNotifier` stores. A member has at most few hundred, so they are counted when they are listed. */
const notifications = Layer.effect(
  Notifications,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    return Notifications.of({
      list: Effect.fn("PgNotifications.list")(function* (organizationId, userId, onlyUnread, page) {
        const unreadCondition = onlyUnread ? sql`and read_at is null` : sql``
        const rows = yield* sql<Counted>`
            with own as materialized (
              select * from notifications
              where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid
            )
            select n.total, n.unread, p.* from (
              select (select count(*) from own where true ${unreadCondition})::float8 as total,
                (select count(*) from own where read_at is null)::float8 as unread
            ) n left join lateral (
              select organization_id, id, user_id, type, conversation_id, reason, created_at, read_at from own
              where true ${unreadCondition} order by created_at desc, id desc limit ${page.limit} offset ${offsetOf(page)}
            ) p on true
            order by p.created_at desc, p.id desc`
        const listed: NotificationPage = {
          rows: yield* decodeRows(rows.filter(({ id }) => id !== null)),
          total: rows[0]?.total ?? 0,
          unread: rows[0]?.unread ?? 0
        }
        return listed
      }, Effect.orDie),
      markRead: Effect.fn("PgNotifications.markRead")(function* (organizationId, userId, which, at) {
        const readAt = sql`${DateTime.formatIso(at)}::timestamptz`
        if (which._tag === "Each") {
          const marked = yield* sql`
              update notifications set read_at = ${readAt}
              where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid and read_at is null
                and id = any(${uuids(which.ids)}::uuid[])
              returning id`
          return Option.some(marked.length)
        }
        const [answer] = yield* sql<{ readonly is_known: boolean; readonly marked: number }>`
            with last as (
              select created_at, id from notifications
              where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid and id = ${which.id}::uuid
            ),
            marked as (
              update notifications n set read_at = ${readAt} from last
              where n.organization_id = ${organizationId}::uuid and n.user_id = ${userId}::uuid and n.read_at is null
                and (n.created_at, n.id) <= (last.created_at, last.id)
              returning n.id
            )
            select exists (select from last) as is_known, (select count(*) from marked)::float8 as marked`
        return answer?.is_known === true ? Option.some(answer.marked) : Option.none()
      }, Effect.orDie)
    })
  })
)

export const layer = Layer.mergeAll(notifications, notifier)
