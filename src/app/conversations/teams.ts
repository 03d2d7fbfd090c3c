import { DateTime, Effect } from "effect"
import type { AuditFields } from "../../domain/access/AuditEntry.ts"
import { actorOf, type SessionAccess } from "../../domain/access/SessionAccess.ts"
import {
  knownMembers,
  maxTeamMembers,
  maxTeams,
  movedToTeam,
  type Team,
  teamName,
  TeamNotFound,
  TooManyTeamMembers,
  TooManyTeams
} from "../../domain/conversations/Team.ts"
import { type ConversationId, EventId, type OrganizationId, TeamId, type UserId } from "../../domain/Ids.ts"
import { organizedConversation } from "../../domain/webhooks/conversationEvents.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { TeamStore } from "../../ports/conversations/TeamStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { recordAudit, recordChange } from "../access/auditLog.ts"
import { memberIdsOf } from "../access/members.ts"
import { lockedConversation } from "./shownConversation.ts"

/** A request about a team. Absent fields stay as they are; a user id is null for a text that is not an id. */
export interface TeamRequest {
  readonly name?: string | undefined
  readonly memberIds?: ReadonlyArray<UserId | null> | undefined
  /** Null for the policy of the organization. */
  readonly assignmentPolicy?: Team["assignmentPolicy"] | undefined
}

/** All teams of the organization, by name. */
export const listTeams = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* TeamStore).list(organizationId)
}, spanned("listTeams"))

/** Runs a change of the teams of an organization. Changes at once take turns, so names and limits hold exactly. */
const inTurn = Effect.fnUntraced(function* <A, E, R>(
  organizationId: OrganizationId,
  change: (all: ReadonlyArray<Team>, members: ReadonlySet<UserId>) => Effect.Effect<A, E, R>
) {
  const teams = yield* TeamStore
  const { lock } = yield* Memberships
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const members = memberIdsOf(yield* lock(organizationId))
      return yield* change(yield* teams.list(organizationId), members)
    })
  )
})

/** The members of a request, who belong to the organization. */
const checkedMembers = Effect.fnUntraced(function* (
  members: ReadonlySet<UserId>,
  requested: ReadonlyArray<UserId | null>
) {
  const ids = yield* Effect.fromResult(knownMembers(members, requested))
  return ids.length > maxTeamMembers ? yield* new TooManyTeamMembers() : ids
})

/** The fields of a team in an audit entry. */
const fieldsOf = ({ assignmentPolicy, memberIds, name }: Team): AuditFields => ({ assignmentPolicy, memberIds, name })

/** Adds a team. */
export const createTeam = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  name: string,
  memberIds: ReadonlyArray<UserId | null> = [],
  assignmentPolicy: Team["assignmentPolicy"] = null
) {
  const { add } = yield* TeamStore
  const ids = yield* IdSource
  return yield* inTurn(
    organizationId,
    Effect.fnUntraced(function* (all, members) {
      const unique = yield* Effect.fromResult(teamName(all, name))
      const checked = yield* checkedMembers(members, memberIds)
      if (all.length >= maxTeams) return yield* new TooManyTeams()
      const id = TeamId.make(yield* ids.uuid)
      const createdAt = yield* DateTime.now
      const team: Team = { id, organizationId, name: unique, memberIds: checked, assignmentPolicy, createdAt }
      yield* add(team)
      yield* recordAudit(organizationId, "team.created", team, { after: fieldsOf(team) })
      return team
    })
  )
}, spanned("createTeam"))

/** Changes name, members or policy of a team. */
export const changeTeam = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: TeamId,
  request: TeamRequest
) {
  const { save } = yield* TeamStore
  return yield* inTurn(
    organizationId,
    Effect.fnUntraced(function* (all, members) {
      const team = all.find((one) => one.id === id)
      if (team === undefined) return yield* new TeamNotFound()
      const others = all.filter((one) => one !== team)
      const name = request.name === undefined ? team.name : yield* Effect.fromResult(teamName(others, request.name))
      const memberIds =
        request.memberIds === undefined ? team.memberIds : yield* checkedMembers(members, request.memberIds)
      const { assignmentPolicy = team.assignmentPolicy } = request
      const changed: Team = { ...team, name, memberIds, assignmentPolicy }
      yield* save(changed)
      yield* recordChange(organizationId, "team.changed", changed, { before: fieldsOf(team), after: fieldsOf(changed) })
      return changed
    })
  )
}, spanned("changeTeam"))

/** Deletes a team. Its conversations are in no team then, and keep their assignees. */
export const removeTeam = Effect.fnUntraced(function* (organizationId: OrganizationId, id: TeamId) {
  const { remove } = yield* TeamStore
  yield* inTurn(
    organizationId,
    Effect.fnUntraced(function* (all) {
      const team = all.find((one) => one.id === id)
      if (team === undefined || !(yield* remove(organizationId, id))) return yield* new TeamNotFound()
      yield* recordAudit(organizationId, "team.deleted", team, { before: fieldsOf(team) })
    })
  )
}, spanned("removeTeam"))

/** Assigns the conversation to a team, or to none, and records an event. The assignee stays. */
export const assignTeam = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: ConversationId,
  teamId: TeamId | null
) {
  const conversations = yield* ConversationStore
  const events = yield* EventLog
  const ids = yield* IdSource
  const teams = yield* TeamStore
  const { atomically } = yield* Transaction
  const moved = Effect.gen(function* () {
    // The team is locked before the conversation, as by its deletion.
    const all = yield* teams.lock(access.organizationId)
    if (teamId !== null && !all.some((team) => team.id === teamId)) return yield* new TeamNotFound()
    const present = yield* lockedConversation(access, id)
    const at = yield* DateTime.now
    const conversation = movedToTeam(present, teamId, at)
    if (conversation === present) return present
    yield* conversations.save(conversation)
    yield* events.append(
      organizedConversation(EventId.make(yield* ids.uuid), conversation, present, actorOf(access), at)
    )
    return conversation
  })
  // The status stays, so it is never one open conversation too many.
  return yield* atomically(moved).pipe(Effect.catchTag("AnotherConversationOpen", Effect.die))
}, spanned("assignTeam"))
