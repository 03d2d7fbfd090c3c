import { DateTime, Effect, Redacted } from "effect"
import { UserId } from "../../src/domain/Ids.ts"
import type { User } from "../../src/domain/access/Organization.ts"
import { Organizations } from "../../src/ports/access/Organizations.ts"
import { givenOrganization, uuid } from "./given.ts"

/** A refresh token that no other test has. */
export const freshToken = Effect.map(uuid, (id) => Redacted.make(`token ${id}`))

/** A member of a new organization, with the hash that was kept of their password. */
export const givenUser = Effect.gen(function* () {
  const { id: organizationId } = yield* givenOrganization()
  const id = UserId.make(yield* uuid)
  const user: User = {
    id,
    email: `Ada+${id}@Example.com`,
    name: "Ada Lovelace",
    createdAt: DateTime.makeUnsafe("2026-11-01T08:30:00.003Z")
  }
  const passwordHash = `$scrypt$ln=15,r=8,p=3$c2FsdA$${id}`
  yield* (yield* Organizations).addMember(organizationId, {
    user,
    passwordHash,
    membership: { organizationId, userId: id, role: "agent", conversationScope: "all" }
  })
  return { organizationId, user, passwordHash }
})
