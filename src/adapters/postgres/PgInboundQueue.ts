import { type Array, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InboundDelivery, InboundProblem } from "../../domain/InboundDelivery.ts"
import { InboundQueue, type ProblemFilter, type TriedProblem } from "../../ports/InboundQueue.ts"
import { spanned } from "../../telemetry/spanned.ts"
import * as GroupCommit from "./GroupCommit.ts"
import { InboundArrivals } from "./InboundArrivals.ts"
import { isItemFault, retryConflict } from "./sqlFaults.ts"
import { Writer } from "./Writer.ts"

const deliveryFields = { ...InboundDelivery.fields, receivedAt: Schema.DateTimeUtcFromDate }
const DeliveryRow = Schema.Struct(deliveryFields).pipe(Schema.encodeKeys({ receivedAt: "received_at" }))
const decodeDeliveries = Schema.decodeUnknownEffect(Schema.Array(DeliveryRow))

const { attempts, key } = InboundProblem.fields
const DueRow = Schema.Struct({ ...deliveryFields, key, attempts }).pipe(
  Schema.encodeKeys({ receivedAt: "received_at" })
)
const decodeDue = Schema.decodeUnknownEffect(Schema.Array(DueRow))

const ProblemRow = Schema.Struct({ ...InboundProblem.fields, at: Schema.DateTimeUtcFromDate }).pipe(
  Schema.encodeKeys({ deliveryId: "delivery_id" })
)
const decodeProblems = Schema.decodeUnknownEffect(Schema.Array(ProblemRow))

const iso = DateTime.formatIso

/** Many deliveries as one statement. */
const acceptAll = (sql: SqlClient.SqlClient, rows: Array.NonEmptyReadonlyArray<InboundDelivery>) => sql`
  insert into inbound_deliveries (id, body, received_at)
  select id::uuid, body, received_at::timestamptz
  from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ body }) => body)}::text[],
    ${rows.map(({ receivedAt }) => iso(receivedAt))}::text[]) as t(id, body, received_at)
  returning id`

/** A problem that is there already was tried once more. */
const keepProblems = (sql: SqlClient.SqlClient, tried: ReadonlyArray<TriedProblem>) => {
  const column = (of: (tried: TriedProblem) => string) => tried.map(of)
  return sql`
    insert into inbound_problems as p (delivery_id, key, reason, channel, account, error, attempts, at, due_at)
    select distinct on (delivery_id, key) delivery_id::uuid, key, reason, nullif(channel, ''), nullif(account, ''), error,
      attempts::integer, at::timestamptz, nullif(due_at, '')::timestamptz
    from unnest(
      ${column(({ problem }) => problem.deliveryId)}::text[], ${column(({ problem }) => problem.key)}::text[],
      ${column(({ problem }) => problem.reason)}::text[], ${column(({ problem }) => problem.channel ?? "")}::text[],
      ${column(({ problem }) => problem.account ?? "")}::text[], ${column(({ problem }) => problem.error)}::text[],
      ${column(({ problem }) => String(problem.attempts))}::text[],
      ${column(({ problem }) => iso(problem.at))}::text[],
      ${column((one) => (one.retryAt === null ? "" : iso(one.retryAt)))}::text[]
    ) as t(delivery_id, key, reason, channel, account, error, attempts, at, due_at)
    on conflict (delivery_id, key) do update set reason = excluded.reason, error = excluded.error,
      attempts = excluded.attempts, at = excluded.at, due_at = excluded.due_at`
}

const chosen = (sql: SqlClient.SqlClient, { deliveryId, reason }: ProblemFilter) =>
  sql.and([
    sql`true`,
    ...(reason === null ? [] : [sql`reason = ${reason}`]),
    ...(deliveryId === null ? [] : [sql`delivery_id = ${deliveryId}::uuid`])
  ])

export const layer = Layer.effect(
  InboundQueue,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const writer = yield* Writer
    const arrivals = yield* InboundArrivals

    const accept = yield* GroupCommit.make({
      flush: (rows: Array.NonEmptyReadonlyArray<InboundDelivery>) =>
        Effect.tap(retryConflict(acceptAll(writer, rows)), arrivals.announce),
      isItemFault
    })

    return InboundQueue.of({
      accept: (delivery) => spanned("PgInboundQueue.accept")(Effect.asVoid(Effect.orDie(accept(delivery)))),
      claim: (now, leaseUntil, limit) =>
        spanned("PgInboundQueue.claim")(
          sql`
          with claimed as (
            update inbound_deliveries d set lease_until = ${iso(leaseUntil)}::timestamptz
            where id = any(array(
              select id from inbound_deliveries
              where done_at is null and lease_until <= ${iso(now)}::timestamptz
              order by id limit ${limit} for update skip locked))
            returning id, body, received_at
          )
          select * from claimed order by id`.pipe(Effect.flatMap(decodeDeliveries), Effect.orDie)
        ),
      finish: (deliveryIds, problems, at) =>
        spanned("PgInboundQueue.finish")(
          sql
            .withTransaction(
              Effect.gen(function* () {
                if (problems.length > 0) yield* keepProblems(sql, problems)
                yield* sql`
                update inbound_deliveries set done_at = ${iso(at)}::timestamptz
                where id = any(${deliveryIds}::text[]::uuid[]) and done_at is null`
              })
            )
            .pipe(Effect.orDie)
        ),
      claimProblems: (now, leaseUntil, limit) =>
        spanned("PgInboundQueue.claimProblems")(
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
              rows.map(({ attempts, body, id, key, receivedAt }) => ({
                delivery: { id, body, receivedAt },
                key,
                attempts
              }))
            ),
            Effect.orDie
          )
        ),
      solve: (deliveryId, key) =>
        spanned("PgInboundQueue.solve")(
          Effect.asVoid(
            Effect.orDie(sql`delete from inbound_problems where delivery_id = ${deliveryId}::uuid and key = ${key}`)
          )
        ),
      problems: (filter, limit) =>
        spanned("PgInboundQueue.problems")(
          sql`
          select delivery_id, key, reason, channel, account, error, attempts, at from inbound_problems
          where ${chosen(sql, filter)} order by at desc, delivery_id desc, key limit ${limit}`.pipe(
            Effect.flatMap(decodeProblems),
            Effect.orDie
          )
        ),
      replay: (filter, at) =>
        spanned("PgInboundQueue.replay")(
          sql`
          update inbound_problems set due_at = ${iso(at)}::timestamptz where ${chosen(sql, filter)} returning key`.pipe(
            Effect.tap(arrivals.announce),
            Effect.map((rows) => rows.length),
            Effect.orDie
          )
        ),
      purge: (before, limit) =>
        spanned("PgInboundQueue.purge")(
          sql`
          delete from inbound_deliveries where id = any(array(
            select id from inbound_deliveries d where done_at < ${iso(before.settled)}::timestamptz
              and (done_at < ${iso(before.problematic)}::timestamptz
                or not exists (select 1 from inbound_problems p where p.delivery_id = d.id))
            order by done_at limit ${limit}))
          returning id`.pipe(
            Effect.map((rows) => rows.length),
            Effect.orDie
          )
        ),
      arrival: arrivals.next
    })
  })
)
