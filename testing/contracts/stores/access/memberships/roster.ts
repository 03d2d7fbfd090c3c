import { DateTime, Effect, Option } from "effect"
import {
  EmailAddress,
  type Invitation,
  type Permissions,
  type RosterKey
} from "../../../../../src/domain/access/Member.ts"
import type { User } from "../../../../../src/domain/access/Organization.ts"
import { type OrganizationId, UserId } from "../../../../../src/domain/Ids.ts"
import { Memberships } from "../../../../../src/ports/access/Memberships.ts"
import { Transaction } from "../../../../../src/ports/process/Transaction.ts"
import { Users } from "../../../../../src/ports/access/SignIns.ts"
import { givenOrganization, uuid } from "../../../../given/given.ts"
import { givenMember } from "../../../../given/givenMember.ts"
import { givenUser } from "../../../../given/givenUser.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import { assert } from "../../../assert.ts"
import type { Tests } from "../../../Suite.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.001Z")
const agent: Permissions = { role: "agent", conversationScope: "assigned" }
const admin: Permissions = { role: "admin", conversationScope: "all" }

/** A user of an external identity provider, in no organization yet. */
const someUser = Effect.fnUntraced(function* (name: string) {
  const id = UserId.make(yield* uuid)
  const user: User = { id, email: `${name}+${id}@example.com`, name, createdAt: at }
  return user
})

const givenInvitation = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  changes: Partial<Pick<Invitation, "email" | "name" | "role" | "conversationScope">> = {}
) {
  const email = EmailAddress.make(`bob+${yield* uuid}@example.com`)
  const invitation: Invitation = { organizationId, email, name: "Bób", ...agent, createdAt: at, ...changes }
  yield* (yield* Memberships).invite(organizationId, invitation)
  return invitation
})

const joined = (userId: UserId): RosterKey => ({ _tag: "Joined", userId })
const invited = (email: EmailAddress): RosterKey => ({ _tag: "Invited", email })

