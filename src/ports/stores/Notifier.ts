import { Context, type Effect } from "effect"
import type { OrganizationId, UserId } from "../../domain/Ids.ts"
import type { Notification } from "../../domain/access/Notification.ts"

/** Tells members what concerns them (contract C14). */
export class Notifier extends Context.Service<
  Notifier,
  {
    /**
     * In the transaction of what caused it, when there is one. Of what the member was told, the newest
     * `maxKeptNotifications` stay.
     */
    notify(notification: Notification): Effect.Effect<void>
    /** The notifications of a member, newest first, at most `limit`. */
    list(organizationId: OrganizationId, userId: UserId, limit: number): Effect.Effect<ReadonlyArray<Notification>>
  }
>()("effect-parley/ports/Notifier") {}
