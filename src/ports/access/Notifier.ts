import { Context, type Effect } from "effect"
import type { Notification } from "../../domain/access/Notification.ts"

/** Sends notifications to members (contract C14). */
export class Notifier extends Context.Service<
  Notifier,
  {
    /**
     * Adds a notification, in the transaction of its cause if there is one. The newest `maxKeptNotifications` of a
     * member stay.
     */
    notify(notification: Notification): Effect.Effect<void>
  }
>()("effect-parley/ports/Notifier") {}
