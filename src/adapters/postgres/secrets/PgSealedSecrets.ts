import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type ResealedRows, SealedSecrets } from "../../../ports/access/SealedSecrets.ts"
import { usedKeys } from "./missingKeys.ts"
import { Sealer } from "./Sealer.ts"
import { sealedTables } from "./sealedTables.ts"

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
