import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { OrganizationId, UserId } from "../../domain/Ids.ts"
import { Notification } from "../../domain/Notification.ts"
import { Notifier } from "../../ports/Notifier.ts"

const NotificationRow = Schema.Struct({ ...Notification.fields, createdAt: Schema.DateTimeUtcFromDate }).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    userId: "user_id",
    conversationId: "conversation_id",
    createdAt: "created_at"
  })
)

/** Keeps notifications until somebody asks for them. */
export const layer = Layer.effect(
  Notifier,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const list = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: OrganizationId, userId: UserId, limit: Schema.Int }),
      Result: NotificationRow,
      execute: ({ limit, organizationId, userId }) => sql`
        select organization_id, id, user_id, type, conversation_id, created_at from notifications
        where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid
        order by created_at desc, id desc limit ${limit}`
    })

    return Notifier.of({
      notify: Effect.fn("PgNotifier.notify")(({ conversationId, createdAt, id, organizationId, type, userId }) =>
        sql`
          insert into notifications (organization_id, id, user_id, type, conversation_id, created_at)
          values (${organizationId}::uuid, ${id}::uuid, ${userId}::uuid, ${type}, ${conversationId}::uuid,
            ${DateTime.formatIso(createdAt)}::timestamptz)`.pipe(Effect.asVoid, Effect.orDie)
      ),
      list: Effect.fn("PgNotifier.list")((organizationId, userId, limit) =>
        Effect.orDie(list({ organizationId, userId, limit }))
      )
    })
  })
)
