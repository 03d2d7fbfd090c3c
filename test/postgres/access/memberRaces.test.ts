import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Result } from "effect"
import { changeMember, listMembers, removeMember } from "../../../src/app/access/members.ts"
import { admit } from "../../../src/app/access/authorize.ts"
import { EmailAddress, permissionsOf } from "../../../src/domain/access/Member.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import { Memberships } from "../../../src/ports/access/Memberships.ts"
import { givenOrganization, uuid } from "../../../testing/given/given.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"
import { serverStores } from "../../support/database/postgresStores.ts"

const rounds = 5

const owners = (organizationId: OrganizationId) =>
  Effect.map(listMembers(organizationId), (roster) => roster.filter((entry) => permissionsOf(entry).role === "owner"))

describe("members on a server", () => {
  it.live("always have an owner, however many are removed and demoted at once", () =>
    Effect.gen(function* () {
      for (let round = 0; round < rounds; round += 1) {
        const { id } = yield* givenOrganization()
        const users = yield* Effect.forEach(["a", "b", "c", "d"], (name) => givenMember(id, { name, role: "owner" }))
        const changes = users.map(({ user }, place) =>
          Effect.result(
            place % 2 === 0
              ? Effect.asVoid(removeMember(id, user.id))
              : Effect.asVoid(changeMember(id, user.id, { role: "agent" }))
          )
        )
        const results = yield* Effect.all(changes, { concurrency: "unbounded" })
        assert.strictEqual((yield* owners(id)).length, 1)
        const refusals = results.filter(Result.isFailure).map(({ failure }) => failure._tag)
        assert.deepStrictEqual(refusals, ["LastOwner"])
      }
    }).pipe(Effect.provide(serverStores))
  )

  it.live(
    "are admitted by each of several simultaneous first requests, and an invitation admits one of two users",
    () =>
      Effect.gen(function* () {
        for (let round = 0; round < rounds; round += 1) {
          const { id } = yield* givenOrganization()
          const email = EmailAddress.make(`ada+${yield* uuid}@example.com`)
          const createdAt = DateTime.makeUnsafe("2026-11-20T12:00:00.001Z")
          const permissions = { role: "agent", conversationScope: "all" } as const
          yield* (yield* Memberships).invite(id, { organizationId: id, email, name: "Ada", ...permissions, createdAt })
          const ids = [UserId.make(yield* uuid), UserId.make(yield* uuid)]
          const calls = Array.from({ length: 8 }, (_, n) => ids[n % 2] ?? UserId.make("none")).map((userId) =>
            Effect.option(admit({ _tag: "User", userId, email, isEmailVerified: true }, id))
          )
          const admitted = (yield* Effect.all(calls, { concurrency: "unbounded" })).filter(Option.isSome)
          assert.strictEqual(admitted.length, calls.length / 2)
          assert.strictEqual(new Set(admitted.map(({ value }) => value.membership?.userId)).size, 1)
        }
      }).pipe(Effect.provide(serverStores))
  )
})
