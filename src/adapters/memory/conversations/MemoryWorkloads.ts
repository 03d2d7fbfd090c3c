import { Array, Effect, Layer, Option, Order } from "effect"
import type { Workload } from "../../../domain/conversations/assignment.ts"
import type { OrganizationId, UserId } from "../../../domain/Ids.ts"
import { type WorkloadChange, Workloads } from "../../../ports/conversations/Workloads.ts"
import { newest } from "../newest.ts"
import type { State, Step, StoredConversation, StoredMembership } from "../State.ts"
import { World } from "../World.ts"

const isWork = ({ isHidden, snoozedAt, status }: StoredConversation): boolean =>
  !isHidden && snoozedAt === null && (status === "open" || status === "escalated")

const workloadIn =
  ({ conversations }: State) =>
  ({ organizationId, role, userId, work }: StoredMembership): Workload => ({
    userId,
    role,
    availability: work?.availability ?? null,
    capacity: work?.capacity ?? null,
    open: conversations.filter(
      (stored) => stored.organizationId === organizationId && stored.assigneeId === userId && isWork(stored)
    ).length,
    lastAssignedAt: work?.lastAssignedAt ?? null
  })

const byUser = Order.mapInput(Order.String, ({ userId }: Workload) => userId)

const change =
  (organizationId: OrganizationId, userId: UserId, changes: WorkloadChange): Step<boolean> =>
  (state) => {
    const isIt = (stored: StoredMembership) => stored.organizationId === organizationId && stored.userId === userId
    const memberships = state.memberships.map((stored) =>
      isIt(stored) ? { ...stored, work: { ...stored.work, ...changes } } : stored
    )
    return [Effect.succeed(state.memberships.some(isIt)), { ...state, memberships }]
  }

export const layer = Layer.effect(
  Workloads,
  Effect.map(World, ({ read, step }) =>
    Workloads.of({
      list: (organizationId) =>
        read("Workloads.list", (state) =>
          state.memberships
            .filter((stored) => stored.organizationId === organizationId)
            .map(workloadIn(state))
            .toSorted(byUser)
        ),
      change: (organizationId, userId, changes) => step("Workloads.change", change(organizationId, userId, changes)),
      lastAssignee: (organizationId, contactId) =>
        read("Workloads.lastAssignee", ({ conversations }) =>
          Option.getOrNull(
            Option.flatMapNullishOr(
              Array.head(
                conversations
                  .filter(
                    (stored) =>
                      stored.organizationId === organizationId &&
                      stored.contactId === contactId &&
                      stored.assigneeId !== null &&
                      !stored.isHidden
                  )
                  .toSorted(newest(({ updatedAt }) => updatedAt))
              ),
              ({ assigneeId }) => assigneeId
            )
          )
        )
    })
  )
)
