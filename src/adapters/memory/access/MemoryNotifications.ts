import { Effect, Layer, Option } from "effect"
import type { OrganizationId, UserId } from "../../../domain/Ids.ts"
import { type Notification, type ReadNotifications, maxKeptNotifications } from "../../../domain/access/Notification.ts"
import { Notifications, Notifier } from "../../../ports/access/Memberships.ts"
import { newest } from "../newest.ts"
import type { State } from "../State.ts"
import { World } from "../World.ts"
import { offsetOf } from "../../../domain/text/Page.ts"

/** The notifications of a member, newest first. */
export const notificationsOf = ({ notifications }: State, organizationId: OrganizationId, userId: UserId) =>
  notifications
    .filter((stored) => stored.organizationId === organizationId && stored.userId === userId)
    .toSorted(newest(({ createdAt }) => createdAt))

const notifier = Layer.effect(
  Notifier,
  Effect.map(World, ({ step }) =>
    Notifier.of({
      notify: (notification) =>
        step("Notifier.notify", (state) => {
          const over = new Set(
            notificationsOf(state, notification.organizationId, notification.userId).slice(maxKeptNotifications - 1)
          )
          const others = state.notifications.filter((stored) => !over.has(stored))
          return [Effect.void, { ...state, notifications: [...others, notification] }]
        })
    })
  )
)

/** The ids to mark among the member's notifications, newest first; none if the last one is unknown. */
const idsOf = (own: ReadonlyArray<Notification>, which: ReadNotifications): Option.Option<ReadonlySet<string>> => {
  if (which._tag === "Each") return Option.some(new Set(which.ids))
  const index = own.findIndex(({ id }) => id === which.id)
  return index === -1 ? Option.none() : Option.some(new Set(own.slice(index).map(({ id }) => id)))
}

const notifications = Layer.effect(
  Notifications,
  Effect.map(World, ({ read, step }) =>
    Notifications.of({
      list: (organizationId, userId, onlyUnread, page) =>
        read("Notifications.list", (state) => {
          const own = notificationsOf(state, organizationId, userId)
          const unread = own.filter(({ readAt }) => readAt === null)
          const listed = onlyUnread ? unread : own
          const rows = listed.slice(offsetOf(page), offsetOf(page) + page.limit)
          return { rows, total: listed.length, unread: unread.length }
        }),
      markRead: (organizationId, userId, which, at) =>
        step("Notifications.markRead", (state) => {
          const own = notificationsOf(state, organizationId, userId)
          const ids = idsOf(own, which)
          if (Option.isNone(ids)) return [Effect.succeedNone, state]
          const marked = new Set(own.filter(({ id, readAt }) => readAt === null && ids.value.has(id)))
          const notifications = state.notifications.map((stored) =>
            marked.has(stored) ? { ...stored, readAt: at } : stored
          )
          return [Effect.succeedSome(marked.size), { ...state, notifications }]
        })
    })
  )
)

export const layer = Layer.mergeAll(notifications, notifier)
