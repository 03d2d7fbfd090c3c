import { type DateTime, Effect } from "effect"
import type { Notification } from "../../src/domain/access/Notification.ts"
import { ConversationId, NotificationId, type OrganizationId, UserId } from "../../src/domain/Ids.ts"
import { Notifier } from "../../src/ports/access/Memberships.ts"
import { seconds } from "./era.ts"
import { type givenSender, uuid } from "./given.ts"

export const someUser = Effect.map(uuid, (id) => UserId.make(id))

/** A notification of every kind for the user, at the same time, so greatest id first. */
export const eachKind = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  userId: UserId,
  createdAt: DateTime.Utc
) {
  const base = Effect.map(uuid, (id) => ({
    id: NotificationId.make(id),
    organizationId,
    userId,
    createdAt,
    readAt: null
  }))
  const notifications: ReadonlyArray<Notification> = [
    { ...(yield* base), type: "conversation.assigned", conversationId: ConversationId.make(yield* uuid) },
    { ...(yield* base), type: "note.mentioned", conversationId: ConversationId.make(yield* uuid) },
    { ...(yield* base), type: "webhook.disabled", conversationId: null, reason: "gone" },
    { ...(yield* base), type: "webhook.disabled", conversationId: null, reason: "failing" }
  ]
  return notifications.toReversed()
})

/** Notifications of the user at these seconds; newest first, then by greater id. */
export const someNotifications = Effect.fnUntraced(function* (
  { at, id: organizationId }: Pick<Effect.Success<ReturnType<typeof givenSender>>, "at" | "id">,
  userId: UserId,
  moments: ReadonlyArray<number>
) {
  const notifications = yield* Effect.forEach(moments, (later) =>
    Effect.gen(function* () {
      const notification: Notification = {
        id: NotificationId.make(yield* uuid),
        organizationId,
        userId,
        type: "conversation.assigned",
        conversationId: ConversationId.make(yield* uuid),
        createdAt: seconds(at, later),
        readAt: null
      }
      return notification
    })
  )
  const key = ({ createdAt, id }: Notification) => `${createdAt.epochMilliseconds} ${id}`
  return notifications.toSorted((one, other) => (key(one) < key(other) ? 1 : -1))
})

/** Notifications as in `someNotifications`, sent. */
export const givenNotifications = Effect.fnUntraced(function* (...input: Parameters<typeof someNotifications>) {
  const notifications = yield* someNotifications(...input)
  yield* Effect.forEach(notifications.toReversed(), (yield* Notifier).notify, { discard: true })
  return notifications
})
