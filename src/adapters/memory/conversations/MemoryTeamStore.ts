import { Effect, Layer, Option } from "effect"
import { byTeamName, type Team } from "../../../domain/conversations/Team.ts"
import type { OrganizationId, TeamId } from "../../../domain/Ids.ts"
import { TeamStore } from "../../../ports/conversations/TeamStore.ts"
import { pick } from "../newest.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

const teamsOf = ({ teams }: State, organizationId: OrganizationId) =>
  teams.filter((team) => team.organizationId === organizationId).toSorted(byTeamName)

/** The team with those of its users who are members of the organization. */
const withMembers = ({ memberships }: State, team: Team): Team => ({
  ...team,
  memberIds: team.memberIds.filter((id) =>
    memberships.some(({ organizationId, userId }) => organizationId === team.organizationId && userId === id)
  )
})

const save =
  (team: Team): Step<void> =>
  (state) => {
    const { assignmentPolicy, memberIds, name } = withMembers(state, team)
    const teams = state.teams.map((stored) =>
      stored.organizationId === team.organizationId && stored.id === team.id
        ? { ...stored, assignmentPolicy, memberIds, name }
        : stored
    )
    return [Effect.void, { ...state, teams }]
  }

const remove =
  (organizationId: OrganizationId, id: TeamId): Step<boolean> =>
  (state) => {
    const gone = Option.getOrUndefined(pick(state.teams, organizationId, id))
    if (gone === undefined) return [Effect.succeed(false), state]
    const conversations = state.conversations.map((stored) =>
      stored.organizationId === organizationId && stored.teamId === id ? { ...stored, teamId: null } : stored
    )
    return [Effect.succeed(true), { ...state, conversations, teams: state.teams.filter((stored) => stored !== gone) }]
  }

export const layer = Layer.effect(
  TeamStore,
  Effect.map(World, ({ read, step }) =>
    TeamStore.of({
      list: (organizationId) => read("TeamStore.list", (state) => teamsOf(state, organizationId)),
      // Transactions are serialized here, so a read needs no lock.
      lock: (organizationId) => read("TeamStore.lock", (state) => teamsOf(state, organizationId)),
      add: (team) =>
        step("TeamStore.add", (state) => [
          Effect.void,
          { ...state, teams: [...state.teams, withMembers(state, team)] }
        ]),
      save: (team) => step("TeamStore.save", save(team)),
      remove: (organizationId, id) => step("TeamStore.remove", remove(organizationId, id))
    })
  )
)
