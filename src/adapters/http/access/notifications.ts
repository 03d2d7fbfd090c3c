import { DateTime, Effect, Option, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { listNotifications, readNotifications } from "../../../app/access/members.ts"
import { ConversationId, NotificationId } from "../../../domain/Ids.ts"
import {
  type Notification,
  NotificationNotFound,
  type ReadNotifications,
  maxKeptNotifications
} from "../../../domain/access/Notification.ts"
import { DisabledReason } from "../../../domain/webhooks/afterRefusal.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageFacts, pageFields, pageOf, pageQuery, timestamp } from "../interfaces/pagination.ts"
import { RequiredText, documentedAs, idIn, optional } from "../interfaces/requestFields.ts"
import { BadRequest, Forbidden, invalidField, missingField } from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal } from "../openapi/documented.ts"

const NotificationItem = Schema.Struct({
  id: NotificationId.annotate({ description: "The notification's id" }),
  type: Schema.Literals(["conversation.assigned", "note.mentioned", "webhook.disabled"]).annotate({
    description:
      "conversation.assigned: the conversation is assigned to the member. note.mentioned: a note of the conversation mentions the member. webhook.disabled: the subscription is disabled; its owners are notified"
  }),
  conversationId: Schema.NullOr(ConversationId).annotate({
    description: "The conversation; null for webhook.disabled"
  }),
  reason: Schema.NullOr(DisabledReason).annotate({
    description:
      "Why the subscription is disabled. gone: the receiver answered 410. failing: no delivery succeeded for 5 days. Null for other types"
  }),
  createdAt: timestamp("When the member was notified"),
  readAt: Schema.NullOr(timestamp("When it was marked as read")).annotate({
    description: "When it was marked as read, the first time; null while it is unread"
  })
}).annotate({ identifier: "Notification", description: "A notification of the member" })

export const notificationItem = (notification: Notification): typeof NotificationItem.Type => ({
  id: notification.id,
  type: notification.type,
  conversationId: notification.conversationId,
  reason: notification.type === "webhook.disabled" ? notification.reason : null,
  createdAt: DateTime.formatIso(notification.createdAt),
  readAt: notification.readAt === null ? null : DateTime.formatIso(notification.readAt)
})

const exampleId = NotificationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2b")

const NotificationPage = Data(
  Schema.Struct({
    notifications: Schema.Array(NotificationItem),
    unread: Schema.Int.annotate({ description: "Unread notifications of the member, on all pages" }),
    ...pageFields
  })
).annotate({
  examples: [
    ok({
      notifications: [
        {
          id: exampleId,
          type: "conversation.assigned" as const,
          conversationId: ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"),
          reason: null,
          createdAt: "2026-11-21T10:00:00.000Z",
          readAt: null
        }
      ],
      unread: 1,
      total: 1,
      page: 1,
      limit: 20,
      hasNext: false
    })
  ]
})

const ReadRequest = Schema.Struct({
  ids: optional(
    Schema.Array(RequiredText)
      .check(Schema.isMaxLength(maxKeptNotifications, { expected: `at most ${maxKeptNotifications} ids` }))
      .annotate({ description: `Ids of notifications, at most ${maxKeptNotifications}; unknown ids are ignored` })
  ),
  upTo: optional(
    RequiredText.annotate({ description: "The id of a notification: this one and all older ones are marked" })
  )
}).annotate({
  identifier: "ReadNotificationsRequest",
  description: "Either ids or upTo",
  examples: [{ ids: [exampleId] }, { upTo: exampleId }]
})

const ReadAnswer = Data(
  Schema.Struct({ marked: Schema.Int.annotate({ description: "Notifications that were unread until now" }) })
).annotate({ examples: [ok({ marked: 1 })] })

/** Endpoints of notifications (contract: Notifications of a member). */
export const NotificationsGroup = HttpApiGroup.make("notifications")
  .add(
    HttpApiEndpoint.get("list", "/notifications", {
      query: {
        ...pageQuery,
        unread: Schema.optionalKey(
          Schema.Literals(["true", "false"])
            .check(documentedAs(Schema.Boolean))
            .annotate({ description: "true: only those that are unread" })
        )
      },
      success: NotificationPage,
      error: Forbidden
    })
      .annotate(OpenApi.Summary, "List notifications")
      .annotate(
        OpenApi.Description,
        `Notifications of the signed-in member in this organization, the newest first. The newest ${maxKeptNotifications} of a member are kept.`
      ),
    HttpApiEndpoint.post("read", "/notifications/read", {
      payload: ReadRequest,
      success: ReadAnswer,
      error: Forbidden
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Mark notifications as read")
      .annotate(
        OpenApi.Description,
        "Marks notifications of the signed-in member: those with the ids, or one and all older ones. Marking again changes nothing."
      )
  )
  .annotate(OpenApi.Title, "Notifications")
  .annotate(
    OpenApi.Description,
    "Notifications of the signed-in member: assignments, mentions, and a subscription that is disabled"
  )

const idOf = idIn(NotificationId)

export const noMember = {
  NoMember: refusal(
    "The service role calls, which is no member",
    new Forbidden({ error: "Notifications belong to members; the service role has none" })
  )
}

export const bothGiven = refusal("Both are given", new BadRequest({ error: "Give either ids or upTo" }))

export const notificationNotFound = refusal(
  "The notification is none",
  invalidField("upTo", "not a notification of yours")
)

interface ReadRequest {
  readonly ids?: ReadonlyArray<string> | null
  readonly upTo?: string | null
}

/** Notification ids of the request. Texts that are not ids are dropped. */
const whichOf = Effect.fnUntraced(function* ({ ids, upTo }: ReadRequest) {
  if (ids && upTo) return yield* bothGiven()
  if (ids) return { _tag: "Each", ids: ids.flatMap((text) => Option.toArray(idOf(text))) } satisfies ReadNotifications
  if (!upTo) return yield* missingField("ids")
  const id = idOf(upTo)
  if (Option.isNone(id)) return yield* new NotificationNotFound()
  return { _tag: "UpTo", id: id.value } satisfies ReadNotifications
})

export const layer = HttpApiBuilder.group(sessionApi(NotificationsGroup), "notifications", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const page = pageOf(query)
      const found = yield* listNotifications(yield* Access, query.unread === "true", page)
      return ok({
        notifications: found.rows.map(notificationItem),
        unread: found.unread,
        ...pageFacts(found, page)
      })
    }, Effect.catchTags(noMember)),
    read: Effect.fnUntraced(
      function* ({ payload }) {
        const which = yield* whichOf(payload)
        return ok({ marked: yield* readNotifications(yield* Access, which) })
      },
      Effect.catchTags({
        ...noMember,
        NotificationNotFound: notificationNotFound
      })
    )
  })
)
