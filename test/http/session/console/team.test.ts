import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import type { Role } from "../../../../src/domain/access/Organization.ts"
import type { OrganizationId } from "../../../../src/domain/Ids.ts"
import { Memberships } from "../../../../src/ports/access/Memberships.ts"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { givenUser } from "../../../../testing/given/givenUser.ts"
import { ownWorld } from "../../givenMate.ts"
import { answered, call, givenDashboard, refused, signedIn } from "../sessionDashboard.ts"

const at = Date.parse("2026-11-20T12:00:00.000Z")

const Linked = Schema.Struct({ data: Schema.Struct({ link: Schema.String }) })
const linkOf = ({ body }: { readonly body: unknown }) =>
  Effect.map(Schema.decodeUnknownEffect(Linked)(body), ({ data }) => data.link)

/** Calls of a new member with the role. */
const callsAs = Effect.fnUntraced(function* (id: OrganizationId, role: Role) {
  const { access, user } = yield* givenMember(id, { role })
  const headers = yield* signedIn(id, access.caller)
  return { user, call: (path: string, options: object = {}) => call(headers, path, options) }
})

const post = (body: object = {}) => ({ method: "POST", body })

const grace = {
  email: "grace@example.com",
  name: "grace@example.com",
  role: "agent",
  conversationScope: "all",
  teamIds: [],
  createdAt: "2026-11-20T12:00:00.000Z",
  expiresAt: "2026-11-27T12:00:00.000Z"
}

describe("invitations of the console", () => {
  it.effect("invitations: one is made with a link, listed without it, renewed and revoked", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(at)
      const { id } = yield* givenDashboard()
      const owner = yield* callsAs(id, "owner")
      const made = yield* owner.call("/invitations", post({ email: "Grace@Example.com", role: "agent" }))
      const link = yield* linkOf(made)
      assert.match(link, /^\/invite#[a-z2-7]{32}$/)
      assert.deepStrictEqual(made, answered(201, { ...grace, link }))
      assert.deepStrictEqual(yield* owner.call("/invitations"), answered(200, { invitations: [grace] }))
      const renewed = yield* owner.call("/invitations/grace@example.com/renew", post())
      const next = yield* linkOf(renewed)
      assert.notStrictEqual(next, link)
      assert.deepStrictEqual(renewed, answered(200, { ...grace, link: next }))
      const revoke = () => owner.call("/invitations/grace@example.com", { method: "DELETE" })
      assert.deepStrictEqual(yield* revoke(), answered(200, { email: grace.email }))
      assert.deepStrictEqual(yield* revoke(), refused(404, "Member not found"))
      const actions = (yield* (yield* World).state).auditEntries.map(({ action }) => action)
      assert.includeMembers([...actions], ["member.invited", "member.invitation_renewed", "member.removed"])
    }).pipe(Effect.provide(ownWorld))
  )

  it.effect("invitations: the answer does not tell whether the address has an account", () =>
    Effect.gen(function* () {
      const { id } = yield* givenDashboard()
      const { user } = yield* givenUser
      const owner = yield* callsAs(id, "owner")
      const known = yield* owner.call("/invitations", post({ email: user.email, role: "agent" }))
      const unknown = yield* owner.call("/invitations", post({ email: "nobody@example.com", role: "agent" }))
      assert.deepStrictEqual([known.status, unknown.status], [201, 201])
    }).pipe(Effect.provide(ownWorld))
  )

  it.effect("invitations: bad addresses, teams and roles are refused", () =>
    Effect.gen(function* () {
      const { id, user } = yield* givenDashboard()
      const owner = yield* callsAs(id, "owner")
      const invite = (body: object) => owner.call("/invitations", post({ email: grace.email, role: "agent", ...body }))
      assert.deepStrictEqual(
        yield* invite({ email: "grace" }),
        refused(400, "Invalid field email: Expected an e-mail address")
      )
      assert.deepStrictEqual(
        yield* invite({ teamIds: ["none"] }),
        refused(400, "Invalid field teamIds[0]: not a team of the organization")
      )
      assert.deepStrictEqual(
        yield* invite({ email: user.email }),
        refused(409, "A member or an invitation has this address already")
      )
    }).pipe(Effect.provide(ownWorld))
  )
})

