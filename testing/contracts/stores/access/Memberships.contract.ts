import { DateTime, Effect, type Layer, Option } from "effect"
import { EmailAddress } from "../../../../src/domain/access/Member.ts"
import { OrganizationId, UserId } from "../../../../src/domain/Ids.ts"
import { ConversationScope, Role } from "../../../../src/domain/access/Organization.ts"
import { Memberships } from "../../../../src/ports/access/Memberships.ts"
import { givenOrganization, uuid } from "../../../given/given.ts"
import { givenMember } from "../../../given/givenMember.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { roster } from "./memberships/roster.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

const memberships = Role.literals.flatMap((role) =>
  ConversationScope.literals.map((conversationScope) => ({ role, conversationScope }))
)

export const membershipsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `Memberships: ${name}`, ports, (it) => {
    it.effect.each(memberships)("finds a member with what they may do: $role, $conversationScope", (membership) =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const { user } = yield* givenMember(id, { name: "Zoë", ...membership })
        yield* givenMember(id, { name: "Bob" })
        assert.deepStrictEqual(
          yield* (yield* Memberships).find(id, user.id),
          Option.some({
            user,
            membership: { organizationId: id, userId: user.id, ...membership },
            isSuspended: false
          })
        )
      })
    )

    it.effect("memberships: a user of another organization or without one is not found", () =>
      Effect.gen(function* () {
        const { find } = yield* Memberships
        const acme = (yield* givenOrganization()).id
        const globex = (yield* givenOrganization()).id
        const { user } = yield* givenMember(acme)
        yield* givenMember(globex)
        for (const [organizationId, userId] of [
          [globex, user.id],
          [acme, UserId.make(yield* uuid)],
          [OrganizationId.make(yield* uuid), user.id]
        ] as const) {
          assert.isTrue(Option.isNone(yield* find(organizationId, userId)))
        }
      })
    )

    it.effect("memberships: organizations of a user are listed by name, with invitations to their address", () =>
      Effect.gen(function* () {
        const { add, invite, ofUser } = yield* Memberships
        const email = EmailAddress.make(`${yield* uuid}@example.com`)
        const zeta = (yield* givenOrganization({ name: "zeta" })).id
        const alpha = (yield* givenOrganization({ name: "Alpha" })).id
        const beta = (yield* givenOrganization({ name: "beta" })).id
        yield* givenOrganization({ name: "Elsewhere" })
        const { user } = yield* givenMember(zeta, { role: "agent" })
        yield* givenMember(alpha)
        yield* add(alpha, { ...user, createdAt: yield* DateTime.now }, { role: "owner", conversationScope: "all" })
        const permissions = { name: "", role: "admin", conversationScope: "all" } as const
        for (const organizationId of [alpha, beta]) {
          yield* invite(organizationId, { ...permissions, organizationId, email, createdAt: yield* DateTime.now })
        }
        const own = [
          { id: alpha, name: "Alpha", role: "owner" },
          { id: zeta, name: "zeta", role: "agent" }
        ] as const
        assert.deepStrictEqual(yield* ofUser(user.id, null), own)
        const [first, last] = own
        const invited = { id: beta, name: "beta", role: "admin" } as const
        assert.deepStrictEqual(yield* ofUser(user.id, email), [first, invited, last])
        assert.deepStrictEqual(yield* ofUser(UserId.make(yield* uuid), null), [])
      })
    )

    roster(it)
  })
