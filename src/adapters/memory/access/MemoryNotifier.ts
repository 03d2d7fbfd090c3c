import { Effect, Layer } from "effect"
import type { OrganizationId, UserId } from "../../../domain/Ids.ts"
import { maxKeptNotifications } from "../../../domain/access/Notification.ts"
import { Notifier } from "../../../ports/access/Memberships.ts"
import { newest } from "../newest.ts"
import type { State } from "../State.ts"
import { World } from "../World.ts"

/** The notifications of a member, newest first. */
export const notificationsOf = ({ notifications }: State, organizationId: OrganizationId, userId: UserId) =>
  notifications
    .filter((stored) => stored.organizationId === organizationId && stored.userId === userId)
    .toSorted(newest(({ createdAt }) => createdAt))

export const layer = Layer.effect(
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
