import { DateTime, Effect, Layer } from "effect"
import * as SubjectUserId from "../../src/adapters/identity/subjectUserId.ts"
import { EmailAddress } from "../../src/domain/access/Member.ts"
import { type OrganizationId, UserId } from "../../src/domain/Ids.ts"
import { Memberships } from "../../src/ports/access/Memberships.ts"
import { Organizations } from "../../src/ports/access/Organizations.ts"
import { httpWorld } from "../support/http/httpWorld.ts"

/** A colleague of every caller. */
export const mateId = UserId.make("00000000-0000-4000-8000-0000000000f1")

/** The address of a pending invitation. */
export const invitedAddress = "invited@example.com"

/** The sign-ins of members are reset at the identity provider of the service only. */
export const ownWorld = Layer.provideMerge(SubjectUserId.layer(true), httpWorld)

/** An agent of the organization, and a pending invitation. */
export const givenMate = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const createdAt = yield* DateTime.now
  const permissions = { role: "agent", conversationScope: "all" } as const
  const user = { id: mateId, email: "mate@example.com", name: "Mate", createdAt }
  const membership = { organizationId, userId: mateId, ...permissions }
  yield* (yield* Organizations).addMember(organizationId, { user, passwordHash: "none", membership })
  const email = EmailAddress.make(invitedAddress)
  const invitation = { organizationId, email, name: "", ...permissions, teamIds: [], createdAt, expiresAt: null }
  yield* (yield* Memberships).invite(organizationId, invitation)
})
