import { DateTime, Order, Result, Schema } from "effect"
import { UserId } from "../Ids.ts"
import type { Named } from "../Named.ts"
import type { Conversation } from "./Conversation.ts"
import { maxCapacity, SettingRefused } from "./SettingRefused.ts"

/**
 * The rule that chooses the assignee of a waiting conversation. `manual`: members choose. `last_assignee`: the member who had
 * the last conversation with the contact, else as `least_busy`.
 */
export const AssignmentPolicy = Schema.Literals(["manual", "round_robin", "least_busy", "last_assignee"])
export type AssignmentPolicy = Named<typeof AssignmentPolicy.Type>

/** Open conversations that a member has at most by a policy. */
export const Capacity = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxCapacity }))

/** How conversations of an organization are assigned automatically (contract: Automatic assignment). */
export class Assignment extends Schema.Opaque<Assignment>()(
  Schema.Struct({
    /** The policy of conversations whose team has none. */
    policy: AssignmentPolicy,
    /** The capacity of members who have none of their own; null for any number. */
    capacity: Schema.NullOr(Capacity)
  })
) {}

const isCapacity = Schema.is(Capacity)

/** The capacity in the field, if it can be set; null for none. */
export const checkCapacity = (field: string, capacity: number | null): Result.Result<number | null, SettingRefused> =>
  capacity === null || isCapacity(capacity)
    ? Result.succeed(capacity)
    : Result.fail(new SettingRefused({ field, reason: "capacity" }))

/** Whether a member takes conversations by policies. */
export const MemberAvailability = Schema.Literals(["available", "away"])
export type MemberAvailability = Named<typeof MemberAvailability.Type>

/** The work of a member, as policies see it. */
export class Workload extends Schema.Opaque<Workload>()(
  Schema.Struct({
    userId: UserId,
    role: Schema.Literals(["owner", "admin", "agent"]),
    /** Null if it was never set. */
    availability: Schema.NullOr(MemberAvailability),
    /** Null for the capacity of the organization. */
    capacity: Schema.NullOr(Capacity),
    /** Conversations assigned to the member that are open or escalated, without snoozed ones. */
    open: Schema.Int,
    /** When a policy last chose the member; null if it never did. */
    lastAssignedAt: Schema.NullOr(Schema.DateTimeUtcFromString)
  })
) {}

/** The availability of a member. Where it was never set, agents are available, and owners and admins are away. */
export const availabilityOf = ({
  availability,
  role
}: {
  readonly availability: MemberAvailability | null
  readonly role: Workload["role"]
}): MemberAvailability => availability ?? (role === "agent" ? "available" : "away")

/** Whether a policy may assign a conversation to the member. `capacity` is that of the organization. */
export const mayTake = (member: Workload, capacity: number | null): boolean => {
  const most = member.capacity ?? capacity
  return availabilityOf(member) === "available" && (most === null || member.open < most)
}

/** The member that a policy chose longest ago first; of two, the one with the lower id. */
const byTurn: Order.Order<Workload> = Order.combine(
  Order.mapInput(Order.Number, ({ lastAssignedAt }: Workload) => lastAssignedAt?.epochMilliseconds ?? -Infinity),
  Order.mapInput(Order.String, ({ userId }: Workload) => userId)
)

const byLoad: Order.Order<Workload> = Order.combine(
  Order.mapInput(Order.Number, ({ open }: Workload) => open),
  byTurn
)

/**
 * The member that the policy chooses; null if none can take a conversation. `lastAssigneeId` is the assignee of the last
 * conversation with the contact.
 */
export const chooseAssignee = (
  { capacity, policy }: Assignment,
  members: ReadonlyArray<Workload>,
  lastAssigneeId: UserId | null = null
): UserId | null => {
  if (policy === "manual") return null
  const free = members.filter((member) => mayTake(member, capacity))
  const last = policy === "last_assignee" ? free.find(({ userId }) => userId === lastAssigneeId) : undefined
  const [first] = free.toSorted(policy === "round_robin" ? byTurn : byLoad)
  return (last ?? first)?.userId ?? null
}

/** The time of a choice: later than every earlier one, so that turns stay in order within a millisecond. */
export const turnAfter = (members: ReadonlyArray<Workload>, at: DateTime.Utc): DateTime.Utc =>
  members.reduce(
    (latest, { lastAssignedAt }) =>
      lastAssignedAt === null ? latest : DateTime.max(latest, DateTime.add(lastAssignedAt, { milliseconds: 1 })),
    at
  )

/** Whether people handle the conversation and it has no assignee. */
export const isUnassigned = ({ assigneeId, status }: Pick<Conversation, "assigneeId" | "status">): boolean =>
  assigneeId === null && (status === "open" || status === "escalated")

/** The conversation, which waits for an assignee from this time if it has none and people handle it. */
export const queued = (conversation: Conversation, at: DateTime.Utc): Conversation =>
  isUnassigned(conversation) && conversation.queuedAt === null ? { ...conversation, queuedAt: at } : conversation

/** The conversation, which no longer waits if it has an assignee, is closed, or an AI agent handles it. */
export const settled = (conversation: Conversation): Conversation =>
  conversation.queuedAt === null || isUnassigned(conversation) ? conversation : { ...conversation, queuedAt: null }
