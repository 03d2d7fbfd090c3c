import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Notification, ReadNotifications } from "../../domain/access/Notification.ts"
import type { OrganizationId, UserId } from "../../domain/Ids.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"

/** A page of a member's notifications, and how many of all are unread. */
export interface NotificationPage extends Page<Notification> {
  readonly unread: number
}

/** The notifications of members, for them to read (contract C117). */
export class Notifications extends Context.Service<
  Notifications,
  {
    /** The newest first, of one instant the greater id: all, or the unread ones, which `total` counts then. */
    list(
      organizationId: OrganizationId,
      userId: UserId,
      onlyUnread: boolean,
      page: PageRequest
    ): Effect.Effect<NotificationPage>
    /**
     * Marks notifications of the member as read. One that was read before keeps its time, and an id that is none of the
     * member's marks nothing. Gives how many were marked, or none when the notification of `UpTo` is none of the member's.
     */
    markRead(
      organizationId: OrganizationId,
      userId: UserId,
      which: ReadNotifications,
      at: DateTime.Utc
    ): Effect.Effect<Option.Option<number>>
  }
>()("effect-parley/ports/Notifications") {}
