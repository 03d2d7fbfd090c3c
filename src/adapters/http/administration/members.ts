import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { addMember, changeMember, listMembers, removeMember } from "../../../app/access/members.ts"
import { emailOf, maxMembers, type Permissions, type RosterEntry } from "../../../domain/access/Member.ts"
import { ConversationScope, Role } from "../../../domain/access/Organization.ts"
import { UserId } from "../../../domain/Ids.ts"
import { MemberItem, memberItem } from "../access/members.ts"
import { conflict, invalidField, notFound, nothingToChange, Refusals } from "../interfaces/Refusal.ts"
import { AnswersConflict, AnswersNotFound } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { optional } from "../interfaces/requestFields.ts"
import { refusal } from "../openapi/documented.ts"
import { forOrganization, unknownOrganization } from "./guards.ts"
import { adminApi, AdminIdempotency, OrganizationGuard } from "./middleware.ts"
import { emailTaken, memberFailures, personFields, readPerson } from "./personFields.ts"

const example: typeof MemberItem.Type = {
  userId: UserId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"),
  name: "Grace Hopper",
  email: "grace@example.com",
  role: "owner",
  conversationScope: "all",
  status: "joined"
}

const Answer = Data(MemberItem).annotate({ examples: [ok(example)] })

const MemberList = Data(
  Schema.Struct({
    members: Schema.Array(MemberItem).annotate({
      description: `Members by address, then invitations by address; at most ${maxMembers}`
    })
  })
).annotate({ examples: [ok({ members: [example] })] })

const Removed = Data(
  Schema.Struct({
    email: Schema.String.annotate({ description: "The address of the former member or invitation" }),
    assignedConversations: Schema.Int.annotate({
      description: "Conversations that are not closed and stay assigned to the user"
    })
  })
).annotate({ examples: [ok({ email: "grace@example.com", assignedConversations: 3 })] })

const scope = optional(
  ConversationScope.annotate({ description: "Conversations of an agent: all, or only their own and unassigned ones" })
)

const AddRequest = Schema.Struct({
  ...personFields,
  role: Role.annotate({ description: "owner, admin or agent" }),
  conversationScope: scope
}).annotate({
  identifier: "AddMemberRequest",
  description: "The member",
  examples: [{ email: "grace@example.com", name: "Grace Hopper", role: "agent", conversationScope: "assigned" }]
})

const ChangeRequest = Schema.Struct({
  role: optional(Role.annotate({ description: "owner, admin or agent" })),
  conversationScope: scope
}).annotate({
  identifier: "ChangeMemberRequest",
  description: "The fields to change, at least one",
  examples: [{ role: "admin" }]
})

const organizationParam = { organizationId: Schema.String.annotate({ description: "The organization's id, a UUID" }) }
const params = {
  ...organizationParam,
  member: Schema.String.annotate({ description: "User id or address of the member or invitation" })
}

const memberUnknown = refusal("No member has the id or address", notFound("Member not found"))
const memberAmbiguous = refusal(
  "Several members have the address",
  conflict("Several members have this address", "Name the member by user id; the list of members has it")
)
const alreadyMember = refusal(
  "The user is a member or invited",
  conflict("A member or an invitation has this address already", "Change the member instead")
)
const lastOwner = refusal(
  "The member is the last owner",
  conflict("The member is the last owner of the organization", "Make another member owner first")
)
const scopeOfAgentsOnly = refusal(
  "The scope is for agents only",
  invalidField("conversationScope", "Expected all, because other roles than agent see all conversations")
)
const tooManyMembers = refusal(
  "There are too many members",
  conflict(`The organization has ${maxMembers} members, the most there can be`, "Remove one first")
)

