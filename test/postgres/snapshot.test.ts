import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../../src/adapters/postgres/Database.ts"
import { Snapshot } from "../../src/adapters/postgres/Snapshot.ts"
import { storesOn } from "../support/postgresStores.ts"
import { serverDatabase } from "../support/serverDatabase.ts"

const Numbers = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 3, maximum: 40 })))

describe("Snapshot", () => {
  it.live("shows what Postgres says it shows", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* serverDatabase())
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const samples = [[], [5], [3, 4, 5], [10, 30, 38], [39, 40], [7, 8, 20, 21, 22, 39]]
        for (const sample of samples) {
          const [first = 40] = sample
          const text = `${first}:40:${sample.filter((number) => number < 40).join(",")}`
          const rows = yield* sql<{ readonly shown: boolean }>`
            select pg_visible_in_snapshot(n::text::xid8, ${text}::text::pg_snapshot) as shown
            from generate_series(3, 45) n order by n`
          const snapshot = new Snapshot(text)
          assert.deepStrictEqual(
            Array.range(3, 45).map((number) => snapshot.shows(String(number))),
            rows.map(({ shown }) => shown),
            text
          )
        }
      }).pipe(Effect.provide(storesOn(Database.server(url))))
    }).pipe(Effect.scoped)
  )

  it.prop("shows the less the more is under way", [Numbers], ([underWay]) => {
    const list = [...new Set(underWay)].toSorted((one, other) => one - other)
    const all = new Snapshot(`3:41:${list.join(",")}`)
    for (const number of Array.range(3, 45)) {
      assert.strictEqual(all.shows(String(number)), number < 41 && !list.includes(number))
    }
  })
})
