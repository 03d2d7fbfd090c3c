import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, DateTime, Result, Schema } from "effect"
import {
  type Assignment,
  AssignmentPolicy,
  availabilityOf,
  checkCapacity,
  chooseAssignee,
  mayTake,
  MemberAvailability,
  queued,
  settled,
  turnAfter,
  type Workload
} from "../../../src/domain/conversations/assignment.ts"
import {
  assign,
  close,
  escalate,
  handOverToAi,
  reopen,
  unassign
} from "../../../src/domain/conversations/conversationActions.ts"
import { wake } from "../../../src/domain/conversations/snooze.ts"
import { movedToTeam } from "../../../src/domain/conversations/Team.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import { Arbitraries } from "../../../testing/arbitraries/Arbitraries.ts"

const { conversation, instant, teamId, userId } = Arbitraries

const day = DateTime.makeUnsafe("2026-11-20T12:00:00Z")
const idOf = (index: number) => UserId.make(`0198c3f2-6f1e-7c3a-9d52-${`${index}`.padStart(12, "0")}`)

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Member = Schema.Struct({
  role: Schema.Literals(["owner", "admin", "agent"]),
  availability: Schema.NullOr(MemberAvailability),
  capacity: Schema.NullOr(between(1, 5)),
  open: between(0, 6),
  lastAssignedAt: Schema.NullOr(between(0, 5))
})
const members = Arbitrary.schema(Schema.Array(Member).check(Schema.isMaxLength(8))).pipe(
  Arbitrary.map((all) =>
    all.map(({ lastAssignedAt: second, ...one }, index): Workload => ({
      ...one,
      userId: idOf(index),
      lastAssignedAt: second === null ? null : DateTime.add(day, { seconds: second })
    }))
  )
)
const rule = Schema.Struct({ policy: AssignmentPolicy, capacity: Schema.NullOr(between(1, 5)) })
const lastMember = Arbitrary.schema(between(0, 8)).pipe(Arbitrary.map(idOf))

const free = (userId: UserId): Workload => ({
  userId,
  role: "agent",
  availability: "available",
  capacity: null,
  open: 0,
  lastAssignedAt: null
})

/** Assigns conversations at these milliseconds one after the other; returns how many each member got. */
const rounds = (policy: Assignment["policy"], size: number, times: ReadonlyArray<number>) => {
  let all: ReadonlyArray<Workload> = Array.from({ length: size }, (_, index) => free(idOf(index)))
  const counts = new Map(all.map((one) => [one.userId, 0]))
  for (const millis of times) {
    const at = DateTime.add(day, { milliseconds: millis })
    const chosen = chooseAssignee({ policy, capacity: null }, all)
    if (chosen === null) return assert.fail("nobody was chosen")
    counts.set(chosen, (counts.get(chosen) ?? 0) + 1)
    const lastAssignedAt = turnAfter(all, at)
    const given = (one: Workload): Workload => ({ ...one, open: one.open + 1, lastAssignedAt })
    all = all.map((one) => (one.userId === chosen ? given(one) : one))
  }
  return [...counts.values()]
}

