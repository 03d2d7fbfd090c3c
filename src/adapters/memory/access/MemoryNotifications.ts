import { Effect, Layer, Option } from "effect"
import type { Notification, ReadNotifications } from "../../../domain/access/Notification.ts"
import { offsetOf } from "../../../domain/text/Page.ts"
import { Notifications } from "../../../ports/access/Memberships.ts"
import { World } from "../World.ts"
import { notificationsOf } from "./MemoryNotifier.ts"

/** The ids to mark among the member's notifications, newest first; none if the last one is unknown. */
const idsOf = (own: ReadonlyArray<Notification>, which: ReadNotifications): Option.Option<ReadonlySet<string>> => {
  if (which._tag === "Each") return Option.some(new Set(which.ids))
  const index = own.findIndex(({ id }) => id === which.id)
  return index === -1 ? Option.none() : Option.some(new Set(own.slice(index).map(({ id }) => id)))
}

export const layer = Layer.effect(
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