/** Members of an organization (contract: Members, keys and channels of the administration interface). */
export const AdminMembersGroup = HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("list", "/v1/organizations/:organizationId/members", {
      params: organizationParam,
      success: MemberList
    })
      .annotate(Refusals, [unknownOrganization])
      .annotate(OpenApi.Summary, "List members")
      .annotate(OpenApi.Description, "The members of the organization and its invitations."),
    HttpApiEndpoint.post("add", "/v1/organizations/:organizationId/members", {
      params: organizationParam,
      payload: AddRequest,
      success: Answer.pipe(HttpApiSchema.status(201))
    })
      .middleware(AdminIdempotency)
      .middleware(AnswersConflict)
      .annotate(Refusals, [
        ...Object.values(memberFailures),
        scopeOfAgentsOnly,
        unknownOrganization,
        alreadyMember,
        emailTaken,
        tooManyMembers
      ])
      .annotate(OpenApi.Summary, "Add a member")
      .annotate(
        OpenApi.Description,
        "At an external identity provider the member is named by subject, or invited by address. At the identity provider of the service a new user needs a password."
      ),
    HttpApiEndpoint.patch("change", "/v1/organizations/:organizationId/members/:member", {
      params,
      payload: ChangeRequest,
      success: Answer
    })
      .middleware(AnswersNotFound)
      .middleware(AnswersConflict)
      .annotate(Refusals, [
        nothingToChange,
        scopeOfAgentsOnly,
        unknownOrganization,
        memberUnknown,
        memberAmbiguous,
        lastOwner
      ])
      .annotate(OpenApi.Summary, "Change a member")
      .annotate(OpenApi.Description, "Changes role or scope of a member or an invitation."),
    HttpApiEndpoint.delete("remove", "/v1/organizations/:organizationId/members/:member", { params, success: Removed })
      .middleware(AnswersNotFound)
      .middleware(AnswersConflict)
      .annotate(Refusals, [unknownOrganization, memberUnknown, memberAmbiguous, lastOwner])
      .annotate(OpenApi.Summary, "Remove a member")
      .annotate(OpenApi.Description, "Ends a membership or an invitation, from the next request on.")
  )
  .middleware(OrganizationGuard)
  .annotate(OpenApi.Title, "Members")
  .annotate(OpenApi.Description, "Members of an organization")

const changedEntry = (entry: RosterEntry, { conversationScope, role }: Permissions): typeof MemberItem.Type => ({
  ...memberItem(entry),
  conversationScope,
  role
})

const failures = {
  LastOwner: lastOwner,
  MemberAmbiguous: memberAmbiguous,
  MemberUnknown: memberUnknown,
  OrganizationUnknown: unknownOrganization
}

export const layer = HttpApiBuilder.group(adminApi(AdminMembersGroup), "members", (handlers) =>
  handlers.handleAll({
    list: forOrganization(
      Effect.fnUntraced(
        function* ({ id }) {
          return ok({ members: (yield* listMembers(id)).map(memberItem) })
        },
        Effect.catchTags({ OrganizationUnknown: unknownOrganization })
      )
    ),
    add: forOrganization(
      Effect.fnUntraced(
        function* ({ id }, { payload: { conversationScope, role, ...request } }) {
          const { email, name, ...signIn } = yield* readPerson(request, memberFailures)
          const member = { email, name, role, conversationScope: conversationScope ?? "all" }
          return ok(memberItem(yield* addMember(id, member, signIn)))
        },
        Effect.catchTags({
          AlreadyMember: alreadyMember,
          EmailTaken: emailTaken,
          OrganizationUnknown: unknownOrganization,
          PasswordElsewhere: memberFailures.passwordElsewhere,
          PasswordMissing: memberFailures.passwordMissing,
          ScopeOfAgentsOnly: scopeOfAgentsOnly,
          TooManyMembers: tooManyMembers
        })
      )
    ),
    change: forOrganization(
      Effect.fnUntraced(
        function* ({ id }, { params: { member }, payload: { conversationScope: scope, role } }) {
          if ((scope ?? null) === null && (role ?? null) === null) return yield* nothingToChange()
          const change = { ...(role && { role }), ...(scope && { conversationScope: scope }) }
          const { entry, permissions } = yield* changeMember(id, member, change)
          return ok(changedEntry(entry, permissions))
        },
        Effect.catchTags({ ...failures, ScopeOfAgentsOnly: scopeOfAgentsOnly })
      )
    ),
    remove: forOrganization(
      Effect.fnUntraced(function* ({ id }, { params: { member } }) {
        const { assigned, entry } = yield* removeMember(id, member)
        return ok({ email: emailOf(entry), assignedConversations: assigned })
      }, Effect.catchTags(failures))
    )
  })
)
