import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result, Schema } from "effect"
import {
  EmailAddress,
  type Roster,
  type RosterEntry,
  changedPermissions,
  entryOf,
  isLastOwner,
  keyOf,
  permissionsOf
} from "../../../src/domain/access/Member.ts"
import { ConversationScope, Role } from "../../../src/domain/access/Organization.ts"
import { OrganizationId, UserId } from "../../../src/domain/Ids.ts"

const uuid = (n: number) => `018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e${String(n).padStart(2, "0")}`
const organizationId = OrganizationId.make(uuid(1))

const joined = (n: number, role: Role, email = `user${n}@Example.com`): RosterEntry => ({
  _tag: "Joined",
  user: { id: UserId.make(uuid(n)), name: `User ${n}`, email },
  membership: { organizationId, userId: UserId.make(uuid(n)), role, conversationScope: "all" }
})

const invited = (n: number, role: Role, email = `user${n}@example.com`): RosterEntry => ({
  _tag: "Invited",
  invitation: {
    organizationId,
    email: EmailAddress.make(email),
    name: "",
    role,
    conversationScope: "all",
    createdAt: DateTime.makeUnsafe("2026-11-20T12:00:00.001Z")
  }
})

/** Rosters of members and invitations with any roles, by their numbers. */
const Rosters = Schema.Array(Schema.Struct({ isJoined: Schema.Boolean, role: Role })).check(Schema.isMaxLength(12))
const rosterOf = (rows: typeof Rosters.Type): Roster =>
  rows.map(({ isJoined, role }, n) => (isJoined ? joined(n + 10, role) : invited(n + 10, role)))

const isOwner = (entry: RosterEntry) => permissionsOf(entry).role === "owner"

describe("the last owner", () => {
  it.prop("cannot be removed, and neither can the last owner who has joined", { rows: Rosters }, ({ rows }) => {
    const roster = rosterOf(rows)
    for (const entry of roster) {
      const rest = roster.filter((other) => other !== entry && isOwner(other))
      const leavesNone = entry._tag === "Joined" ? !rest.some(({ _tag }) => _tag === "Joined") : rest.length === 0
      assert.strictEqual(isLastOwner(roster, entry), isOwner(entry) && leavesNone)
    }
  })

  it("remains the last one until another owner joins; an invited owner does not count", () => {
    const owner = joined(2, "owner")
    assert.isTrue(isLastOwner([owner], owner))
    assert.isTrue(isLastOwner([owner, joined(3, "admin"), invited(4, "owner")], owner))
    assert.isFalse(isLastOwner([owner, joined(3, "owner")], owner))
    const invitation = invited(4, "owner")
    assert.isTrue(isLastOwner([invitation], invitation))
    assert.isFalse(isLastOwner([invitation, invited(5, "owner")], invitation))
    assert.isFalse(isLastOwner([invitation, owner], invitation))
  })
})

describe("a member", () => {
  const roster = [joined(2, "owner"), joined(3, "agent"), invited(4, "agent")]
  const found = (reference: string, among: Roster = roster) =>
    Result.match(entryOf(organizationId, among, reference), {
      onSuccess: keyOf,
      onFailure: ({ _tag }) => _tag
    })

  it("is found by user id or address, in upper or lower case", () => {
    for (const reference of [uuid(3), uuid(3).toUpperCase(), "user3@example.com", " USER3@example.com"]) {
      assert.deepStrictEqual(found(reference), { _tag: "Joined", userId: UserId.make(uuid(3)) })
    }
    const email = EmailAddress.make("user4@example.com")
    assert.deepStrictEqual(found("User4@Example.com"), { _tag: "Invited", email })
  })

  it.each(["", "user", "@example.com", uuid(9), "user9@example.com"])("is not found by %j", (reference) => {
    assert.strictEqual(found(reference), "MemberUnknown")
  })

  it("is found by id only if another member has the same address", () => {
    const two = [joined(2, "agent", "ada@example.com"), joined(3, "agent", "ADA@example.com")]
    assert.strictEqual(found("ada@example.com", two), "MemberAmbiguous")
    assert.deepStrictEqual(found(uuid(3), two), { _tag: "Joined", userId: UserId.make(uuid(3)) })
  })
})

describe("permissions", () => {
  const present = { role: "agent", conversationScope: "assigned" } as const

  it("are unchanged if the change does not name them, and a role that sees all conversations resets the scope", () => {
    assert.deepStrictEqual(changedPermissions(present, {}), Result.succeed({ ...present }))
    assert.deepStrictEqual(
      changedPermissions(present, { role: "admin" }),
      Result.succeed({ role: "admin", conversationScope: "all" } as const)
    )
    assert.deepStrictEqual(
      changedPermissions(present, { conversationScope: "all" }),
      Result.succeed({ role: "agent", conversationScope: "all" } as const)
    )
  })

  it.prop(
    "never have a scope that does not apply",
    {
      present: Schema.Struct({ role: Role, conversationScope: ConversationScope }),
      change: Schema.Struct({
        role: Schema.optionalKey(Role),
        conversationScope: Schema.optionalKey(ConversationScope)
      })
    },
    ({ change, present }) => {
      const changed = changedPermissions(present, change)
      if (Result.isFailure(changed)) {
        assert.strictEqual(change.conversationScope, "assigned")
        assert.notStrictEqual(change.role ?? present.role, "agent")
      } else if (changed.success.conversationScope === "assigned") assert.strictEqual(changed.success.role, "agent")
    }
  )
})
