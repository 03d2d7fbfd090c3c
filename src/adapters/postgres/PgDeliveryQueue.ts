import { Array, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EventId, OrganizationId } from "../../domain/Ids.ts"
import { DeliveryQueue, type SettledAttempt } from "../../ports/DeliveryQueue.ts"
import { Arrivals } from "./Arrivals.ts"
import * as GroupCommit from "./GroupCommit.ts"
import { Sealer } from "./Sealer.ts"
import { isItemFault, retryConflict } from "./sqlFaults.ts"
import { openWebhook, WebhookRow } from "./WebhookRow.ts"
import { Writer } from "./Writer.ts"

const ClaimedRow = Schema.Struct({
  organization_id: OrganizationId,
  event_id: EventId,
  type: Schema.String,
  occurred_at: Schema.DateTimeUtcFromDate,
  data: Schema.fromJsonString(Schema.Json),
  failures: Schema.Int
})
const decodeClaimed = Schema.decodeUnknownEffect(Schema.Array(ClaimedRow))
const decodeWebhooks = Schema.decodeUnknownEffect(Schema.Array(WebhookRow))

/** One attempt as text columns; what it does not have is the empty text. */
const settleRow = ({
  at,
  detail,
  durationMillis,
  eventId,
  next,
  organizationId,
  response,
  status,
  url
}: SettledAttempt) => ({
  organizationId,
  eventId,
  url,
  at: DateTime.formatIso(at),
  status: status === null ? "" : String(status),
  durationMillis: String(durationMillis),
  isAnswered: String(response !== null),
  response: response ?? "",
  detail,
  next: next._tag,
  dueAt: next._tag === "Retry" ? DateTime.formatIso(next.dueAt) : ""
})

const settleAll = (sql: SqlClient.SqlClient, rows: Array.NonEmptyReadonlyArray<ReturnType<typeof settleRow>>) => {
  const column = (name: keyof ReturnType<typeof settleRow>) => Array.map(rows, (row) => row[name])
  return sql`
with attempt as (
  select place, organization_id::uuid, event_id::uuid, url, at::timestamptz,
    nullif(status, '')::integer as status, duration_millis::integer, detail, next,
    case when is_answered::boolean then response end as response, nullif(due_at, '')::timestamptz as due_at
  from unnest(
    ${column("organizationId")}::text[], ${column("eventId")}::text[], ${column("url")}::text[],
    ${column("at")}::text[], ${column("status")}::text[], ${column("durationMillis")}::text[],
    ${column("isAnswered")}::text[], ${column("response")}::text[], ${column("detail")}::text[],
    ${column("next")}::text[], ${column("dueAt")}::text[]
  ) with ordinality as t(organization_id, event_id, url, at, status, duration_millis, is_answered, response, detail,
    next, due_at, place)
),
counted as (
  insert into monthly_usage as u (organization_id, month, used, granted)
  select a.organization_id, (date_trunc('month', a.at at time zone 'UTC'))::date as month, count(*), 0
  from attempt a join deliveries d on d.organization_id = a.organization_id and d.event_id = a.event_id
  where d.failures = 0 and not d.is_replay group by 1, 2 order by 1, 2
  on conflict (organization_id, month) do update set used = u.used + excluded.used
),
recorded as (
  insert into delivery_attempts (organization_id, event_id, url, at, status, duration_millis, response, detail, result)
  select organization_id, event_id, url, at, status, duration_millis, response, detail, next
  from attempt order by place
),
waiting as (
  update deliveries d set due_at = a.due_at, failures = d.failures + 1
  from attempt a where a.next = 'Retry' and d.organization_id = a.organization_id and d.event_id = a.event_id
),
ending as (
  select distinct on (organization_id, event_id) organization_id, event_id, next from attempt where next <> 'Retry'
  order by organization_id, event_id, next = 'Done' desc
),
ended as (
  delete from deliveries d using ending a where d.organization_id = a.organization_id and d.event_id = a.event_id
  returning d.organization_id, d.event_id, case a.next when 'Done' then 'delivered' else 'failed' end as status,
    d.type, d.created_at
),
finished as (
  insert into finished_deliveries (organization_id, event_id, status, type, created_at)
  select organization_id, event_id, status, type, created_at from ended order by organization_id, event_id
  on conflict (organization_id, event_id) do update set status = excluded.status
),
disabled as (
  update webhooks w set status = 'disabled', updated_at = a.at
  from attempt a where a.next = 'Disable' and w.organization_id = a.organization_id and w.url = a.url and w.status = 'active'
)
select place from attempt order by place`
}

export const layer = Layer.effect(
  DeliveryQueue,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const writer = yield* Writer
    const sealer = yield* Sealer
    const arrivals = yield* Arrivals

    const claimRows = (now: string, leaseUntil: string, limit: number) => sql`
      with due as (
        select d.organization_id, d.event_id, d.due_at from deliveries d
          join webhooks w on w.organization_id = d.organization_id and w.status = 'active'
        where d.due_at <= ${now}::timestamptz
        order by d.due_at, d.event_id limit ${limit} for update of d skip locked
      ),
      claimed as (
        update deliveries d set due_at = ${leaseUntil}::timestamptz from due
        where d.organization_id = due.organization_id and d.event_id = due.event_id
        returning d.organization_id, d.event_id, d.failures, due.due_at
      )
      select c.organization_id, c.event_id, e.type, e.occurred_at, e.data::text as data, c.failures
      from claimed c join events e on e.organization_id = c.organization_id and e.id = c.event_id
      order by c.due_at, c.event_id`

    const webhooksOf = Effect.fnUntraced(function* (organizationIds: ReadonlyArray<OrganizationId>) {
      const rows = yield* sql`select * from webhooks where organization_id = any(${organizationIds}::uuid[])`
      const opened = yield* Effect.forEach(yield* decodeWebhooks(rows), (row) => openWebhook(sealer, row))
      return new Map(opened.map((webhook) => [webhook.organizationId, webhook] as const))
    })

    const settle = yield* GroupCommit.make({
      flush: (rows: Array.NonEmptyReadonlyArray<ReturnType<typeof settleRow>>) =>
        retryConflict(settleAll(writer, rows)),
      isItemFault
    })

    return DeliveryQueue.of({
      claim: Effect.fn("PgDeliveryQueue.claim")(function* (now, leaseUntil, limit) {
        const rows = yield* claimRows(DateTime.formatIso(now), DateTime.formatIso(leaseUntil), limit)
        if (rows.length === 0) return []
        const claimed = yield* decodeClaimed(rows)
        const webhooks = yield* webhooksOf(Array.dedupe(claimed.map((row) => row.organization_id)))
        // A subscription removed since the claim takes its deliveries with it.
        return claimed.flatMap((row) => {
          const webhook = webhooks.get(row.organization_id)
          return webhook === undefined
            ? []
            : [
                {
                  organizationId: row.organization_id,
                  event: { id: row.event_id, type: row.type, occurredAt: row.occurred_at, data: row.data },
                  webhook,
                  failures: row.failures
                }
              ]
        })
      }, Effect.orDie),
      settle: Effect.fn("PgDeliveryQueue.settle")((attempt) => Effect.asVoid(Effect.orDie(settle(settleRow(attempt))))),
      arrival: arrivals.next
    })
  })
)
