import { DateTime, Effect, Option, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { invitationPath } from "../../../app/access/accountLinks.ts"
import {
  type IssuedInvitation,
  inviteByLink,
  listInvitations,
  renewInvitation,
  revokeInvitation
} from "../../../app/access/invitations.ts"
import { permittedTo } from "../../../app/access/members.ts"
import {
  type Invitation,
  emailAddressOf,
  invitationDays,
  maxEmailAddressLength,
  maxInvitationTeams
} from "../../../domain/access/Member.ts"
import { ConversationScope, Role } from "../../../domain/access/Organization.ts"
import { TeamId } from "../../../domain/Ids.ts"
import type { Requester } from "../interfaces/Interface.ts"
import { Refusals } from "../interfaces/Refusal.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { timestamp, timestampOrNull } from "../interfaces/pagination.ts"
import { RequiredText, Text, idIn, optional } from "../interfaces/requestFields.ts"
import {
  AnswersConflict,
  AnswersNotFound,
  IdempotencyGuard,
  ManagementGuard,
  sessionApi
} from "../interfaces/session/middleware.ts"
import { inSession } from "../interfaces/session/session.ts"
import { nameField } from "../administration/personFields.ts"
import {
  alreadyMember,
  emailRefused,
  memberUnknown,
  organizationGone,
  ownersOnly,
  scopeOfAgentsOnly,
  signInElsewhere,
  teamUnknown,
  tooManyMembers
} from "./memberRefusals.ts"

const fields = {
  email: Schema.String.annotate({ description: "E-mail address" }),
  name: Schema.String.annotate({ description: "Name that other members see; the invited person can change it" }),
  role: Role.annotate({ description: "owner, admin or agent" }),
  conversationScope: ConversationScope.annotate({ description: "Conversations of an agent: all, or assigned" }),
  teamIds: Schema.Array(TeamId).annotate({ description: "Teams that the member joins" }),
  createdAt: timestamp("When the person was invited"),
  expiresAt: Schema.NullOr(timestamp("From when on the link is invalid")).annotate({
    description: "From when on the link is invalid; null for an invitation by verified address"
  })
}

const InvitationItem = Schema.Struct(fields).annotate({
  identifier: "Invitation",
  description: "A pending invitation, without its link"
})

const invitationItem = (invitation: Invitation): typeof InvitationItem.Type => ({
  email: invitation.email,
  name: invitation.name,
  role: invitation.role,
  conversationScope: invitation.conversationScope,
  teamIds: invitation.teamIds,
  createdAt: DateTime.formatIso(invitation.createdAt),
  expiresAt: timestampOrNull(invitation.expiresAt)
})

const issuedItem = ({ invitation, token }: IssuedInvitation) => ({
  ...invitationItem(invitation),
  link: token === null ? null : invitationPath(token)
})

const example = {
  email: "grace@example.com",
  name: "Grace Hopper",
  role: "agent" as const,
  conversationScope: "all" as const,
  teamIds: [],
  createdAt: "2026-11-20T12:00:00.000Z",
  expiresAt: "2026-11-27T12:00:00.000Z"
}

const List = Data(
  Schema.Struct({ invitations: Schema.Array(InvitationItem).annotate({ description: "By address" }) })
).annotate({ examples: [ok({ invitations: [example] })] })

const Issued = Data(
  Schema.Struct({
    ...fields,
    link: Schema.NullOr(Schema.String).annotate({
      description:
        "Path of the page that accepts the invitation, with its secret; it is shown this once. Null if users sign in at an external identity provider"
    })
  })
).annotate({ examples: [ok({ ...example, link: "/invite#3xampletoken3xampletoken3xample0" })] })

const Revoked = Data(Schema.Struct({ email: fields.email })).annotate({ examples: [ok({ email: example.email })] })

const InviteRequest = Schema.Struct({
  email: RequiredText.check(Schema.isMaxLength(maxEmailAddressLength)).annotate({ description: "E-mail address" }),
  name: optional(nameField("Name that other members see; the address when left out")),
  role: fields.role,
  conversationScope: optional(fields.conversationScope),
  teamIds: optional(
    Schema.Array(Text)
      .check(Schema.isMaxLength(maxInvitationTeams, { expected: `at most ${maxInvitationTeams} teams` }))
      .annotate({ description: `Ids of teams that the member joins, at most ${maxInvitationTeams}` })
  )
}).annotate({
  identifier: "InviteRequest",
  description: "The person to invite",
  examples: [{ email: example.email, role: "agent" }]
})

const params = { email: Schema.String.annotate({ description: "Address of the invitation" }) }

/** Endpoints of invitations (contract: Invitations by link). */
export const InvitationsGroup = HttpApiGroup.make("invitations")
  .add(
    HttpApiEndpoint.get("list", "/invitations", { success: List })
      .annotate(OpenApi.Summary, "List invitations")
      .annotate(OpenApi.Description, "The pending invitations, expired ones too, without their links."),
    HttpApiEndpoint.post("create", "/invitations", {
      payload: InviteRequest,
      success: Issued.pipe(HttpApiSchema.status(201))
    })
      .middleware(IdempotencyGuard)
      .middleware(AnswersConflict)
      .annotate(Refusals, [emailRefused, scopeOfAgentsOnly, teamUnknown, ownersOnly, alreadyMember, tooManyMembers])
      .annotate(OpenApi.Summary, "Invite a person")
      .annotate(
        OpenApi.Description,
        `Invites a person. The link of the answer is valid once, for ${invitationDays} days; the service sends no mail. Admins invite admins and agents, owners everyone. At an external identity provider the first request with the verified address accepts the invitation, and there is no link.`
      ),
    HttpApiEndpoint.post("renew", "/invitations/:email/renew", { params, success: Issued })
      .middleware(IdempotencyGuard)
      .middleware(AnswersNotFound)
      .middleware(AnswersConflict)
      .annotate(Refusals, [ownersOnly, memberUnknown, signInElsewhere])
      .annotate(OpenApi.Summary, "Renew an invitation")
      .annotate(OpenApi.Description, "Gives the invitation a new link for the whole time. The previous link ends."),
    HttpApiEndpoint.delete("revoke", "/invitations/:email", { params, success: Revoked })
      .middleware(AnswersNotFound)
      .annotate(Refusals, [ownersOnly, memberUnknown])
      .annotate(OpenApi.Summary, "Revoke an invitation")
      .annotate(OpenApi.Description, "Ends the invitation and its link.")
  )
  .middleware(ManagementGuard)
  .annotate(OpenApi.Title, "Invitations")
  .annotate(OpenApi.Description, "Invitations to the organization, for members who manage it")

const teamIdIn = idIn(TeamId)

const create = Effect.fnUntraced(
  function* ({ access, organizationId }: Requester, { payload }: { readonly payload: typeof InviteRequest.Type }) {
    const email = emailAddressOf(payload.email)
    if (Option.isNone(email)) return yield* emailRefused()
    const member = {
      email: email.value,
      name: payload.name ?? email.value,
      role: payload.role,
      conversationScope: payload.conversationScope ?? "all",
      teamIds: (payload.teamIds ?? []).map((id) => Option.getOrNull(teamIdIn(id)))
    }
    return ok(issuedItem(yield* inviteByLink(organizationId, member, permittedTo(access))))
  },
  Effect.catchTags({
    AlreadyMember: alreadyMember,
    InvitationTeamUnknown: teamUnknown,
    OrganizationUnknown: organizationGone,
    OwnersOnly: ownersOnly,
    ScopeOfAgentsOnly: scopeOfAgentsOnly,
    TooManyMembers: tooManyMembers
  })
)

type Named = { readonly params: { readonly email: string } }

export const layer = HttpApiBuilder.group(sessionApi(InvitationsGroup), "invitations", (handlers) =>
  handlers.handleAll({
    list: inSession(
      Effect.fnUntraced(function* ({ organizationId }: Requester) {
        return ok({ invitations: (yield* listInvitations(organizationId)).map(invitationItem) })
      })
    ),
    create: inSession(create),
    renew: inSession(
      Effect.fnUntraced(
        function* ({ access, organizationId }: Requester, { params: { email } }: Named) {
          return ok(issuedItem(yield* renewInvitation(organizationId, email, permittedTo(access))))
        },
        Effect.catchTags({ MemberUnknown: memberUnknown, OwnersOnly: ownersOnly, PasswordElsewhere: signInElsewhere })
      )
    ),
    revoke: inSession(
      Effect.fnUntraced(
        function* ({ access, organizationId }: Requester, { params: { email } }: Named) {
          return ok(yield* revokeInvitation(organizationId, email, permittedTo(access)))
        },
        Effect.catchTags({ MemberUnknown: memberUnknown, OwnersOnly: ownersOnly })
      )
    )
  })
)
