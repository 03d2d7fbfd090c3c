import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { admit, authorize } from "../../../src/app/access/authorize.ts"
import { EmailAddress } from "../../../src/domain/access/Member.ts"
import { OrganizationId, UserId } from "../../../src/domain/Ids.ts"
import {
  type SessionCaller,
  SessionTokenExpired,
  SessionTokenInvalid
} from "../../../src/domain/access/SessionAccess.ts"
import { SessionTokens } from "../../../src/ports/access/IdentityProvider.ts"
import { Memberships } from "../../../src/ports/access/Memberships.ts"
import { givenOrganization, uuid } from "../../../testing/given/given.ts"
import { givenMember } from "../../../testing/given/givenMember.ts"

const service: SessionCaller = { _tag: "Service" }

/** `expired` is over, `service` is the service role's, a user's id is theirs, and nothing else is a token. */
const tokens = Layer.succeed(
  SessionTokens,
  SessionTokens.of({
    verify: (token) => {
      const text = Redacted.value(token)
      if (text === "expired") return Effect.fail(new SessionTokenExpired())
      if (text === "") return Effect.fail(new SessionTokenInvalid({ reason: "not a token" }))
      return Effect.succeed<SessionCaller>(
        text === "service" ? service : { _tag: "User", userId: UserId.make(text), email: "ada@example.com" }
      )
    }
  })
)
const world = Layer.merge(tokens, Memory.layer())

const enter = (token: string, organizationId: OrganizationId) => authorize(Redacted.make(token), organizationId)

describe("authorize", () => {
  it.effect("a member gets their role and scope", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      for (const role of ["owner", "admin", "agent"] as const) {
        for (const conversationScope of ["all", "assigned"] as const) {
          const { user } = yield* givenMember(id, { role, conversationScope })
          assert.deepStrictEqual(yield* enter(user.id, id), {
            organizationId: id,
            caller: { _tag: "User", userId: user.id, email: "ada@example.com" },
            membership: { organizationId: id, userId: user.id, role, conversationScope }
          })
        }
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("rejects a user of another organization, and an organization that does not exist", () =>
    Effect.gen(function* () {
      const acme = yield* givenOrganization()
      const globex = yield* givenOrganization()
      const { user } = yield* givenMember(acme.id, { role: "owner" })
      const nowhere = OrganizationId.make(yield* uuid)
      const stranger = yield* uuid
      for (const [token, organizationId] of [
        [user.id, globex.id],
        [user.id, nowhere],
        [stranger, acme.id]
      ] as const) {
        assert.strictEqual((yield* Effect.flip(enter(token, organizationId)))._tag, "NotAMember")
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("admits the service role to every organization without a membership", () =>
    Effect.gen(function* () {
      yield* (yield* World).failNext("Memberships.find")
      for (const { id } of [yield* givenOrganization(), yield* givenOrganization()]) {
        const access = { organizationId: id, caller: service, membership: null }
        assert.deepStrictEqual(yield* enter("service", id), access)
        assert.deepStrictEqual(yield* admit(service, id), access)
      }
      const nowhere = OrganizationId.make(yield* uuid)
      assert.strictEqual((yield* Effect.flip(enter("service", nowhere)))._tag, "NotAMember")
    }).pipe(Effect.provide(world))
  )

  it.effect("rejects an invalid token before any query", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { failNext } = yield* World
      yield* failNext("Memberships.find")
      yield* failNext("Organizations.find")
      for (const organizationId of [id, OrganizationId.make(yield* uuid)]) {
        assert.strictEqual((yield* Effect.flip(enter("expired", organizationId)))._tag, "SessionTokenExpired")
        const invalid = yield* Effect.flip(enter("", organizationId))
        assert.strictEqual(invalid._tag === "SessionTokenInvalid" && invalid.reason, "not a token")
      }
    }).pipe(Effect.provide(world))
  )
})

describe("an invited user", () => {
  const email = EmailAddress.make("ada@example.com")
  const invited = Effect.fnUntraced(function* () {
    const { id } = yield* givenOrganization()
    const createdAt = DateTime.makeUnsafe("2026-11-20T12:00:00.001Z")
    const permissions = { role: "agent", conversationScope: "assigned" } as const
    yield* (yield* Memberships).invite(id, { organizationId: id, email, name: "Ada", ...permissions, createdAt })
    return id
  })
  const user = (id: string, changes: Partial<Extract<SessionCaller, { readonly _tag: "User" }>> = {}) =>
    ({ _tag: "User", userId: UserId.make(id), email: "Ada@Example.com", isEmailVerified: true, ...changes }) as const

  it.effect("becomes the invited member with the first token that has the verified address", () =>
    Effect.gen(function* () {
      const id = yield* invited()
      const caller = user(yield* uuid)
      const { membership } = yield* admit(caller, id)
      assert.deepStrictEqual(membership, {
        organizationId: id,
        userId: caller.userId,
        role: "agent",
        conversationScope: "assigned"
      })
      // From now on the subject counts, whatever the address of the token.
      const later = yield* admit({ ...caller, email: "other@example.com", isEmailVerified: false }, id)
      assert.deepStrictEqual(later.membership, membership)
      assert.deepStrictEqual(yield* (yield* Memberships).findInvitation(id, email), Option.none())
    }).pipe(Effect.provide(world))
  )

  it.effect("is refused with an unverified, different or missing address, and in another organization", () =>
    Effect.gen(function* () {
      const id = yield* invited()
      const elsewhere = (yield* givenOrganization()).id
      const { isEmailVerified: _, ...unsaid } = user(yield* uuid)
      for (const [caller, organizationId] of [
        [unsaid, id],
        [user(yield* uuid, { isEmailVerified: false }), id],
        [user(yield* uuid, { email: "eve@example.com" }), id],
        [user(yield* uuid, { email: "xada@example.com" }), id],
        [user(yield* uuid, { email: null }), id],
        [user(yield* uuid), elsewhere]
      ] as const) {
        assert.strictEqual((yield* Effect.flip(admit(caller, organizationId)))._tag, "NotAMember")
      }
      assert.isTrue(Option.isSome(yield* (yield* Memberships).findInvitation(id, email)))
    }).pipe(Effect.provide(world))
  )

  it.effect("uses up the invitation, so that a second user with the address is refused", () =>
    Effect.gen(function* () {
      const id = yield* invited()
      yield* admit(user(yield* uuid), id)
      assert.strictEqual((yield* Effect.flip(admit(user(yield* uuid), id)))._tag, "NotAMember")
    }).pipe(Effect.provide(world))
  )

  it.effect("is admitted as one member by several concurrent first requests", () =>
    Effect.gen(function* () {
      const id = yield* invited()
      const caller = user(yield* uuid)
      const requests = Array.from({ length: 8 }, () => admit(caller, id))
      const admitted = yield* Effect.all(requests, { concurrency: "unbounded" })
      assert.strictEqual(new Set(admitted.map(({ membership }) => membership?.userId)).size, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("is refused after the membership has ended", () =>
    Effect.gen(function* () {
      const id = yield* invited()
      const caller = user(yield* uuid)
      yield* admit(caller, id)
      yield* (yield* Memberships).remove(id, { _tag: "Joined", userId: caller.userId })
      assert.strictEqual((yield* Effect.flip(admit(caller, id)))._tag, "NotAMember")
    }).pipe(Effect.provide(world))
  )
})
