import { type Array, type DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { InboundDelivery } from "../../../domain/inbound/InboundDelivery.ts"
import { instants, uuids } from "../database/ArrayParameter.ts"
import type { InboundBuffer } from "./InboundBuffer.ts"
import { isItemFault, retryConflict } from "../database/sqlFaults.ts"
import { writeTogether } from "../batching/groupWriter.ts"

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
export const storeDeliveries = Effect.fnUntraced(function* ({ signal, buffer, sql }: StoreOptions) {
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