describe("policies of assignment", () => {
  it.prop(
    "assignment: the chosen member is available and below capacity, and nobody is chosen only if nobody is",
    { all: members, given: rule, last: lastMember },
    ({ all, given, last }) => {
      const chosen = chooseAssignee(given, all, last)
      const able = all.filter((one) => mayTake(one, given.capacity))
      if (given.policy === "manual" || able.length === 0) return assert.isNull(chosen)
      const found = able.find((one) => one.userId === chosen) ?? assert.fail("somebody else was chosen")
      assert.strictEqual(availabilityOf(found), "available")
      assert.isBelow(found.open, found.capacity ?? given.capacity ?? Number.POSITIVE_INFINITY)
    }
  )

  it.prop(
    "assignment: the choice does not depend on the order of the members",
    { all: members, given: rule, last: lastMember },
    ({ all, given, last }) => {
      assert.strictEqual(chooseAssignee(given, all.toReversed(), last), chooseAssignee(given, all, last))
    }
  )

  it.prop(
    "assignment: least busy takes a minimum, and last assignee that member or a minimum",
    { all: members, last: lastMember },
    ({ all, last }) => {
      const able = all.filter((one) => mayTake(one, null))
      const least = Math.min(...able.map(({ open }) => open))
      const openOf = (id: UserId | null) => able.find((one) => one.userId === id)?.open ?? least
      assert.isTrue(
        able.length === 0 || openOf(chooseAssignee({ policy: "least_busy", capacity: null }, all)) === least
      )
      const chosen = chooseAssignee({ policy: "last_assignee", capacity: null }, all, last)
      const isBack = able.some((one) => one.userId === last)
      assert.isTrue(isBack ? chosen === last : able.length === 0 || openOf(chosen) === least)
    }
  )

  it.prop(
    "assignment: round robin and least busy are fair within one, also within a millisecond and when the clock goes back",
    { size: between(1, 6), times: Schema.Array(between(-3, 3)).check(Schema.isMaxLength(40)) },
    ({ size, times }) => {
      for (const policy of ["round_robin", "least_busy"] as const) {
        const counts = rounds(policy, size, times)
        assert.isAtMost(Math.max(...counts) - Math.min(...counts), 1, policy)
      }
    }
  )

  it("assignment: agents are available and others away until they set it", () => {
    const roles = (["owner", "admin", "agent"] as const).map((role) => availabilityOf({ role, availability: null }))
    assert.deepStrictEqual(roles, ["away", "away", "available"])
    assert.strictEqual(availabilityOf({ role: "owner", availability: "available" }), "available")
    assert.strictEqual(availabilityOf({ role: "agent", availability: "away" }), "away")
  })

  it("assignment: a capacity is a positive whole number within its bound, or none", () => {
    const isTaken = (capacity: number | null) => Result.isSuccess(checkCapacity("capacity", capacity))
    assert.deepStrictEqual([null, 1, 1_000, 0, 1_001, 1.5].map(isTaken), [true, true, true, false, false, false])
  })
})

describe("conversations that wait for an assignee", () => {
  it.prop(
    "waiting: a conversation waits only without an assignee and while people handle it",
    { one: conversation, at: instant, user: userId },
    ({ at, one, user }) => {
      const waiting = queued({ ...one, status: "open", assigneeId: null, queuedAt: null }, at)
      assert.deepStrictEqual(waiting.queuedAt, at)
      assert.strictEqual(queued(waiting, DateTime.add(at, { seconds: 1 })), waiting)
      assert.isNull(assign(waiting, user, at).conversation.queuedAt)
      assert.isNull(close(waiting, "x", null, at).conversation.queuedAt)
      const machine = Result.getOrThrow(handOverToAi(waiting, at)).conversation
      assert.isNull(machine.queuedAt)
      assert.strictEqual(queued(machine, at), machine)
      assert.deepStrictEqual(Result.getOrThrow(escalate(machine, at)).conversation.queuedAt, at)
      assert.isNull(settled({ ...waiting, assigneeId: user }).queuedAt)
      const taken = assign(waiting, user, at).conversation
      assert.isNull(unassign(taken, at).conversation.queuedAt)
      assert.isNull(reopen(close(taken, "x", null, at).conversation, at).conversation.queuedAt)
      assert.deepStrictEqual(reopen(close(waiting, "x", null, at).conversation, at).conversation.queuedAt, at)
    }
  )

  it.prop(
    "waiting: the end of a snooze and a team let a conversation without an assignee wait",
    { one: conversation, at: instant, team: teamId, user: userId },
    ({ at, one, team, user }) => {
      const open = { ...one, status: "escalated" as const, assigneeId: null, queuedAt: null, teamId: null }
      const snoozed = { ...open, snoozedAt: at, snoozedUntil: at }
      assert.deepStrictEqual(wake(snoozed, at).conversation.queuedAt, at)
      assert.isNull(wake({ ...snoozed, assigneeId: user }, at).conversation.queuedAt)
      assert.deepStrictEqual(movedToTeam(open, team, at).queuedAt, at)
      assert.isNull(movedToTeam({ ...open, assigneeId: user }, team, at).queuedAt)
      assert.isNull(movedToTeam({ ...open, teamId: team }, null, at).queuedAt)
    }
  )
})
