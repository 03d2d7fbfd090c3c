import { Context, type Effect } from "effect"
import type { Team } from "../../domain/conversations/Team.ts"
import type { OrganizationId, TeamId } from "../../domain/Ids.ts"

/** Stores the teams of organizations (contract: Teams). A user who is no longer a member is in no team. */
export class TeamStore extends Context.Service<
  TeamStore,
  {
    /** All teams, by name, then by id. */
    list(organizationId: OrganizationId): Effect.Effect<ReadonlyArray<Team>>
    /** Like `list`; inside a transaction no team is deleted or renamed until its end. */
    lock(organizationId: OrganizationId): Effect.Effect<ReadonlyArray<Team>>
    /** Adds a team with its members, who are members of the organization. */
    add(team: Team): Effect.Effect<void>
    /** Replaces name, members and policy of assignment. Does nothing without such a team. */
    save(team: Team): Effect.Effect<void>
    /** Deletes the team; its conversations are in no team then. Returns whether there was one. */
    remove(organizationId: OrganizationId, id: TeamId): Effect.Effect<boolean>
  }
>()("effect-parley/ports/TeamStore") {}
