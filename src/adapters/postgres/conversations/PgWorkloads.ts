import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Workload } from "../../../domain/conversations/assignment.ts"
import { ContactId, OrganizationId, UserId } from "../../../domain/Ids.ts"
import { Workloads } from "../../../ports/conversations/Workloads.ts"

const WorkloadRow = Schema.Struct({
  ...Workload.fields,
  lastAssignedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
}).pipe(Schema.encodeKeys({ userId: "user_id", lastAssignedAt: "last_assigned_at" }))

export const layer = Layer.effect(
  Workloads,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const list = SqlSchema.findAll({
      Request: OrganizationId,
      Result: WorkloadRow,
      execute: (organizationId) => sql`
        select m.user_id, m.role, m.availability, m.capacity, m.last_assigned_at, coalesce(t.open, 0)::integer as open
        from memberships m left join (
          select assignee_id, sum(total) as open from conversation_totals
          where organization_id = ${organizationId}::uuid and assignee_id is not null and not snoozed
            and status in ('open', 'escalated')
          group by assignee_id
        ) t on t.assignee_id = m.user_id
        where m.organization_id = ${organizationId}::uuid order by m.user_id`
    })

    const lastAssignee = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, contactId: ContactId }),
      Result: Schema.Struct({ assignee_id: UserId }),
      execute: ({ contactId, organizationId }) => sql`
        select assignee_id from conversations
        where organization_id = ${organizationId}::uuid and contact_id = ${contactId}::uuid and assignee_id is not null
        order by updated_at desc, id desc limit 1`
    })

    return Workloads.of({
      list: Effect.fn("PgWorkloads.list")((organizationId) => Effect.orDie(list(organizationId))),
      change: Effect.fn("PgWorkloads.change")(function* (organizationId, userId, changes) {
        const { availability, capacity, lastAssignedAt } = changes
        const assignedAt = lastAssignedAt ? DateTime.formatIso(lastAssignedAt) : null
        const changed = yield* sql`
          update memberships set
            availability = case when ${availability !== undefined}::boolean then ${availability ?? null}::text
              else availability end,
            capacity = case when ${capacity !== undefined}::boolean then ${capacity ?? null}::integer else capacity end,
            last_assigned_at = case when ${lastAssignedAt !== undefined}::boolean then ${assignedAt}::timestamptz
              else last_assigned_at end
          where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid returning 1`
        return changed.length > 0
      }, Effect.orDie),
      lastAssignee: Effect.fn("PgWorkloads.lastAssignee")((organizationId, contactId) =>
        Effect.map(Effect.orDie(lastAssignee({ organizationId, contactId })), (found) =>
          Option.getOrNull(Option.map(found, (row) => row.assignee_id))
        )
      )
    })
  })
)
