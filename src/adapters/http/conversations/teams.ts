import { DateTime, Effect, Option, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { assignTeam, changeTeam, createTeam, listTeams, removeTeam } from "../../../app/conversations/teams.ts"
import { AssignmentPolicy } from "../../../domain/conversations/assignment.ts"
import {
  maxTeamMembers,
  maxTeams,
  type MemberUnknownAt,
  type Team,
  teamNameLimit,
  TeamNotFound
} from "../../../domain/conversations/Team.ts"
import { ConversationId, TeamId, UserId } from "../../../domain/Ids.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { conflict, invalidField, notFound, nothingToChange, Refusals } from "../interfaces/Refusal.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { timestamp } from "../interfaces/pagination.ts"
import { RequiredText, Text, idIn, idOr, optional, within } from "../interfaces/requestFields.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { ConversationIdText, conversationIdOf, exampleAssignee, exampleId } from "./ConversationViews.ts"
import { conversationForbidden, conversationNotFound } from "./conversationRefusals.ts"

const id = TeamId.annotate({ description: "The team's id" })

const TeamItem = Schema.Struct({
  id,
  name: Schema.String.annotate({ description: "Name" }),
  memberIds: Schema.Array(UserId).annotate({ description: "The user ids of its members" }),
  assignmentPolicy: Schema.NullOr(AssignmentPolicy).annotate({
    description: "How its conversations are assigned; null for the policy of the organization"
  }),
  createdAt: timestamp("When it was added")
}).annotate({ identifier: "Team", description: "A team of members" })

const teamView = ({ assignmentPolicy, createdAt, id, memberIds, name }: Team): typeof TeamItem.Type => ({
  id,
  name,
  memberIds,
  assignmentPolicy,
  createdAt: DateTime.formatIso(createdAt)
})

const exampleTeamId = TeamId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0c1d")
const example = {
  id: exampleTeamId,
  name: "Billing",
  memberIds: [exampleAssignee.id],
  assignmentPolicy: "round_robin" as const,
  createdAt: "2026-11-21T10:00:00.000Z"
}

const Answer = Data(TeamItem).annotate({ examples: [ok(example)] })

const TeamList = Data(
  Schema.Struct({ teams: Schema.Array(TeamItem).annotate({ description: `By name; at most ${maxTeams}` }) })
).annotate({ examples: [ok({ teams: [example] })] })

const RemovedTeam = Data(Schema.Struct({ id })).annotate({ examples: [ok({ id: exampleTeamId })] })

const name = RequiredText.check(within(teamNameLimit)).annotate({
  description: `Name, 1 to ${teamNameLimit.limit} characters; capitals and accents make no difference`
})
const memberIds = Schema.Array(Text).annotate({
  description: `The user ids of all its members, at most ${maxTeamMembers}; each is a member of the organization`
})

const assignmentPolicy = optional(AssignmentPolicy).annotate({
  description:
    "How its conversations are assigned: manual, round_robin, least_busy or last_assignee; null for the policy of the organization. Without a setting `assignment` of the organization, nothing is assigned"
})

const CreateRequest = Schema.Struct({ name, memberIds: optional(memberIds), assignmentPolicy }).annotate({
  identifier: "CreateTeamRequest",
  description: "A team",
  examples: [{ name: "Billing", memberIds: [exampleAssignee.id] }, { name: "Support" }]
})

const ChangeRequest = Schema.Struct({
  name: optional(name),
  memberIds: optional(memberIds),
  assignmentPolicy
}).annotate({
  identifier: "ChangeTeamRequest",
  description: "The fields to change, at least one",
  examples: [{ memberIds: [] }]
})

const AssignRequest = Schema.Struct({
  teamId: Schema.NullOr(Text).annotate({ description: "The team's id; null for no team" })
}).annotate({ identifier: "AssignTeamRequest", description: "The team", examples: [{ teamId: exampleTeamId }] })

const AssignedConversation = Data(
  Schema.Struct({
    id: ConversationId.annotate({ description: "The conversation's id" }),
    teamId: Schema.NullOr(TeamId).annotate({ description: "The team that looks after it; null for none" }),
    updatedAt: timestamp("When something was last said or changed")
  })
).annotate({ examples: [ok({ id: exampleId, teamId: exampleTeamId, updatedAt: "2026-11-21T10:00:00.000Z" })] })

const teamNotFound = refusal("No team has the id", notFound("Team not found"))
const nameTaken = refusal("Another team has the name", conflict("A team with this name already exists"))
const tooManyTeams = refusal(
  "There are too many teams",
  conflict(`The organization has ${maxTeams} teams; delete one first`)
)
const nameRefused = refusal(
  "The name is too long",
  invalidField("name", `Expected 1 to ${teamNameLimit.limit} characters`)
)
const memberUnknown = refusalFor(
  "A user is not a member",
  ({ index }: Pick<MemberUnknownAt, "index">) =>
    invalidField(`memberIds[${index}]`, "not a member of the organization"),
  { index: 0 }
)
const tooManyMembers = refusal(
  "There are too many members",
  invalidField("memberIds", `Expected at most ${maxTeamMembers} members`)
)
const teamUnknown = refusal(
  "The team does not exist",
  invalidField("teamId", "not a team of the organization", "GET /teams lists the teams")
)

const params = { teamId: Schema.String.annotate({ description: "The team's id, a UUID" }) }

/** Endpoints of teams (contract: Teams; Team of a conversation). */
const groupOf = <P extends Prefix, G extends InterfaceGuards>(on: Interface<P, G>) =>
  HttpApiGroup.make("teams")
    .add(
      HttpApiEndpoint.get("list", `${on.prefix}/teams`, { success: TeamList })
        .annotate(OpenApi.Summary, "List teams")
        .annotate(OpenApi.Description, "All teams of the organization with their members, by name."),
      HttpApiEndpoint.post("create", `${on.prefix}/teams`, {
        payload: CreateRequest,
        success: Answer.pipe(HttpApiSchema.status(201))
      })
        .middleware(on.Idempotency)
        .middleware(on.Management)
        .middleware(on.Conflict)
        .annotate(Refusals, [nameRefused, memberUnknown, tooManyMembers, nameTaken, tooManyTeams])
        .annotate(OpenApi.Summary, "Create a team")
        .annotate(OpenApi.Description, `At most ${maxTeams} for each organization.${on.forManagers}`),
      HttpApiEndpoint.patch("change", `${on.prefix}/teams/:teamId`, { params, payload: ChangeRequest, success: Answer })
        .middleware(on.Management)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [nothingToChange, nameRefused, memberUnknown, tooManyMembers, teamNotFound, nameTaken])
        .annotate(OpenApi.Summary, "Change a team")
        .annotate(OpenApi.Description, `Its name, all its members, or its policy of assignment.${on.forManagers}`),
      HttpApiEndpoint.delete("remove", `${on.prefix}/teams/:teamId`, { params, success: RemovedTeam })
        .middleware(on.Management)
        .middleware(on.NotFound)
        .annotate(Refusals, [teamNotFound])
        .annotate(OpenApi.Summary, "Delete a team")
        .annotate(OpenApi.Description, `Its conversations keep their assignees.${on.forManagers}`),
      HttpApiEndpoint.put("assign", `${on.prefix}/conversations/:conversationId/team`, {
        params: { conversationId: ConversationIdText },
        payload: AssignRequest,
        success: AssignedConversation
      })
        .middleware(on.NotFound)
        .annotate(Refusals, [teamUnknown, conversationForbidden, conversationNotFound])
        .annotate(OpenApi.Summary, "Assign a conversation to a team")
        .annotate(
          OpenApi.Description,
          "The assignee stays. `conversation.updated` is dispatched if the team changes. A team gives its members no access to other conversations."
        )
    )
    .annotate(OpenApi.Title, "Teams")
    .annotate(OpenApi.Description, "Teams of members, and their conversations")

