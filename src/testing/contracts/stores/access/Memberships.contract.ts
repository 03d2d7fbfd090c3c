import { Effect, type Layer, Option } from "effect"
import { OrganizationId, UserId } from "../../../../domain/Ids.ts"
import { ConversationScope, Role } from "../../../../domain/access/Organization.ts"
import { Memberships } from "../../../../ports/stores/access/Memberships.ts"
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
          Option.some({ user, membership: { organizationId: id, userId: user.id, ...membership } })
        )
      })
    )

    it.effect("finds no user of another organization, or of none", () =>
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

    roster(it)
  })
