import { Context, type Effect } from "effect"
import type { Workload } from "../../domain/conversations/assignment.ts"
import type { ContactId, OrganizationId, UserId } from "../../domain/Ids.ts"

/** A change of a member's work. Absent fields stay as they are. */
export type WorkloadChange = Partial<Pick<Workload, "availability" | "capacity" | "lastAssignedAt">>

/** The work of members, from which policies choose assignees (contract: Automatic assignment). */
export class Workloads extends Context.Service<
  Workloads,
  {
    /** All members, in the order of their user ids. Invited ones are not included. */
    list(organizationId: OrganizationId): Effect.Effect<ReadonlyArray<Workload>>
    /** Changes the work of a member. Returns whether there is such a member. */
    change(organizationId: OrganizationId, userId: UserId, change: WorkloadChange): Effect.Effect<boolean>
    /** The assignee of the last updated conversation with the contact that has one; null without one. */
    lastAssignee(organizationId: OrganizationId, contactId: ContactId): Effect.Effect<UserId | null>
  }
>()("effect-parley/ports/Workloads") {}