const userIdIn = idIn(UserId)
const idsIn = (texts: ReadonlyArray<string>): ReadonlyArray<UserId | null> =>
  texts.map((text) => Option.getOrNull(userIdIn(text)))

const contentRefusals = {
  TeamNameRefused: nameRefused,
  TeamNameTaken: nameTaken,
  MemberUnknownAt: memberUnknown,
  TooManyTeamMembers: tooManyMembers
}

const list = Effect.fnUntraced(function* ({ organizationId }: Requester) {
  return ok({ teams: (yield* listTeams(organizationId)).map(teamView) })
})

const create = Effect.fnUntraced(
  function* ({ organizationId }: Requester, { payload }: { readonly payload: typeof CreateRequest.Type }) {
    const { assignmentPolicy = null, memberIds, name } = payload
    return ok(teamView(yield* createTeam(organizationId, name, idsIn(memberIds ?? []), assignmentPolicy)))
  },
  Effect.catchTags({ ...contentRefusals, TooManyTeams: tooManyTeams })
)

const teamIdOf = idOr(TeamId, () => new TeamNotFound())

interface OfTeam {
  readonly params: { readonly teamId: string }
}

const change = Effect.fnUntraced(
  function* (
    { organizationId }: Requester,
    { params, payload }: OfTeam & { readonly payload: typeof ChangeRequest.Type }
  ) {
    const name = payload.name ?? undefined
    const memberIds = payload.memberIds ? idsIn(payload.memberIds) : undefined
    const { assignmentPolicy } = payload
    const request = { name, memberIds, assignmentPolicy }
    if (Object.values(request).every((field) => field === undefined)) return yield* nothingToChange()
    return ok(teamView(yield* changeTeam(organizationId, yield* teamIdOf(params.teamId), request)))
  },
  Effect.catchTags({ ...contentRefusals, TeamNotFound: teamNotFound })
)

const remove = Effect.fnUntraced(
  function* ({ organizationId }: Requester, { params }: OfTeam) {
    const id = yield* teamIdOf(params.teamId)
    yield* removeTeam(organizationId, id)
    return ok({ id })
  },
  Effect.catchTag("TeamNotFound", teamNotFound)
)

const assign = Effect.fnUntraced(
  function* (
    { access }: Requester,
    request: { readonly params: { readonly conversationId: string }; readonly payload: typeof AssignRequest.Type }
  ) {
    const conversationId = yield* conversationIdOf(request.params.conversationId)
    const requested = request.payload.teamId
    const { id, teamId, updatedAt } = yield* assignTeam(
      access,
      conversationId,
      requested === null ? null : yield* teamIdOf(requested)
    )
    return ok({ id, teamId, updatedAt: DateTime.formatIso(updatedAt) })
  },
  Effect.catchTags({
    TeamNotFound: teamUnknown,
    Forbidden: conversationForbidden,
    ConversationNotFound: conversationNotFound
  })
)

export const DeveloperTeamsGroup = groupOf(developer)

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperTeamsGroup), "teams", (handlers) =>
  handlers.handleAll({
    list: inDeveloper(list),
    create: inDeveloper(create),
    change: inDeveloper(change),
    remove: inDeveloper(remove),
    assign: inDeveloper(assign)
  })
)

export const SessionTeamsGroup = groupOf(session)

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionTeamsGroup), "teams", (handlers) =>
  handlers.handleAll({
    list: inSession(list),
    create: inSession(create),
    change: inSession(change),
    remove: inSession(remove),
    assign: inSession(assign)
  })
)
