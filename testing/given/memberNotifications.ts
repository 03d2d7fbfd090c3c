import { Effect } from "effect"
import type { OrganizationId, UserId } from "../../src/domain/Ids.ts"
import { Notifications } from "../../src/ports/access/Memberships.ts"

/** The notifications of a member, newest first, at most `limit`. */
export const memberNotifications = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  userId: UserId,
  limit = 1_000
) {
  const { rows } = yield* (yield* Notifications).list(organizationId, userId, false, { page: 1, limit })
  return rows
})