describe("roles of members", () => {
  const ownersOnly = refused(403, "Only owners may change owners, or make a member one")

  it.effect("members: admins change admins and agents, and no owner", () =>
    Effect.gen(function* () {
      const { id, user: owner } = yield* givenDashboard()
      const admin = yield* callsAs(id, "admin")
      const agent = yield* callsAs(id, "agent")
      const patch = (member: string, body: object) => admin.call(`/members/${member}`, { method: "PATCH", body })
      assert.deepStrictEqual(
        yield* patch(agent.user.id, { role: "admin" }),
        answered(200, {
          userId: agent.user.id,
          name: agent.user.name,
          email: agent.user.email,
          role: "admin",
          conversationScope: "all",
          status: "joined"
        })
      )
      for (const refusedCall of [
        patch(owner.id, { role: "agent" }),
        patch(agent.user.id, { role: "owner" }),
        admin.call(`/members/${owner.id}`, { method: "DELETE" }),
        admin.call(`/members/${owner.id}/reset-factors`, post()),
        admin.call(`/members/${owner.id}/password-link`, post()),
        admin.call("/invitations", post({ email: grace.email, role: "owner" }))
      ]) {
        assert.deepStrictEqual(yield* refusedCall, ownersOnly)
      }
      assert.deepStrictEqual(yield* patch(agent.user.id, {}), refused(400, "No valid fields to update"))
      const remove = admin.call(`/members/${agent.user.id}`, { method: "DELETE" })
      assert.deepStrictEqual(yield* remove, answered(200, { email: agent.user.email, assignedConversations: 0 }))
      assert.deepStrictEqual(yield* remove, refused(404, "Member not found"))
    }).pipe(Effect.provide(ownWorld))
  )

  it.effect("members: the last owner stays", () =>
    Effect.gen(function* () {
      const { id } = yield* givenDashboard()
      const { call: asOwner, user } = yield* callsAs(id, "owner")
      const others = (yield* (yield* Memberships).list(id)).flatMap((entry) =>
        entry._tag === "Joined" && entry.user.id !== user.id ? [entry.user.id] : []
      )
      yield* Effect.forEach(others, (userId) => asOwner(`/members/${userId}`, { method: "DELETE" }))
      const last = refused(409, "The member is the last owner of the organization")
      assert.deepStrictEqual(yield* asOwner(`/members/${user.id}`, { method: "DELETE" }), last)
      assert.deepStrictEqual(yield* asOwner(`/members/${user.id}`, { method: "PATCH", body: { role: "agent" } }), last)
    }).pipe(Effect.provide(ownWorld))
  )
})

describe("resets of sign-ins", () => {
  it.effect("resets: a manager resets a member, but none of several organizations", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(at)
      const { id } = yield* givenDashboard()
      const other = yield* givenDashboard()
      const owner = yield* callsAs(id, "owner")
      const { user } = yield* givenUser
      const memberships = yield* Memberships
      yield* memberships.add(id, user, { role: "agent", conversationScope: "all" })
      const shared = refused(409, "The member belongs to other organizations too")
      const reset = owner.call(`/members/${user.id}/reset-factors`, post())
      const link = owner.call(`/members/${user.id}/password-link`, post())
      assert.deepStrictEqual(yield* reset, shared)
      assert.deepStrictEqual(yield* link, shared)

      const { user: own } = yield* givenMember(id)
      const made = yield* owner.call(`/members/${own.id}/password-link`, post())
      const path = yield* linkOf(made)
      assert.match(path, /^\/password#[a-z2-7]{32}$/)
      const expiresAt = "2026-11-21T12:00:00.000Z"
      assert.deepStrictEqual(made, answered(200, { email: own.email, link: path, expiresAt }))
      assert.deepStrictEqual(
        yield* owner.call(`/members/${own.id}/reset-factors`, post()),
        answered(200, { email: own.email, removed: 0 })
      )
      const foreign = yield* call(other.headers, `/members/${own.id}/reset-factors`, post())
      assert.deepStrictEqual(foreign, refused(404, "Member not found"))
    }).pipe(Effect.provide(ownWorld))
  )
})
