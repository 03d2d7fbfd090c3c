import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { InboundDeliveryId } from "../../../domain/Ids.ts"
import { InboundQueue } from "../../../ports/inbound/InboundQueue.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { uuids } from "../database/ArrayParameter.ts"
import { claimDeliveries, releaseDeliveries } from "./claimDeliveries.ts"
import { claimProblems, keepProblems, listProblems, replayProblems, solveProblem } from "./inboundProblems.ts"
import { InboundBuffer } from "./InboundBuffer.ts"
import { InboundWakeSignal } from "./InboundWakeSignal.ts"
import { makeBackpressure } from "./makeBackpressure.ts"
import { storeDeliveries } from "./storeDeliveries.ts"
import { Writer } from "../database/Writer.ts"

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
