import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { maxKeptNotifications, type Notification } from "../../../domain/access/Notification.ts"
import { Notifier } from "../../../ports/access/Memberships.ts"

const reasonOf = (notification: Notification): string =>
  notification.type === "webhook.disabled" ? notification.reason : ""

/** Most that one notification removes: more than it adds, so that the rest of a longer list goes with the next ones. */
const maxForgotten = 100

/** Stores notifications until a member reads them. */
export const layer = Layer.effect(
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
