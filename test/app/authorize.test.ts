import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { World } from "../../src/adapters/memory/World.ts"
import { admit, authorize } from "../../src/app/authorize.ts"
import { OrganizationId, UserId } from "../../src/domain/Ids.ts"
import { type SessionCaller, SessionTokenExpired, SessionTokenInvalid } from "../../src/domain/access/SessionCaller.ts"
import { SessionTokens } from "../../src/ports/policies/SessionTokens.ts"
import { givenOrganization, uuid } from "../support/given.ts"
import { givenMember } from "../support/givenMember.ts"

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
  it.effect("lets a member in, as what they are there", () =>
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

  it.effect("lets nobody in who does not belong to the organization, or to one that is not there", () =>
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

  it.effect("lets the service role into each organization that there is, and asks for no membership", () =>
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

  it.effect("looks at nothing before the token is good", () =>
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
