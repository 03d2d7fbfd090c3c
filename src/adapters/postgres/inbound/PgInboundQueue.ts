import { type Array, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { InboundDeliveryId } from "../../../domain/Ids.ts"
import { type InboundDelivery, inboundLease } from "../../../domain/inbound/InboundDelivery.ts"
import { instants, uuids } from "../database/ArrayParameter.ts"
import { InboundBuffer } from "./InboundBuffer.ts"
import { isItemFault, retryConflict } from "../database/sqlFaults.ts"
import { writeTogether } from "../batching/groupWriter.ts"
import { InboundQueue } from "../../../ports/inbound/InboundQueue.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { claimProblems, keepProblems, listProblems, replayProblems, solveProblem } from "./inboundProblems.ts"
import { InboundWakeSignal } from "./InboundWakeSignal.ts"
import { makeBackpressure } from "./makeBackpressure.ts"
import { Writer } from "../database/DatabaseClients.ts"

/**
 * How often the database is queried while the buffer has deliveries, in milliseconds: other processes leave some there.
 */
export const queryMillis = 1_000

/** Most bytes of the bodies in one claim, unless the first body alone has more. The rest is claimed the next time. */
const maxClaimedBytes = 16 * 1024 * 1024

/** A delivery as the driver returns it. The column types guarantee all of its fields. */
interface DeliveryColumns {
  readonly id: InboundDeliveryId
  readonly body: string
  readonly received_at: Date
}

const asDelivery = ({ body, id, received_at }: DeliveryColumns): InboundDelivery => ({
  id,
  body,
  receivedAt: DateTime.makeUnsafe(received_at.getTime())
})

/** Claims unclaimed deliveries, and those of `late`, whose lease this process still holds. */
const claimAnew = (
  sql: SqlClient.SqlClient,
  late: ReadonlyArray<InboundDeliveryId>,
  now: DateTime.Utc,
  limit: number
) =>
  Effect.map(
    sql<DeliveryColumns>`
      with claimed as (
        update inbound_deliveries d set lease_until = ${DateTime.formatIso(DateTime.addDuration(now, inboundLease))}::timestamptz
        where id = any(array(
          select id from (
            select id, row_number() over oldest as place, sum(octet_length(body)) over oldest as bytes from (
              select id, body from inbound_deliveries
              where done_at is null and (lease_until <= ${DateTime.formatIso(now)}::timestamptz or id = any(${uuids(late)}::uuid[]))
              order by id limit ${limit} for update skip locked) d
            window oldest as (order by id rows unbounded preceding)) d
          where place = 1 or bytes <= ${maxClaimedBytes}))
        returning id, body, received_at
      )
      select * from claimed order by id`,
    (rows) => rows.map(asDelivery)
  )

/** Returns buffered deliveries. Reads unclaimed ones if the buffer is empty, or if the last query is too long ago. */
const claimDeliveries = (sql: SqlClient.SqlClient, buffer: InboundBuffer) => {
  let lastQueryMillis = Number.NEGATIVE_INFINITY
  return Effect.fnUntraced(function* (now: DateTime.Utc, limit: number) {
    buffer.markPolled(now)
    // The clock may be set back.
    const isDue = Math.abs(now.epochMilliseconds - lastQueryMillis) >= queryMillis
    if (!isDue) {
      const buffered = buffer.take(now, limit)
      if (buffered.length > 0) return buffered
    }
    lastQueryMillis = now.epochMilliseconds
    const claimed = yield* claimAnew(sql, buffer.takeExpiring(now, limit), now, limit)
    return [...claimed, ...buffer.take(now, limit - claimed.length)]
  })
}

/** Releases the buffered deliveries of this process: other processes may claim them. */
const releaseDeliveries = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, buffer: InboundBuffer) {
  const left = buffer.takeAll()
  if (left.length === 0) return
  yield* sql`
    update inbound_deliveries set lease_until = '-infinity'
    where id = any(${uuids(left)}::uuid[]) and done_at is null`
})

/** Bodies with more characters are written alone: hundreds of them exceed the size of a statement. */
const largeBody = 64 * 1024

/** Inserts many deliveries in one statement, each with the end of its lease, or null if it is unclaimed. */
const insertAll = (
  sql: SqlClient.SqlClient,
  rows: Array.NonEmptyReadonlyArray<InboundDelivery>,
  leases: ReadonlyArray<DateTime.Utc | null>
) => sql`
  insert into inbound_deliveries (id, body, received_at, lease_until)
  select id, body, received_at, coalesce(lease_until, '-infinity')
  from unnest(${uuids(rows.map(({ id }) => id))}::uuid[], ${rows.map(({ body }) => body)}::text[],
    ${instants(rows.map(({ receivedAt }) => receivedAt))}::timestamptz[], ${instants(leases)}::timestamptz[])
    as t(id, body, received_at, lease_until)`

export interface StoreOptions {
  readonly sql: SqlClient.SqlClient
  /** Stored deliveries are buffered here if there is room and this process runs an inbound worker. */
  readonly buffer: InboundBuffer
  /** Runs after deliveries were stored. */
  readonly signal: Effect.Effect<void>
}

/** Stores deliveries in groups, until the scope is closed. */
const storeDeliveries = Effect.fnUntraced(function* ({ signal, buffer, sql }: StoreOptions) {
  const write = (rows: Array.NonEmptyReadonlyArray<InboundDelivery>) =>
    Effect.suspend(() => {
      const ours = new Set(rows.filter((row) => buffer.reserve(row)))
      const leases = rows.map((row) => (ours.has(row) ? buffer.leaseOf(row) : null))
      return Effect.onExit(retryConflict(insertAll(sql, rows, leases)), (exit) => {
        for (const row of ours)
          if (exit._tag === "Success") buffer.put(row)
          else buffer.abandon(row)
        return exit._tag === "Success" ? signal : Effect.void
      })
    })
  const writeSoon = yield* writeTogether({ name: "inbound", write, isItemFault })
  return (delivery: InboundDelivery) => (delivery.body.length > largeBody ? write([delivery]) : writeSoon(delivery))
})

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

const markDone = (sql: SqlClient.SqlClient, deliveryIds: ReadonlyArray<InboundDeliveryId>, at: DateTime.Utc) => sql`
  update inbound_deliveries set done_at = ${iso(at)}::timestamptz
  where id = any(${uuids(deliveryIds)}::uuid[]) and done_at is null`

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
      rewrite: (deliveryId, body) =>
        spanned("PgInboundQueue.rewrite")(
          Effect.asVoid(Effect.orDie(sql`update inbound_deliveries set body = ${body} where id = ${deliveryId}::uuid`))
        ),
      claimProblems: (now, leaseUntil, limit) =>
        spanned("PgInboundQueue.claimProblems")(Effect.orDie(claimProblems(sql, now, leaseUntil, limit))),
      solve: (deliveryId, key) =>
        spanned("PgInboundQueue.solve")(Effect.orDie(Effect.asVoid(solveProblem(sql, deliveryId, key)))),
      problems: (filter, limit) => spanned("PgInboundQueue.problems")(Effect.orDie(listProblems(sql, filter, limit))),
      replay: (filter, at) =>
        spanned("PgInboundQueue.replay")(Effect.orDie(Effect.tap(replayProblems(sql, filter, at), wakeSignal.signal))),
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