export const roster = (it: Tests<StorePorts>) => {
  it.effect("roster: lists members by address, then invitations by address, of one organization", () =>
    Effect.gen(function* () {
      const { add, list } = yield* Memberships
      const { id } = yield* givenOrganization()
      const other = (yield* givenOrganization()).id
      assert.deepStrictEqual(yield* list(id), [])
      const zoe = yield* givenMember(id, { name: "Zoe", role: "owner" })
      const adam = yield* someUser("Adam")
      yield* add(id, adam, agent)
      yield* givenMember(other)
      yield* givenInvitation(other)
      const second = yield* givenInvitation(id, { email: EmailAddress.make(`y+${yield* uuid}@example.com`) })
      const first = yield* givenInvitation(id, { role: "owner", conversationScope: "all" })

      const { createdAt: _, ...shownAdam } = adam
      const expected = [
        { _tag: "Joined", user: shownAdam, membership: { organizationId: id, userId: adam.id, ...agent } },
        { _tag: "Joined", user: zoe.user, membership: zoe.access.membership },
        { _tag: "Invited", invitation: first },
        { _tag: "Invited", invitation: second }
      ]
      assert.deepStrictEqual<unknown>(yield* list(id), expected)
      const locked = yield* (yield* Transaction).atomically((yield* Memberships).lock(id))
      assert.deepStrictEqual<unknown>(locked, expected)
    })
  )

  it.effect("roster: a user in several organizations keeps name and address, and has no sign-in here", () =>
    Effect.gen(function* () {
      const { add, find } = yield* Memberships
      const acme = (yield* givenOrganization()).id
      const globex = (yield* givenOrganization()).id
      const user = yield* someUser("Ada")
      yield* add(acme, user, admin)
      yield* add(globex, { ...user, name: "Other", email: "other@example.com" }, agent)
      for (const [organizationId, permissions] of [
        [acme, admin],
        [globex, agent]
      ] as const) {
        assert.deepStrictEqual(
          yield* find(organizationId, user.id),
          Option.some({
            user: { id: user.id, name: user.name, email: user.email },
            membership: { organizationId, userId: user.id, ...permissions },
            isSuspended: false
          })
        )
      }
      const users = yield* Users
      assert.isTrue(Option.isNone(yield* users.find(user.id)))
      assert.isTrue(Option.isNone(yield* users.findByEmail(user.email)))
    })
  )

  it.effect("roster: two users of a provider with the same address are both added", () =>
    Effect.gen(function* () {
      const { add, find } = yield* Memberships
      const { id } = yield* givenOrganization()
      const one = yield* someUser("Ada")
      const other: User = { ...(yield* someUser("Ada")), email: one.email.toUpperCase() }
      yield* add(id, one, agent)
      yield* add(id, other, agent)
      assert.strictEqual(Option.getOrThrow(yield* find(id, other.id)).user.email, other.email)
    })
  )

  it.effect("roster: an invitation is found by its whole address in its organization", () =>
    Effect.gen(function* () {
      const { findInvitation } = yield* Memberships
      const { id } = yield* givenOrganization()
      const other = (yield* givenOrganization()).id
      const invitation = yield* givenInvitation(id)
      assert.deepStrictEqual(yield* findInvitation(id, invitation.email), Option.some(invitation))
      assert.isTrue(Option.isNone(yield* findInvitation(other, invitation.email)))
      assert.isTrue(Option.isNone(yield* findInvitation(id, EmailAddress.make(invitation.email.slice(1)))))
      assert.isTrue(Option.isNone(yield* findInvitation(id, EmailAddress.make("%@%"))))
    })
  )

  it.effect("roster: accepting an invitation makes one user a member and uses it up", () =>
    Effect.gen(function* () {
      const { accept, find, findInvitation, list } = yield* Memberships
      const { id } = yield* givenOrganization()
      const other = (yield* givenOrganization()).id
      const { email } = yield* givenInvitation(id)
      const elsewhere = yield* givenInvitation(other, { email })
      const bob = UserId.make(yield* uuid)
      const late = UserId.make(yield* uuid)

      yield* accept(id, email, bob, at)
      yield* accept(id, email, late, at)
      yield* accept(id, email, bob, at)

      const member = {
        user: { id: bob, name: "Bób", email },
        membership: { organizationId: id, userId: bob, ...agent }
      }
      assert.deepStrictEqual(yield* find(id, bob), Option.some({ ...member, isSuspended: false }))
      assert.isTrue(Option.isNone(yield* find(id, late)))
      assert.isTrue(Option.isNone(yield* find(other, bob)))
      assert.deepStrictEqual<unknown>(yield* list(id), [{ _tag: "Joined", ...member }])
      assert.deepStrictEqual(yield* findInvitation(other, email), Option.some(elsewhere))
    })
  )

  it.effect("roster: one of many concurrent users accepts an invitation", () =>
    Effect.gen(function* () {
      const { accept, find, list } = yield* Memberships
      const { id } = yield* givenOrganization()
      const { email } = yield* givenInvitation(id)
      const same = UserId.make(yield* uuid)
      const ids = [same, same, UserId.make(yield* uuid), same, UserId.make(yield* uuid)]
      yield* Effect.forEach(ids, (userId) => accept(id, email, userId, at), { concurrency: "unbounded" })
      assert.strictEqual((yield* list(id)).length, 1)
      const members = yield* Effect.forEach([...new Set(ids)], (userId) => find(id, userId))
      assert.strictEqual(members.filter(Option.isSome).length, 1)
    })
  )

  it.effect("roster: a user of a provider gets the accepted address, and other users do not", () =>
    Effect.gen(function* () {
      const { accept, add, find } = yield* Memberships
      const acme = (yield* givenOrganization()).id
      const { id } = yield* givenOrganization()
      const external = yield* someUser("Ada")
      yield* add(acme, external, admin)
      const { user: own } = yield* givenUser
      for (const [userId, before] of [
        [external.id, null],
        [own.id, own.email]
      ] as const) {
        const { email } = yield* givenInvitation(id)
        yield* accept(id, email, userId, at)
        assert.strictEqual(Option.getOrThrow(yield* find(id, userId)).user.email, before ?? email)
      }
    })
  )

  it.effect("roster: a member or invitation is changed and removed, and an unknown one is reported", () =>
    Effect.gen(function* () {
      const { change, list, remove } = yield* Memberships
      const { id } = yield* givenOrganization()
      const other = (yield* givenOrganization()).id
      const ada = yield* givenMember(id, { role: "owner" })
      const bob = yield* givenMember(id)
      const { email } = yield* givenInvitation(id)
      const keys = [joined(bob.user.id), invited(email)]
      const before = yield* list(id)

      for (const key of keys) {
        assert.isFalse(yield* change(other, key, admin))
        assert.isFalse(yield* remove(other, key))
      }
      assert.deepStrictEqual(yield* list(id), before)

      for (const key of keys) assert.isTrue(yield* change(id, key, admin))
      const permissions = (yield* list(id)).map((entry) => {
        const { conversationScope, role } = entry._tag === "Joined" ? entry.membership : entry.invitation
        return `${role} ${conversationScope}`
      })
      assert.sameMembers(permissions, ["owner all", "admin all", "admin all"])

      for (const key of keys) assert.isTrue(yield* remove(id, key))
      assert.deepStrictEqual<unknown>(yield* list(id), [
        { _tag: "Joined", user: ada.user, membership: ada.access.membership }
      ])
      for (const key of keys) {
        assert.isFalse(yield* change(id, key, admin))
        assert.isFalse(yield* remove(id, key))
      }
    })
  )
}
