import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { OrganizationId } from "../src/domain/Ids.ts"
import { WrongResult } from "./Comparison.ts"

/** What there is of the sends of some organizations, in the rows that each leaves. */
export const sendsOf = Effect.fnUntraced(function* (ids: ReadonlyArray<OrganizationId>) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly counted: number; readonly sent: number; readonly announced: number }>`
    select
      (select coalesce(sum(used), 0) from monthly_usage where organization_id = any(${ids}::uuid[]))::float8 as counted,
      (select count(*) from messages where organization_id = any(${ids}::uuid[]) and status = 'sent'
        and settled_at is not null)::float8 as sent,
      (select count(*) from events where organization_id = any(${ids}::uuid[]) and type = 'message.sent')::float8
        as announced`
  return row ?? { counted: 0, sent: 0, announced: 0 }
})

/** Nothing is faster for being wrong: each of so many sends was counted once, kept once and announced once. */
export const exactSends = Effect.fnUntraced(function* (ids: ReadonlyArray<OrganizationId>, expected: number) {
  const { announced, counted, sent } = yield* sendsOf(ids)
  if (counted !== expected || sent !== expected || announced !== expected) {
    const reason = `${expected} sends, ${counted} counted, ${sent} kept, ${announced} announced`
    return yield* new WrongResult({ reason })
  }
})
