import { type Array, Duration } from "effect"
import type { SqlClient } from "effect/sql"
import { keyRetention } from "../../../domain/sends/IdempotencyKey.ts"
import { placesOfFirst } from "../batching/places.ts"
import { booleans, texts } from "../database/ArrayParameter.ts"
import type { ReserveRow } from "./reserveRow.ts"

const retention = `${Duration.toMillis(keyRetention)} milliseconds`

/**
 * The parts of the statement that reserves sends that take the keys of the calls. Without a key among the intents all parts
 * are empty, so the statement costs what it would cost without keys. `isRefused` is whether the recipient `r` of the intent `i` is
 * refused: such an intent does not take a key.
 *
 * - Keys are locked before the counters, in the order of the keys, so that statements wait for each other in one direction.
 * - Of intents with one key in one statement the first takes it.
 * - An intent takes its own key again when it is reserved a second time with another check.
 */
export const takeKeys = (
  sql: SqlClient.SqlClient,
  rows: Array.NonEmptyReadonlyArray<ReserveRow>,
  isRefused: string
) => {
  const none = sql.literal("")
  if (rows.every(({ call }) => call === null)) {
    return { arrays: none, columns: none, taken: none, isTaken: none, join: none, orTaken: none, shown: none }
  }
  const isTaken = `i.is_keyed and t.message_id is null and not ${isRefused}`
  const names = rows.map(({ call, organizationId }, index) =>
    call === null ? `${index}` : `${organizationId} ${call.api} ${call.key}`
  )
  const first = placesOfFirst(names)
  const column = (name: "api" | "key" | "fingerprint") =>
    texts(rows.map(({ call }, index) => (call !== null && first[index] === index + 1 ? call[name] : null)))
  return {
    arrays: sql`${column("api")}::text[], ${column("key")}::text[], ${column("fingerprint")}::text[],
    ${booleans(rows.map(({ call }) => call !== null))}::boolean[],`,
    columns: sql.literal("api, key, fingerprint, is_keyed,"),
    taken: sql`
taken as (
  insert into idempotency_keys as k (organization_id, api, key, fingerprint, message_id, created_at)
  select i.organization_id, i.api, i.key, i.fingerprint, i.message_id, i.at
  from intent i join recipient r on r.person = i.person
  where i.key is not null and not ${sql.literal(isRefused)}
  order by i.organization_id, i.api, i.key
  on conflict (organization_id, api, key) do update set fingerprint = excluded.fingerprint,
    message_id = excluded.message_id, status = null, sealed_body = null, is_lost = false, created_at = excluded.created_at
    where k.message_id = excluded.message_id or k.created_at <= excluded.created_at - ${retention}::interval
  returning k.message_id
),`,
    isTaken: sql.literal(`${isTaken} as is_taken,`),
    join: sql.literal("left join taken t on t.message_id = i.message_id"),
    orTaken: sql.literal(`or (${isTaken})`),
    shown: sql.literal(", k.is_taken")
  }
}
