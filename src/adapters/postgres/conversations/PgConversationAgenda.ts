import { DateTime, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { warningGrace } from "../../../domain/conversations/automaticClosing.ts"
import { ConversationId, OrganizationId, TeamId } from "../../../domain/Ids.ts"
import { ConversationAgenda } from "../../../ports/conversations/ConversationAgenda.ts"
import { isListedRow } from "../messages/MessageRow.ts"

const decodeDue = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({ organizationId: OrganizationId, id: ConversationId }).pipe(
      Schema.encodeKeys({ organizationId: "organization_id" })
    )
  )
)

const decodeQueues = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({ organizationId: OrganizationId, teamId: Schema.NullOr(TeamId) }).pipe(
      Schema.encodeKeys({ organizationId: "organization_id", teamId: "team_id" })
    )
  )
)

const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: ConversationId })))

const decodeTimes = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ at: Schema.NullOr(Schema.DateTimeUtcFromDate) }))
)

const grace = `interval '${Duration.toMillis(warningGrace)} milliseconds'`

export const layer = Layer.effect(
  ConversationAgenda,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const timeOf = (rows: ReadonlyArray<unknown>) => Effect.map(decodeTimes(rows), ([row]) => row?.at ?? null)

    return ConversationAgenda.of({
      endedSnoozes: Effect.fn("PgConversationAgenda.endedSnoozes")(function* (now, limit) {
        return yield* sql`
          select organization_id, id from conversations
          where snoozed_until <= ${DateTime.formatIso(now)}::timestamptz and contact_id is not null
          order by snoozed_until, id limit ${limit}`.pipe(Effect.flatMap(decodeDue))
      }, Effect.orDie),
      nextSnoozeEnd: sql`
        select min(snoozed_until) as at from conversations where snoozed_until is not null and contact_id is not null`.pipe(
        Effect.flatMap(timeOf),
        Effect.orDie,
        Effect.withSpan("PgConversationAgenda.nextSnoozeEnd")
      ),
      // `closingStep` of `domain/conversations/automaticClosing.ts`, compared by
      // `testing/contracts/stores/ConversationAgenda.contract.ts`. Closed conversations are not in the statuses.
      dueClosings: Effect.fn("PgConversationAgenda.dueClosings")(function* (now, limit) {
        return yield* sql`
          with policies as (
            select organization_id, (auto_close ->> 'afterHours')::integer as after_hours,
              (auto_close -> 'warning' ->> 'hoursBefore')::integer as hours_before
            from organization_settings where auto_close is not null
          ),
          bounds as (
            select organization_id,
              ${DateTime.formatIso(now)}::timestamptz - make_interval(hours => after_hours - coalesce(hours_before, 0))
                as quiet_since,
              ${DateTime.formatIso(now)}::timestamptz - make_interval(hours => coalesce(hours_before, after_hours))
                as warned_since
            from policies
          )
          select b.organization_id, v.id
          from bounds b cross join unnest(array['open', 'ai_handling', 'escalated']) as s(status) cross join lateral (
            select v.id, v.updated_at from conversations v
            where v.organization_id = b.organization_id and v.status = s.status and v.contact_id is not null
              and v.snoozed_at is null and v.unread_count <= 0
              and v.updated_at <= greatest(b.quiet_since, b.warned_since + ${sql.literal(grace)})
              and case when v.updated_at <= v.warned_at + ${sql.literal(grace)}
                then v.warned_at <= b.warned_since else v.updated_at <= b.quiet_since end
            order by v.updated_at, v.id limit ${limit}
          ) v
          order by v.updated_at, v.id`.pipe(Effect.flatMap(decodeDue))
      }, Effect.orDie),
      assignmentQueues: sql`
        select distinct v.organization_id, v.team_id from conversations v
        join organization_settings s on s.organization_id = v.organization_id and s.assignment is not null
        where v.queued_at is not null and v.snoozed_at is null and v.contact_id is not null`.pipe(
        Effect.flatMap(decodeQueues),
        Effect.orDie,
        Effect.withSpan("PgConversationAgenda.assignmentQueues")
      ),
      queued: Effect.fn("PgConversationAgenda.queued")(function* ({ organizationId, teamId }, limit) {
        const rows = yield* sql`
          select v.id from conversations v
          join organization_settings s on s.organization_id = v.organization_id and s.assignment is not null
          where v.organization_id = ${organizationId}::uuid and v.team_id is not distinct from ${teamId}::uuid
            and v.queued_at is not null and v.snoozed_at is null and v.contact_id is not null
          order by v.queued_at, v.id limit ${limit}`
        return (yield* decodeIds(rows)).map(({ id }) => id)
      }, Effect.orDie),
      contactWroteAt: Effect.fn("PgConversationAgenda.contactWroteAt")(function* (organizationId, id) {
        return yield* sql`
          select max(m.created_at) as at from (
            select created_at from messages m
            where m.organization_id = ${organizationId}::uuid and m.conversation_id = ${id}::uuid
              and ${sql.literal(isListedRow)} and m.direction = 'inbound'
            order by m.listed_at desc, m.id desc limit 1
          ) m`.pipe(Effect.flatMap(timeOf))
      }, Effect.orDie)
    })
  })
)
