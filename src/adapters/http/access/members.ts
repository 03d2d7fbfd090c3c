import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { passwordPath } from "../../../app/access/accountLinks.ts"
import { createPasswordLink, permittedToReset, resetFactors } from "../../../app/access/memberSignIns.ts"
import { changeMember, listMembersFor, permittedTo, removeMember } from "../../../app/access/members.ts"
import { UserId } from "../../../domain/Ids.ts"
import {
  type RosterEntry,
  emailOf,
  maxMembers,
  passwordLinkHours,
  permissionsOf
} from "../../../domain/access/Member.ts"
import { ConversationScope, Role } from "../../../domain/access/Organization.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import type { Requester } from "../interfaces/Interface.ts"
import { nothingToChange, Refusals } from "../interfaces/Refusal.ts"
import { timestamp } from "../interfaces/pagination.ts"
import { optional } from "../interfaces/requestFields.ts"
import {
  AnswersConflict,
  AnswersNotFound,
  IdempotencyGuard,
  ManagementGuard,
  sessionApi
} from "../interfaces/session/middleware.ts"
import { inSession } from "../interfaces/session/session.ts"
import {
  lastOwner,
  memberAmbiguous,
  memberUnknown,
  organizationGone,
  ownersOnly,
  scopeOfAgentsOnly,
  signInElsewhere,
  signInShared
} from "./memberRefusals.ts"

export const MemberItem = Schema.Struct({
  userId: Schema.NullOr(UserId).annotate({
    description: "The id of the user, as assignments take it; null for an invitation"
  }),
  name: Schema.String.annotate({ description: "Name; empty when it is not known" }),
  email: Schema.String.annotate({ description: "E-mail address" }),
  role: Role.annotate({ description: "owner, admin or agent" }),
  conversationScope: ConversationScope.annotate({
    description:
      "The conversations that an agent reads and changes. all: every one. assigned: those assigned to them and unassigned ones"
  }),
  status: Schema.Literals(["joined", "invited"]).annotate({
    description: "invited: the first request with the verified address makes its user a member"
  })
}).annotate({ identifier: "Member", description: "A member, or an invitation" })

export const memberItem = (entry: RosterEntry): typeof MemberItem.Type => {
  const { conversationScope, role } = permissionsOf(entry)
  return {
    userId: entry._tag === "Joined" ? entry.user.id : null,
    name: entry._tag === "Joined" ? entry.user.name : entry.invitation.name,
    email: emailOf(entry),
    role,
    conversationScope,
    status: entry._tag === "Joined" ? "joined" : "invited"
  }
}

const example: typeof MemberItem.Type = {
  userId: UserId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"),
  name: "Grace Hopper",
  email: "grace@example.com",
  role: "owner",
  conversationScope: "all",
  status: "joined"
}

const params = { memberId: Schema.String.annotate({ description: "User id or address of the member" }) }

const email = Schema.String.annotate({ description: "Address of the member" })

const ChangeRequest = Schema.Struct({
  role: optional(MemberItem.fields.role),
  conversationScope: optional(MemberItem.fields.conversationScope)
}).annotate({
  identifier: "ChangeRoleRequest",
  description: "The fields to change, at least one",
  examples: [{ role: "admin" }]
})

const Removed = Data(
  Schema.Struct({
    email,
    assignedConversations: Schema.Int.annotate({
      description: "Conversations that are not closed and stay assigned to the user"
    })
  })
).annotate({ examples: [ok({ email: example.email, assignedConversations: 3 })] })

const ResetFactors = Data(
  Schema.Struct({ email, removed: Schema.Int.annotate({ description: "Second factors that were removed" }) })
).annotate({ examples: [ok({ email: example.email, removed: 1 })] })

const PasswordLink = Data(
  Schema.Struct({
    email,
    link: Schema.String.annotate({
      description: "Path of the page that sets the password, with its secret; it is shown this once"
    }),
    expiresAt: timestamp("From when on the link is invalid")
  })
).annotate({
  examples: [
    ok({
      email: example.email,
      link: "/password#3xampletoken3xampletoken3xample0",
      expiresAt: "2026-11-21T12:00:00.000Z"
    })
  ]
})

const named = [organizationGone, ownersOnly, memberUnknown, memberAmbiguous]
const signInReset = [...named, signInShared, signInElsewhere]

