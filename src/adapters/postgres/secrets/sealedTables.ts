import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { OrganizationId, WebhookId } from "../../../domain/Ids.ts"
import { tokenOwner } from "../access/ChannelAccountRow.ts"
import { hashKeyOwner } from "./hashKeys.ts"
import { previousSecretOwner, SealedPreviousSecret, secretOwner } from "../webhooks/WebhookRow.ts"
import { keyIdAt, keyIdOf, type Owner, type Sealer } from "./Sealer.ts"

/** Outcome of a row. */
export type Resealed = "resealed" | "overtaken" | "unreadable"

/** A table with sealed values. A new one needs an entry in `sealedTables`, and in `usedKeys` if a start depends on it. */
export interface SealedTable {
  /** Table and column. */
  readonly name: string
  /** Rows after a position that another key sealed, in the order of their positions. */
  read(after: string | null, keyId: string, limit: number): Effect.Effect<ReadonlyArray<unknown>, unknown>
  /** Seals a row with the current key. Returns its position and the outcome. */
  reseal(row: unknown): Effect.Effect<{ readonly place: string; readonly outcome: Resealed }, unknown>
}

/** Seals a text with the current key. Returns it unchanged if it has that key already or cannot be opened. */
const resealText = Effect.fnUntraced(function* (sealer: Sealer["Service"], owner: Owner, sealed: string) {
  if (keyIdOf(sealed) === sealer.keyIds[0]) return sealed
  // Without a log line: standard output belongs to the answer of the command, which counts these rows.
  if (!(yield* sealer.canOpen(owner, sealed))) return sealed
  return yield* sealer.seal(owner, yield* sealer.open(owner, sealed))
})

/** Outcome of a compare-and-set statement, from the rows that it changed. */
const outcomeOf = (changed: ReadonlyArray<unknown>): Resealed => (changed.length > 0 ? "resealed" : "overtaken")

const keyId = (column: string) => `substr(${column}, ${keyIdAt.from}, ${keyIdAt.length})`

const nowhere = "00000000-0000-0000-0000-000000000000"

const HashKey = Schema.decodeUnknownEffect(Schema.Struct({ number: Schema.Int, sealed_key: Schema.String }))

const hashKeys = (sql: SqlClient.SqlClient, sealer: Sealer["Service"]): SealedTable => ({
  name: "hash_keys.sealed_key",
  read: (after, present, limit) => sql`
    select number, sealed_key from hash_keys
    where number > ${Number(after ?? "0")}::int and ${sql.literal(keyId("sealed_key"))} <> ${present}
    order by number limit ${limit}::int`,
  reseal: Effect.fnUntraced(function* (row) {
    const { number, sealed_key: old } = yield* HashKey(row)
    const place = String(number)
    const fresh = yield* resealText(sealer, hashKeyOwner(number), old)
    if (fresh === old) return { place, outcome: "unreadable" }
    const changed = yield* sql`
      update hash_keys set sealed_key = ${fresh} where number = ${number}::int and sealed_key = ${old} returning number`
    return { place, outcome: outcomeOf(changed) }
  })
})

const Account = Schema.decodeUnknownEffect(
  Schema.Struct({
    organizationId: Schema.String,
    id: Schema.String,
    /** Perhaps of a later version. */
    channel: Schema.String,
    externalId: Schema.String,
    sealed: Schema.String
  })
)

