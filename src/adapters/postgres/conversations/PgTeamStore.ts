import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { byTeamName, Team } from "../../../domain/conversations/Team.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { TeamStore } from "../../../ports/conversations/TeamStore.ts"
import { uuids } from "../database/ArrayParameter.ts"

const TeamRow = Schema.Struct({ ...Team.fields, createdAt: Schema.DateTimeUtcFromDate }).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    memberIds: "member_ids",
    assignmentPolicy: "assignment_policy",
    createdAt: "created_at"
  })
)

const decodeTeams = Schema.decodeUnknownEffect(Schema.Array(TeamRow))

export const layer = Layer.effect(
  TeamStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const list = Effect.fnUntraced(function* (organizationId: OrganizationId, locking: string) {
      const rows = yield* sql`
        select t.organization_id, t.id, t.name, t.assignment_policy, t.created_at, array(
          select m.user_id from team_members m
          where m.organization_id = t.organization_id and m.team_id = t.id order by m.user_id) as member_ids
        from teams t where t.organization_id = ${organizationId}::uuid ${sql.literal(locking)}`
      return (yield* decodeTeams(rows)).toSorted(byTeamName)
    }, Effect.orDie)

    /** Adds those of the users who are members of the organization, and locks their memberships. */
    const addMembers = ({ id, memberIds, organizationId }: Team) => sql`
      insert into team_members (organization_id, team_id, user_id)
      select organization_id, ${id}::uuid, user_id from memberships
      where organization_id = ${organizationId}::uuid and user_id = any(${uuids(memberIds)}::uuid[])
      order by user_id for key share
      on conflict do nothing`

    return TeamStore.of({
      list: Effect.fn("PgTeamStore.list")((organizationId) => list(organizationId, "")),
      lock: Effect.fn("PgTeamStore.lock")((organizationId) => list(organizationId, "for share of t")),
      add: Effect.fn("PgTeamStore.add")((team) =>
        sql
          .withTransaction(
            Effect.andThen(
              sql`
                insert into teams (organization_id, id, name, assignment_policy, created_at)
                values (${team.organizationId}::uuid, ${team.id}::uuid, ${team.name}, ${team.assignmentPolicy},
                  ${DateTime.formatIso(team.createdAt)}::timestamptz)`,
              addMembers(team)
            )
          )
          .pipe(Effect.asVoid, Effect.orDie)
      ),
      save: Effect.fn("PgTeamStore.save")((team) =>
        sql
          .withTransaction(
            Effect.gen(function* () {
              const saved = yield* sql`
                update teams set name = ${team.name}, assignment_policy = ${team.assignmentPolicy}
                where organization_id = ${team.organizationId}::uuid and id = ${team.id}::uuid returning id`
              if (saved.length === 0) return
              yield* sql`
                delete from team_members
                where organization_id = ${team.organizationId}::uuid and team_id = ${team.id}::uuid
                  and user_id <> all(${uuids(team.memberIds)}::uuid[])`
              yield* addMembers(team)
            })
          )
          .pipe(Effect.orDie)
      ),
      remove: Effect.fn("PgTeamStore.remove")(function* (organizationId, id) {
        const removed = yield* sql`
          delete from teams where organization_id = ${organizationId}::uuid and id = ${id}::uuid returning id`
        return removed.length > 0
      }, Effect.orDie)
    })
  })
)
