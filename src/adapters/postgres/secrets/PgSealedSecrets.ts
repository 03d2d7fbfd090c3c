import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { actingFor } from "../rowsecurity/Acting.ts"
import { Sealer, isKeyId, keyIdAt } from "./Sealer.ts"
import { type ResealedRows, SealedSecrets } from "../../../ports/access/SealedSecrets.ts"
import { sealedTables } from "./sealedTables.ts"

/** Most different key ids read from a column: an unsealed value may have any text there. */
const maxIds = 100

/** Secrets are sealed with a key that `SECRETS_KEY` does not have. */
export class KeysMissing extends Schema.TaggedError<KeysMissing>()("KeysMissing", {
  keyIds: Schema.Array(Schema.String)
}) {
  override get message() {
    const ids = this.keyIds.join(", ")
    return `SECRETS_KEY lacks keys that stored secrets were sealed with (ids: ${ids}). Put the missing keys behind the present one: SECRETS_KEY=<present>,<missing>. If a key is lost for good, set SECRETS_KEY_LOST=${this.keyIds.join(",")}: the service starts, the webhooks and accounts that need it stay disabled until they are registered or connected again, and API keys that depend on it are refused`
  }
}

const decodeIds = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ id: Schema.String })))

/** The ids of a column: from one to the next by the index, however many rows have each. */
const idsOf = (sql: SqlClient.SqlClient, table: "webhooks" | "channel_accounts" | "hash_keys", column: string) => {
  const id = `substr(${column}, ${keyIdAt.from}, ${keyIdAt.length})`
  const next = (behind: string) => `
    select ${id} as id from ${table} where ${column} is not null ${behind} order by ${id} limit 1`
  return sql.unsafe(`
    with recursive ids as (
      (${next("")})
      union all
      select n.id from ids cross join lateral (${next(`and ${id} > ids.id`)}) n
    )
    select id from ids limit ${maxIds}`)
}

/**
 * The ids of the keys that stored secrets were sealed with. Previous secrets, which sign beside the current one for a
 * day, are excluded: deliveries do not fail if one of them cannot be opened.
 */
const usedKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.all([
    idsOf(sql, "webhooks", "sealed_secret"),
    idsOf(sql, "channel_accounts", "sealed_token"),
    idsOf(sql, "hash_keys", "sealed_key")
  ])
  return [...new Set((yield* decodeIds(rows.flat())).map(({ id }) => id).filter(isKeyId))].sort()
})

/** The ids of the keys that stored secrets need and the sealer does not hold. */
export const missingKeys = Effect.gen(function* () {
  const { keyIds } = yield* Sealer
  return (yield* usedKeys).filter((id) => !keyIds.includes(id))
})

/** Fails if a key is missing that is not declared as lost. */
export const checkKeys = Effect.fnUntraced(function* (lost: ReadonlyArray<string>) {
  const missing = yield* actingFor("everyone")(missingKeys)
  const unexpected = missing.filter((id) => !lost.includes(id))
  if (unexpected.length > 0) return yield* new KeysMissing({ keyIds: unexpected })
  if (missing.length > 0) yield* Effect.logWarning("secrets of lost keys cannot be opened", { keyIds: missing })
})

/** Rows that are sealed at the same time: few, so that the service beside them hardly notices. */
const concurrency = 4

export const layer = Layer.effect(
  SealedSecrets,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sealer = yield* Sealer
    const tables = sealedTables(sql, sealer)
    const [present, ...former] = sealer.keyIds

    return SealedSecrets.of({
      kinds: tables.map(({ name }) => name),
      keys: Effect.provideService(usedKeys, SqlClient.SqlClient, sql).pipe(
        Effect.map((used) => ({ present, former, used })),
        Effect.orDie
      ),
      reseal: Effect.fn("PgSealedSecrets.reseal")(function* (kind, after, limit) {
        const table = yield* Effect.fromNullishOr(tables.find(({ name }) => name === kind))
        const rows = yield* table.read(after, present, limit)
        const done = yield* Effect.forEach(rows, table.reseal, { concurrency })
        const count = (outcome: (typeof done)[number]["outcome"]) =>
          done.filter((one) => one.outcome === outcome).length
        const resealed: ResealedRows = {
          resealed: count("resealed"),
          overtaken: count("overtaken"),
          unreadable: count("unreadable"),
          next: rows.length < limit ? null : (done.at(-1)?.place ?? null)
        }
        return resealed
      }, Effect.orDie)
    })
  })
)