/** Endpoints of members (contract: Members of the console). */
export const MembersGroup = HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("list", "/members", {
      success: Data(
        Schema.Struct({
          members: Schema.Array(MemberItem).annotate({
            description: `Members by address, then invitations by address; at most ${maxMembers}`
          })
        })
      ).annotate({ examples: [ok({ members: [example] })] })
    })
      .annotate(OpenApi.Summary, "List members")
      .annotate(
        OpenApi.Description,
        "The members of the organization, to whom conversations can be assigned. Owners, admins and the service role also see invitations."
      ),
    HttpApiEndpoint.patch("change", "/members/:memberId", {
      params,
      payload: ChangeRequest,
      success: Data(MemberItem).annotate({ examples: [ok(example)] })
    })
      .middleware(ManagementGuard)
      .middleware(AnswersNotFound)
      .middleware(AnswersConflict)
      .annotate(Refusals, [...named, nothingToChange, scopeOfAgentsOnly, lastOwner])
      .annotate(OpenApi.Summary, "Change a member")
      .annotate(
        OpenApi.Description,
        "Changes role or scope of a member or an invitation. Only owners change owners. For members who manage the organization."
      ),
    HttpApiEndpoint.delete("remove", "/members/:memberId", { params, success: Removed })
      .middleware(ManagementGuard)
      .middleware(AnswersNotFound)
      .middleware(AnswersConflict)
      .annotate(Refusals, [...named, lastOwner])
      .annotate(OpenApi.Summary, "Remove a member")
      .annotate(
        OpenApi.Description,
        "Ends a membership or an invitation, from the next request on. Only owners remove owners. For members who manage the organization."
      ),
    HttpApiEndpoint.post("resetFactors", "/members/:memberId/reset-factors", { params, success: ResetFactors })
      .middleware(ManagementGuard)
      .middleware(IdempotencyGuard)
      .middleware(AnswersNotFound)
      .middleware(AnswersConflict)
      .annotate(Refusals, signInReset)
      .annotate(OpenApi.Summary, "Reset the second factors of a member")
      .annotate(
        OpenApi.Description,
        "Removes second factors and recovery codes of a member who lost them, and ends their sessions. Members of several organizations are reset by an operator. For members who manage the organization."
      ),
    HttpApiEndpoint.post("createPasswordLink", "/members/:memberId/password-link", { params, success: PasswordLink })
      .middleware(ManagementGuard)
      .middleware(IdempotencyGuard)
      .middleware(AnswersNotFound)
      .middleware(AnswersConflict)
      .annotate(Refusals, signInReset)
      .annotate(OpenApi.Summary, "Make a link to a new password")
      .annotate(
        OpenApi.Description,
        `Makes a link by which a member sets a new password, once within ${passwordLinkHours} hours. Their second factors stay. Members of several organizations are reset by an operator. For members who manage the organization.`
      )
  )
  .annotate(OpenApi.Title, "Members")
  .annotate(OpenApi.Description, "Members of the organization")

interface OfMember {
  readonly params: { readonly memberId: string }
}

const failures = {
  MemberAmbiguous: memberAmbiguous,
  MemberUnknown: memberUnknown,
  OrganizationUnknown: organizationGone,
  OwnersOnly: ownersOnly
}

const signInFailures = { ...failures, PasswordElsewhere: signInElsewhere, SignInShared: signInShared }

const change = Effect.fnUntraced(
  function* (
    { access, organizationId }: Requester,
    {
      params: { memberId: member },
      payload: { conversationScope: scope, role }
    }: OfMember & {
      readonly payload: typeof ChangeRequest.Type
    }
  ) {
    if ((scope ?? null) === null && (role ?? null) === null) return yield* nothingToChange()
    const request = { ...(role && { role }), ...(scope && { conversationScope: scope }) }
    const { entry, permissions } = yield* changeMember(organizationId, member, request, permittedTo(access))
    const { conversationScope, role: present } = permissions
    return ok({ ...memberItem(entry), conversationScope, role: present })
  },
  Effect.catchTags({ ...failures, LastOwner: lastOwner, ScopeOfAgentsOnly: scopeOfAgentsOnly })
)

const remove = Effect.fnUntraced(
  function* ({ access, organizationId }: Requester, { params: { memberId: member } }: OfMember) {
    const { assigned, entry } = yield* removeMember(organizationId, member, permittedTo(access))
    return ok({ email: emailOf(entry), assignedConversations: assigned })
  },
  Effect.catchTags({ ...failures, LastOwner: lastOwner })
)

export const layer = HttpApiBuilder.group(sessionApi(MembersGroup), "members", (handlers) =>
  handlers.handleAll({
    list: inSession(
      Effect.fnUntraced(function* ({ access }: Requester) {
        return ok({ members: (yield* listMembersFor(access)).map(memberItem) })
      })
    ),
    change: inSession(change),
    remove: inSession(remove),
    resetFactors: inSession(
      Effect.fnUntraced(function* ({ access, organizationId }: Requester, { params: { memberId: member } }: OfMember) {
        const { entry, removed } = yield* resetFactors(organizationId, member, permittedToReset(access))
        return ok({ email: emailOf(entry), removed })
      }, Effect.catchTags(signInFailures))
    ),
    createPasswordLink: inSession(
      Effect.fnUntraced(function* ({ access, organizationId }: Requester, { params: { memberId: member } }: OfMember) {
        const { entry, expiresAt, token } = yield* createPasswordLink(organizationId, member, permittedToReset(access))
        return ok({ email: emailOf(entry), link: passwordPath(token), expiresAt: DateTime.formatIso(expiresAt) })
      }, Effect.catchTags(signInFailures))
    )
  })
)
