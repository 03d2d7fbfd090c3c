import { Effect, Layer, Option } from "effect"
import type { Notification, ReadNotifications } from "../../../domain/access/Notification.ts"
import { offsetOf } from "../../../domain/text/Page.ts"
import { Notifications } from "../../../ports/access/Notifications.ts"
import { World } from "../World.ts"
import { notificationsOf } from "./MemoryNotifier.ts"

/** The ids of the named notifications, of these, which are the newest first; none when the last one is not among them. */
const idsOf = (own: ReadonlyArray<Notification>, which: ReadNotifications): Option.Option<ReadonlySet<string>> => {
  if (which._tag === "Each") return Option.some(new Set(which.ids))
  const place = own.findIndex(({ id }) => id === which.id)
  return place === -1 ? Option.none() : Option.some(new Set(own.slice(place).map(({ id }) => id)))
}

export const layer = Layer.effect(
  Notifications,
  Effect.map(World, ({ read, step }) =>
    Notifications.of({
      list: (organizationId, userId, onlyUnread, page) =>
        read("Notifications.list", (state) => {
          const own = notificationsOf(state, organizationId, userId)
          const unread = own.filter(({ readAt }) => readAt === null)
          const shown = onlyUnread ? unread : own
          const rows = shown.slice(offsetOf(page), offsetOf(page) + page.limit)
          return { rows, total: shown.length, unread: unread.length }
        }),
      markRead: (organizationId, userId, which, at) =>
        step("Notifications.markRead", (state) => {
          const own = notificationsOf(state, organizationId, userId)
          const ids = idsOf(own, which)
          if (Option.isNone(ids)) return [Effect.succeedNone, state]
          const marked = new Set(own.filter(({ id, readAt }) => readAt === null && ids.value.has(id)))
          const notifications = state.notifications.map((kept) => (marked.has(kept) ? { ...kept, readAt: at } : kept))
          return [Effect.succeedSome(marked.size), { ...state, notifications }]
        })
    })
  )
)
