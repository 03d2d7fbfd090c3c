import { Effect } from "effect"
import { NoMember } from "../../domain/access/Notification.ts"
import { Forbidden, mayManage, type SessionAccess } from "../../domain/access/SessionAccess.ts"
import { MemberUnknown } from "../../domain/access/AccessFailures.ts"
import { type Workload, checkCapacity } from "../../domain/conversations/assignment.ts"
import type { OrganizationId, UserId } from "../../domain/Ids.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { type WorkloadChange, Workloads } from "../../ports/conversations/Workloads.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { recordChange } from "./auditLog.ts"

/** The work of all members. */
export const listWorkloads = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* Workloads).list(organizationId)
}, spanned("listWorkloads"))

/** Changes the work of a member, after assignments that run now. Returns it before and after, and the member's address. */
const changeWorkload = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  userId: UserId,
  change: WorkloadChange
) {
  const workloads = yield* Workloads
  const roster = yield* (yield* Memberships).lock(organizationId)
  const find = Effect.map(workloads.list(organizationId), (all) => all.find((one) => one.userId === userId))
  const before = yield* find
  yield* workloads.change(organizationId, userId, change)
  const after = yield* find
  if (before === undefined || after === undefined) {
    return yield* new MemberUnknown({ organizationId, reference: userId })
  }
  const name = roster.flatMap((entry) =>
    entry._tag === "Joined" && entry.user.id === userId ? [entry.user.email] : []
  )
  return { before, after, subject: { id: userId, name: name.join("") } }
})

/** The member of a request: the caller for null. Others are for callers who manage the organization. */
const memberOf = Effect.fnUntraced(function* (access: SessionAccess, userId: UserId | null) {
  const own = access.membership?.userId ?? null
  if (userId === null) return own === null ? yield* new NoMember() : own
  return userId === own || mayManage(access) ? userId : yield* new Forbidden()
})

/**
 * Sets whether policies choose the member; null for the caller (contract: Availability and capacity of members). No audit
 * entry: members set it many times a day.
 */
export const setAvailability = Effect.fnUntraced(function* (
  access: SessionAccess,
  userId: UserId | null,
  availability: NonNullable<Workload["availability"]>
) {
  const member = yield* memberOf(access, userId)
  const { atomically } = yield* Transaction
  const { after } = yield* atomically(changeWorkload(access.organizationId, member, { availability }))
  return after
}, spanned("setAvailability"))

/** Sets the capacity of a member; null for that of the organization. */
export const setCapacity = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  userId: UserId,
  requested: number | null
) {
  const capacity = yield* Effect.fromResult(checkCapacity("capacity", requested))
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const { after, before, subject } = yield* changeWorkload(organizationId, userId, { capacity })
      const states = { before: { capacity: before.capacity }, after: { capacity: after.capacity } }
      yield* recordChange(organizationId, "member.changed", subject, states)
      return after
    })
  )
}, spanned("setCapacity"))