const channelAccounts = (sql: SqlClient.SqlClient, sealer: Sealer["Service"]): SealedTable => ({
  name: "channel_accounts.sealed_token",
  read: (after, present, limit) => {
    const [organizationId, id] = (after ?? `${nowhere} ${nowhere}`).split(" ")
    return sql`
      select organization_id as "organizationId", id, channel, external_id as "externalId", sealed_token as sealed
      from channel_accounts
      where (organization_id, id) > (${organizationId}::uuid, ${id}::uuid)
        and sealed_token is not null and ${sql.literal(keyId("sealed_token"))} <> ${present}
      order by organization_id, id limit ${limit}::int`
  },
  reseal: Effect.fnUntraced(function* (row) {
    const { id, sealed: old, ...account } = yield* Account(row)
    const place = `${account.organizationId} ${id}`
    const fresh = yield* resealText(sealer, tokenOwner(account), old)
    if (fresh === old) return { place, outcome: "unreadable" }
    const changed = yield* sql`
      update channel_accounts set sealed_token = ${fresh}
      where organization_id = ${account.organizationId}::uuid and id = ${id}::uuid and sealed_token = ${old}
      returning id`
    return { place, outcome: outcomeOf(changed) }
  })
})

const Secrets = Schema.decodeUnknownEffect(
  Schema.Struct({
    organizationId: OrganizationId,
    id: WebhookId,
    sealed: Schema.String,
    /** The JSON text, so that the update can compare the column with the text that was read. */
    previous: Schema.String
  })
)
const previousSecrets = Schema.fromJsonString(Schema.Array(SealedPreviousSecret))
const decodePrevious = Schema.decodeUnknownEffect(previousSecrets)
const encodePrevious = Schema.encodeEffect(previousSecrets)

/** The present and the previous secrets of a subscription, which are one row. */
const webhooks = (sql: SqlClient.SqlClient, sealer: Sealer["Service"]): SealedTable => ({
  name: "webhooks.sealed_secret",
  read: (after, present, limit) => {
    const [organizationId, id] = (after ?? `${nowhere} ${nowhere}`).split(" ")
    return sql`
    select organization_id as "organizationId", id, sealed_secret as sealed, sealed_previous_secrets::text as previous
    from webhooks
    where (organization_id, id) > (${organizationId}::uuid, ${id}::uuid)
      and (${sql.literal(keyId("sealed_secret"))} <> ${present} or case jsonb_typeof(sealed_previous_secrets)
        when 'array' then exists (select from jsonb_array_elements(sealed_previous_secrets) as previous(entry)
          where ${sql.literal(keyId("entry ->> 'sealed'"))} <> ${present}) end)
    order by organization_id, id limit ${limit}::int`
  },
  reseal: Effect.fnUntraced(function* (row) {
    const { previous: oldPrevious, sealed: old, ...webhook } = yield* Secrets(row)
    const place = `${webhook.organizationId} ${webhook.id}`
    const fresh = yield* resealText(sealer, secretOwner(webhook), old)
    const previous = yield* Effect.option(decodePrevious(oldPrevious))
    const entries = Option.getOrElse(previous, () => [])
    const freshEntries = yield* Effect.forEach(entries, ({ sealed, until }) =>
      Effect.map(resealText(sealer, previousSecretOwner(webhook, until), sealed), (sealed) => ({ sealed, until }))
    )
    const isUnchanged = fresh === old && freshEntries.every(({ sealed }, at) => sealed === entries[at]?.sealed)
    if (isUnchanged) return { place, outcome: "unreadable" }
    const freshPrevious = Option.isNone(previous) ? oldPrevious : yield* encodePrevious(freshEntries)
    const changed = yield* sql`
      update webhooks set sealed_secret = ${fresh}, sealed_previous_secrets = ${freshPrevious}::text::jsonb
      where organization_id = ${webhook.organizationId}::uuid and id = ${webhook.id}::uuid
        and sealed_secret = ${old} and sealed_previous_secrets = ${oldPrevious}::text::jsonb
      returning id`
    return { place, outcome: outcomeOf(changed) }
  })
})

/** Every table with sealed values. */
export const sealedTables = (sql: SqlClient.SqlClient, sealer: Sealer["Service"]): ReadonlyArray<SealedTable> => [
  hashKeys(sql, sealer),
  channelAccounts(sql, sealer),
  webhooks(sql, sealer)
]
