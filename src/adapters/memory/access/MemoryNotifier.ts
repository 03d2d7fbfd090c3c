import { Effect, Layer } from "effect"
import type { OrganizationId, UserId } from "../../../domain/Ids.ts"
import { maxKeptNotifications } from "../../../domain/access/Notification.ts"
import { Notifier } from "../../../ports/access/Notifier.ts"
import { newest } from "../newest.ts"
import type { State } from "../State.ts"
import { World } from "../World.ts"

/** The notifications of a member, the newest first. */
export const notificationsOf = ({ notifications }: State, organizationId: OrganizationId, userId: UserId) =>
  notifications
    .filter((kept) => kept.organizationId === organizationId && kept.userId === userId)
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
          const others = state.notifications.filter((kept) => !over.has(kept))
          return [Effect.void, { ...state, notifications: [...others, notification] }]
        })
    })
  )
)
