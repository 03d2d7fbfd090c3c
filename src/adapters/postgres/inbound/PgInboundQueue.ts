import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InboundDelivery, InboundProblem } from "../../../domain/inbound/InboundDelivery.ts"
import type { InboundDeliveryId } from "../../../domain/Ids.ts"
import { InboundQueue, type ProblemFilter, type TriedProblem } from "../../../ports/stores/InboundQueue.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { instants, texts, uuids } from "../database/ArrayParameter.ts"
import { claimDeliveries, releaseDeliveries } from "./claimDeliveries.ts"
import { decodeEach } from "../database/decodeEach.ts"
import { InboundBuffer } from "./InboundBuffer.ts"
import { InboundWakeSignal } from "./InboundWakeSignal.ts"
import { makeBackpressure } from "./makeBackpressure.ts"
import { storeDeliveries } from "./storeDeliveries.ts"
import { Writer } from "../database/Writer.ts"

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

/**
 * Platforms wait until their deliveries are stored, but nothing waits for processing. While more deliveries wait to be
 * stored than arrive in 10 ms at 3,000 per second, processing yields to storing. Processing claims a batch with each
 * turn, so it progresses during an overload too.
 */
const storingFirst = { maxUrgent: 32, maxDelay: "250 millis", pollInterval: "5 millis" } as const

/**
 * How long releasing the buffered deliveries may take at shutdown. Other processes get them anyway when the lease
 * expires.
 */
const releaseTimeout = "3 seconds"

/** Records failed items. An item that failed before was retried, so its attempts rise. */
const keepProblems = (sql: SqlClient.SqlClient, tried: ReadonlyArray<TriedProblem>) => {
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

const markDone = (sql: SqlClient.SqlClient, deliveryIds: ReadonlyArray<InboundDeliveryId>, at: DateTime.Utc) => sql`
  update inbound_deliveries set done_at = ${iso(at)}::timestamptz
  where id = any(${uuids(deliveryIds)}::uuid[]) and done_at is null`

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
    const wakeSignal = yield* InboundWakeSignal

    const buffer = new InboundBuffer()
    yield* Effect.addFinalizer(() =>
      releaseDeliveries(sql, buffer).pipe(
        Effect.timeout(releaseTimeout),
        Effect.catchCause((cause) =>
          Effect.logWarning("buffered deliveries not released; other processes get them when the lease expires", cause)
        )
      )
    )
    const claim = claimDeliveries(sql, buffer)
    const store = yield* storeDeliveries({ sql: writer, buffer, signal: wakeSignal.signal })
    const { yieldToUrgent, urgently } = yield* makeBackpressure(storingFirst)

    return InboundQueue.of({
      accept: (delivery) => spanned("PgInboundQueue.accept")(Effect.orDie(urgently(store(delivery)))),
      claim: (now, limit) =>
        spanned("PgInboundQueue.claim")(Effect.orDie(Effect.andThen(yieldToUrgent, claim(now, limit)))),
      finish: (deliveryIds, problems, at) =>
        spanned("PgInboundQueue.finish")(
          Effect.orDie(
            problems.length === 0
              ? markDone(sql, deliveryIds, at)
              : sql.withTransaction(Effect.andThen(keepProblems(sql, problems), markDone(sql, deliveryIds, at)))
          ).pipe(
            Effect.map(() => {
              for (const id of deliveryIds) buffer.forget(id)
            })
          )
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
            Effect.tap(wakeSignal.signal),
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
      wakeSignal: wakeSignal.next
    })
  })
)
