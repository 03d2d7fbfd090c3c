import { DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { InboundDelivery, InboundProblem } from "../../../domain/inbound/InboundDelivery.ts"
import type { InboundDeliveryId } from "../../../domain/Ids.ts"
import type { ProblemFilter, TriedProblem } from "../../../ports/inbound/InboundQueue.ts"
import { instants, texts, uuids } from "../database/ArrayParameter.ts"
import { decodeEach } from "../database/decodeEach.ts"

const { attempts, key } = InboundProblem.fields
const DueRow = Schema.Struct({ ...InboundDelivery.fields, receivedAt: Schema.DateTimeUtcFromDate, key, attempts }).pipe(
  Schema.encodeKeys({ receivedAt: "received_at" })
)
const decodeDue = decodeEach("inbound_problems", DueRow)

const ProblemRow = Schema.Struct({ ...InboundProblem.fields, at: Schema.DateTimeUtcFromDate }).pipe(
  Schema.encodeKeys({ deliveryId: "delivery_id" })
)
const decodeProblems = decodeEach("inbound_problems", ProblemRow)

const iso = DateTime.formatIso

/** Records failed items. An item that failed before was retried, so its attempts rise. */
export const keepProblems = (sql: SqlClient.SqlClient, tried: ReadonlyArray<TriedProblem>) => {
  const column = <A>(of: (tried: TriedProblem) => A) => tried.map(of)
  return sql`
    insert into inbound_problems as p (delivery_id, key, reason, channel, account, error, attempts, at, due_at)
    select distinct on (delivery_id, key) delivery_id, key, reason, channel, account, error, attempts, at, due_at
    from unnest(
      ${uuids(column(({ problem }) => problem.deliveryId))}::uuid[], ${column(({ problem }) => problem.key)}::text[],
      ${column(({ problem }) => problem.reason)}::text[], ${texts(column(({ problem }) => problem.channel))}::text[],
      ${texts(column(({ problem }) => problem.account))}::text[], ${column(({ problem }) => problem.error)}::text[],
      ${column(({ problem }) => problem.attempts)}::integer[], ${instants(column(({ problem }) => problem.at))}::timestamptz[],
      ${instants(column(({ retryAt }) => retryAt))}::timestamptz[]
    ) as t(delivery_id, key, reason, channel, account, error, attempts, at, due_at)
    on conflict (delivery_id, key) do update set reason = excluded.reason, error = excluded.error,
      attempts = excluded.attempts, at = excluded.at, due_at = excluded.due_at`
}

/** Claims failed items whose next retry is due, with their deliveries. Other processes skip them until the lease ends. */
export const claimProblems = (sql: SqlClient.SqlClient, now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number) =>
  sql`
    with claimed as (
      update inbound_problems p set due_at = ${iso(leaseUntil)}::timestamptz
      where (delivery_id, key) in (
        select delivery_id, key from inbound_problems where due_at <= ${iso(now)}::timestamptz
        order by due_at limit ${limit} for update skip locked)
      returning delivery_id, key, attempts
    )
    select d.id, d.body, d.received_at, c.key, c.attempts
    from claimed c join inbound_deliveries d on d.id = c.delivery_id order by d.id, c.key`.pipe(
    Effect.flatMap(decodeDue),
    Effect.map((rows) =>
      rows.map(({ attempts, body, id, key, receivedAt }) => ({ delivery: { id, body, receivedAt }, key, attempts }))
    )
  )

export const solveProblem = (sql: SqlClient.SqlClient, deliveryId: InboundDeliveryId, key: string) =>
  sql`delete from inbound_problems where delivery_id = ${deliveryId}::uuid and key = ${key}`

const chosen = (sql: SqlClient.SqlClient, { deliveryId, reason }: ProblemFilter) =>
  sql.and([
    sql`true`,
    ...(reason === null ? [] : [sql`reason = ${reason}`]),
    ...(deliveryId === null ? [] : [sql`delivery_id = ${deliveryId}::uuid`])
  ])

/** The newest first. */
export const listProblems = (sql: SqlClient.SqlClient, filter: ProblemFilter, limit: number) =>
  Effect.flatMap(
    sql`
      select delivery_id, key, reason, channel, account, error, attempts, at from inbound_problems
      where ${chosen(sql, filter)} order by at desc, delivery_id desc, key limit ${limit}`,
    decodeProblems
  )

/** Makes the problems due. Gives their number. */
export const replayProblems = (sql: SqlClient.SqlClient, filter: ProblemFilter, at: DateTime.Utc) =>
  Effect.map(
    sql`update inbound_problems set due_at = ${iso(at)}::timestamptz where ${chosen(sql, filter)} returning key`,
    (rows) => rows.length
  )
