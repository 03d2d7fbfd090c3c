import { DateTime, Effect, Option } from "effect"
import { NoMember, NotificationNotFound, type ReadNotifications } from "../../domain/access/Notification.ts"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { PageRequest } from "../../domain/text/Page.ts"
import { Notifications } from "../../ports/access/Memberships.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** The member who calls: whose notifications these are. */
const memberOf = ({ membership }: SessionAccess): Effect.Effect<UserId, NoMember> =>
  membership === null ? Effect.fail(new NoMember()) : Effect.succeed(membership.userId)

/** A page of the notifications of the caller in the organization, the newest first. */
export const listNotifications = Effect.fnUntraced(function* (
  access: SessionAccess,
  onlyUnread: boolean,
  page: PageRequest
) {
  const userId = yield* memberOf(access)
  return yield* (yield* Notifications).list(access.organizationId, userId, onlyUnread, page)
}, spanned("listNotifications"))

/** Marks notifications of the caller as read. Returns how many were unread. */
export const readNotifications = Effect.fnUntraced(function* (access: SessionAccess, which: ReadNotifications) {
  const userId = yield* memberOf(access)
  const marked = yield* (yield* Notifications).markRead(access.organizationId, userId, which, yield* DateTime.now)
  return yield* Option.isSome(marked) ? Effect.succeed(marked.value) : new NotificationNotFound()
}, spanned("readNotifications"))
