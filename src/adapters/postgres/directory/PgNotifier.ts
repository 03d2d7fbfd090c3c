import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { OrganizationId, UserId } from "../../../domain/Ids.ts"
import {
  maxKeptNotifications,
  ConversationAssigned,
  type Notification,
  WebhookDisabledNotice
} from "../../../domain/access/Notification.ts"
import { Notifier } from "../../../ports/stores/Notifier.ts"

const columns = {
  organizationId: "organization_id",
  userId: "user_id",
  conversationId: "conversation_id",
  createdAt: "created_at"
} as const

const NotificationRow = Schema.Union([
  Schema.Struct({ ...ConversationAssigned.fields, createdAt: Schema.DateTimeUtcFromDate }).pipe(
    Schema.encodeKeys(columns)
  ),
  Schema.Struct({ ...WebhookDisabledNotice.fields, createdAt: Schema.DateTimeUtcFromDate }).pipe(
    Schema.encodeKeys(columns)
  )
])

const reasonOf = (notification: Notification): string =>
  notification.type === "webhook.disabled" ? notification.reason : ""

/** Most that one notification removes: more than it adds, so that the rest of a longer list goes with the next ones. */
const maxForgotten = 100

/** Stores notifications until a member reads them. */
export const layer = Layer.effect(
  Notifier,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const list = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: OrganizationId, userId: UserId, limit: Schema.Int }),
      Result: NotificationRow,
      execute: ({ limit, organizationId, userId }) => sql`
        select organization_id, id, user_id, type, conversation_id, reason, created_at from notifications
        where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid
        order by created_at desc, id desc limit ${limit}`
    })

    return Notifier.of({
      notify: Effect.fn("PgNotifier.notify")((notification) => {
        const { conversationId, createdAt, id, organizationId, type, userId } = notification
        return sql`
          with over as (
            delete from notifications where organization_id = ${organizationId}::uuid and id = any(array(
              select id from notifications where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid
              order by created_at desc, id desc offset ${maxKeptNotifications - 1} limit ${maxForgotten}))
          )
          insert into notifications (organization_id, id, user_id, type, conversation_id, reason, created_at)
          values (${organizationId}::uuid, ${id}::uuid, ${userId}::uuid, ${type},
            nullif(${conversationId ?? ""}, '')::uuid, nullif(${reasonOf(notification)}, ''),
            ${DateTime.formatIso(createdAt)}::timestamptz)`.pipe(Effect.asVoid, Effect.orDie)
      }),
      list: Effect.fn("PgNotifier.list")((organizationId, userId, limit) =>
        Effect.orDie(list({ organizationId, userId, limit }))
      )
    })
  })
)
