import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { listMembersFor } from "../../../app/access/members.ts"
import { UserId } from "../../../domain/Ids.ts"
import { type RosterEntry, emailOf, maxMembers, permissionsOf } from "../../../domain/access/Member.ts"
import { ConversationScope, Role } from "../../../domain/access/Organization.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { Access, sessionApi } from "../interfaces/session/middleware.ts"

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
      ).annotate({
        examples: [
          ok({
            members: [
              {
                userId: UserId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"),
                name: "Grace Hopper",
                email: "grace@example.com",
                role: "owner" as const,
                conversationScope: "all" as const,
                status: "joined" as const
              }
            ]
          })
        ]
      })
    })
      .annotate(OpenApi.Summary, "List members")
      .annotate(
        OpenApi.Description,
        "The members of the organization, to whom conversations can be assigned. Owners, admins and the service role also see invitations."
      )
  )
  .annotate(OpenApi.Title, "Members")
  .annotate(OpenApi.Description, "Members of the organization")

export const layer = HttpApiBuilder.group(sessionApi(MembersGroup), "members", (handlers) =>
  handlers.handle(
    "list",
    Effect.fnUntraced(function* () {
      return ok({ members: (yield* listMembersFor(yield* Access)).map(memberItem) })
    })
  )
)
