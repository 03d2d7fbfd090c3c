import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { listWorkloads, setAvailability, setCapacity } from "../../../app/access/workloads.ts"
import { MemberUnknown } from "../../../domain/access/AccessFailures.ts"
import { maxMembers } from "../../../domain/access/Member.ts"
import { availabilityOf, MemberAvailability, type Workload } from "../../../domain/conversations/assignment.ts"
import { maxCapacity } from "../../../domain/conversations/SettingRefused.ts"
import { UserId } from "../../../domain/Ids.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { invalidField, notFound, Refusals, Refused } from "../interfaces/Refusal.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { refusal } from "../openapi/documented.ts"

const status = MemberAvailability.annotate({ description: "available: policies choose the member. away: they do not" })

const WorkloadItem = Schema.Struct({
  userId: UserId.annotate({ description: "The member's user id" }),
  availability: MemberAvailability.annotate({
    description: "Whether policies choose the member. Never set: agents are available, owners and admins are away"
  }),
  capacity: Schema.NullOr(Schema.Int).annotate({
    description: "The member's own capacity; null for that of the organization"
  }),
  open: Schema.Int.annotate({
    description: "Conversations assigned to the member that are open or escalated, without snoozed ones"
  })
}).annotate({ identifier: "Workload", description: "The work of a member" })

const workloadView = (workload: Workload): typeof WorkloadItem.Type => ({
  userId: workload.userId,
  availability: availabilityOf(workload),
  capacity: workload.capacity,
  open: workload.open
})

const exampleMemberId = UserId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e27")
const example = { userId: exampleMemberId, availability: "available" as const, capacity: null, open: 7 }

const Answer = Data(WorkloadItem).annotate({ examples: [ok(example)] })

const WorkloadList = Data(
  Schema.Struct({
    workloads: Schema.Array(WorkloadItem).annotate({ description: `All members by their ids; at most ${maxMembers}` })
  })
).annotate({ examples: [ok({ workloads: [example] })] })

const AvailabilityRequest = Schema.Struct({ status }).annotate({
  identifier: "SetAvailabilityRequest",
  description: "Whether policies choose the member",
  examples: [{ status: "away" }]
})

const CapacityRequest = Schema.Struct({
  capacity: Schema.NullOr(Schema.Int).annotate({
    description: `Open conversations up to which policies choose the member, 1 to ${maxCapacity}; null for the capacity of the organization`
  })
}).annotate({ identifier: "SetCapacityRequest", description: "The capacity of a member", examples: [{ capacity: 5 }] })

const memberNotFound = refusal("No member has the id", notFound("Member not found"))
const otherMember = refusal(
  "An agent sets the availability of another member",
  new Refused("Forbidden", { text: "Forbidden" })
)
const capacityRefused = refusal(
  "The capacity is out of bounds",
  invalidField("capacity", `Expected 1 to ${maxCapacity} conversations`)
)

const params = { memberId: Schema.String.annotate({ description: "The member's user id" }) }
const paramsOrMe = {
  memberId: Schema.String.annotate({ description: "The member's user id, or `me` for the member who calls" })
}

/** Endpoints of the work of members (contract: Availability and capacity of members). */
const groupOf = <P extends Prefix, G extends InterfaceGuards>(on: Interface<P, G>) =>
  HttpApiGroup.make("workloads")
    .add(
      HttpApiEndpoint.get("list", `${on.prefix}/members/workloads`, { success: WorkloadList })
        .annotate(OpenApi.Summary, "List the work of members")
        .annotate(OpenApi.Description, "Availability, capacity and open conversations of each member."),
      HttpApiEndpoint.put("setAvailability", `${on.prefix}/members/:memberId/availability`, {
        params: paramsOrMe,
        payload: AvailabilityRequest,
        success: Answer
      })
        .middleware(on.NotFound)
        .annotate(Refusals, [otherMember, memberNotFound])
        .annotate(OpenApi.Summary, "Set the availability of a member")
        .annotate(
          OpenApi.Description,
          "Policies of assignment choose available members only. Members who manage the organization set it for others. Conversations that wait are assigned within seconds."
        ),
      HttpApiEndpoint.put("setCapacity", `${on.prefix}/members/:memberId/capacity`, {
        params,
        payload: CapacityRequest,
        success: Answer
      })
        .middleware(on.Management)
        .middleware(on.NotFound)
        .annotate(Refusals, [capacityRefused, memberNotFound])
        .annotate(OpenApi.Summary, "Set the capacity of a member")
        .annotate(
          OpenApi.Description,
          `Policies choose a member only below the capacity. Members assign conversations to them all the same.${on.forManagers}`
        )
    )
    .annotate(OpenApi.Title, "Work of members")
    .annotate(OpenApi.Description, "Availability and capacity of members, for policies of assignment")

const list = Effect.fnUntraced(function* ({ organizationId }: Requester) {
  return ok({ workloads: (yield* listWorkloads(organizationId)).map(workloadView) })
})

interface OfMember {
  readonly params: { readonly memberId: string }
}

/** The member's id in requests for the member who calls. */
const self = "me"

const availability = Effect.fnUntraced(
  function* (
    { access, organizationId }: Requester,
    { params: { memberId }, payload }: OfMember & { readonly payload: typeof AvailabilityRequest.Type }
  ) {
    const unknown = () => new MemberUnknown({ organizationId, reference: memberId })
    const userId = memberId === self ? null : yield* idOr(UserId, unknown)(memberId)
    return ok(workloadView(yield* setAvailability(access, userId, payload.status)))
  },
  Effect.catchTags({ Forbidden: otherMember, NoMember: memberNotFound, MemberUnknown: memberNotFound })
)

const capacity = Effect.fnUntraced(
  function* (
    { organizationId }: Requester,
    { params: { memberId }, payload }: OfMember & { readonly payload: typeof CapacityRequest.Type }
  ) {
    const unknown = () => new MemberUnknown({ organizationId, reference: memberId })
    const userId = yield* idOr(UserId, unknown)(memberId)
    return ok(workloadView(yield* setCapacity(organizationId, userId, payload.capacity)))
  },
  Effect.catchTags({ SettingRefused: capacityRefused, MemberUnknown: memberNotFound })
)

export const DeveloperWorkloadsGroup = groupOf(developer)

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperWorkloadsGroup), "workloads", (handlers) =>
  handlers.handleAll({
    list: inDeveloper(list),
    setAvailability: inDeveloper(availability),
    setCapacity: inDeveloper(capacity)
  })
)

export const SessionWorkloadsGroup = groupOf(session)

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionWorkloadsGroup), "workloads", (handlers) =>
  handlers.handleAll({
    list: inSession(list),
    setAvailability: inSession(availability),
    setCapacity: inSession(capacity)
  })
)
