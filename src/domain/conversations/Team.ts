import { DateTime, Result, Schema } from "effect"
import { folded } from "../contacts/ContactSearch.ts"
import { OrganizationId, TeamId, UserId } from "../Ids.ts"
import { type TextLimit, isWithin } from "../text/textLimits.ts"
import { AssignmentPolicy, queued } from "./assignment.ts"
import type { Conversation } from "./Conversation.ts"

/**
 * A team of members that conversations are assigned to, beside a member. It gives no access: members see conversations by
 * their role and scope (contract: Teams).
 */
export class Team extends Schema.Opaque<Team>()(
  Schema.Struct({
    id: TeamId,
    organizationId: OrganizationId,
    name: Schema.NonEmptyString,
    /** Users who are members of the organization, each once, in the order of their ids. */
    memberIds: Schema.Array(UserId),
    /** How its conversations are assigned; null for the policy of the organization. */
    assignmentPolicy: Schema.NullOr(AssignmentPolicy),
    createdAt: Schema.DateTimeUtcFromString
  })
) {}

/** Most teams of an organization. */
export const maxTeams = 100

/** Most members of a team. */
export const maxTeamMembers = 200

/** The name of a team. */
export const teamNameLimit: TextLimit = { limit: 64, unit: "characters" }

/** The organization has no team with this id. */
export class TeamNotFound extends Schema.TaggedError<TeamNotFound>()("TeamNotFound", {}) {}

/** The name belongs to a different team of the organization. Capitals and accents make no difference. */
export class TeamNameTaken extends Schema.TaggedError<TeamNameTaken>()("TeamNameTaken", {}) {}

/** The organization has as many teams as it may have. */
export class TooManyTeams extends Schema.TaggedError<TooManyTeams>()("TooManyTeams", {}) {}

/** The name of a team is blank or too long. */
export class TeamNameRefused extends Schema.TaggedError<TeamNameRefused>()("TeamNameRefused", {}) {}

/** The request has more than `maxTeamMembers` members. */
export class TooManyTeamMembers extends Schema.TaggedError<TooManyTeamMembers>()("TooManyTeamMembers", {}) {}

/** The user at this index of a list in the request is not a member of the organization. */
export class MemberUnknownAt extends Schema.TaggedError<MemberUnknownAt>()("MemberUnknownAt", {
  index: Schema.Int
}) {}

const keyOf = (name: string): string => folded(name.trim())

/** Sorts teams by name, as lists show them. */
export const byTeamName = (one: Pick<Team, "name" | "id">, other: Pick<Team, "name" | "id">): number => {
  const [a, b] = [`${keyOf(one.name)}\n${one.id}`, `${keyOf(other.name)}\n${other.id}`]
  return a < b ? -1 : a > b ? 1 : 0
}

/** A name without surrounding spaces, for a team that is not one of `others`. */
export const teamName = (
  others: ReadonlyArray<Team>,
  name: string
): Result.Result<string, TeamNameRefused | TeamNameTaken> => {
  const trimmed = name.trim()
  if (trimmed === "" || !isWithin(trimmed, teamNameLimit)) return Result.fail(new TeamNameRefused())
  return others.some((other) => keyOf(other.name) === keyOf(trimmed))
    ? Result.fail(new TeamNameTaken())
    : Result.succeed(trimmed)
}

/**
 * The users of a request, each once, in the order of their ids. `requested` has null for a text that is not an id;
 * `members` are all members of the organization.
 */
export const knownMembers = (
  members: ReadonlySet<UserId>,
  requested: ReadonlyArray<UserId | null>
): Result.Result<ReadonlyArray<UserId>, MemberUnknownAt> => {
  const index = requested.findIndex((id) => id === null || !members.has(id))
  if (index !== -1) return Result.fail(new MemberUnknownAt({ index }))
  const ids = requested.flatMap((id) => (id === null ? [] : [id]))
  return Result.succeed([...new Set(ids)].toSorted())
}

/**
 * The conversation in the team, or in none; the same one if it is there already. Status and assignee stay. In a team, a
 * conversation without an assignee waits for one.
 */
export const movedToTeam = (conversation: Conversation, teamId: TeamId | null, at: DateTime.Utc): Conversation => {
  if (conversation.teamId === teamId) return conversation
  const moved = { ...conversation, teamId, updatedAt: DateTime.max(conversation.updatedAt, at) }
  return teamId === null ? moved : queued(moved, at)
}
