import { DateTime, Effect } from "effect"
import { type OrganizationId, UserId } from "../../src/domain/Ids.ts"
import type { Membership, User } from "../../src/domain/access/Organization.ts"
import type { SessionAccess } from "../../src/domain/access/SessionAccess.ts"
import { Organizations } from "../../src/ports/access/Organizations.ts"
import { uuid } from "./given.ts"

/** A member of the organization, an agent who sees everything unless described otherwise, and how they call. */
export const givenMember = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { name = "Ada", ...changes }: Partial<Pick<Membership, "role" | "conversationScope"> & Pick<User, "name">> = {}
) {
  const id = UserId.make(yield* uuid)
  const createdAt = DateTime.makeUnsafe("2026-11-01T08:30:00.002Z")
  const user: User = { id, email: `${name.toLowerCase()}+${id}@example.com`, name, createdAt }
  const membership: Membership = { organizationId, userId: id, role: "agent", conversationScope: "all", ...changes }
  yield* (yield* Organizations).addMember(organizationId, { user, passwordHash: "none", membership })
  const access: SessionAccess = {
    organizationId,
    caller: { _tag: "User", userId: id, email: user.email },
    membership
  }
  return { user: { id, name, email: user.email }, access }
})

/** How the service role calls for an organization. */
export const serviceAccess = (organizationId: OrganizationId): SessionAccess => ({
  organizationId,
  caller: { _tag: "Service" },
  membership: null
})
