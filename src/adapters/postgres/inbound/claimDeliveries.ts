import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { InboundDeliveryId } from "../../../domain/Ids.ts"
import { type InboundDelivery, inboundLease } from "../../../domain/inbound/InboundDelivery.ts"
import { uuids } from "../database/ArrayParameter.ts"
import type { InboundBuffer } from "./InboundBuffer.ts"

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
export const claimDeliveries = (sql: SqlClient.SqlClient, buffer: InboundBuffer) => {
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
export const releaseDeliveries = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, buffer: InboundBuffer) {
  const left = buffer.takeAll()
  if (left.length === 0) return
  yield* sql`
    update inbound_deliveries set lease_until = '-infinity'
    where id = any(${uuids(left)}::uuid[]) and done_at is null`
})
