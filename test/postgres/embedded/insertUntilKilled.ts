/**
 * Opens the embedded database in a data folder and inserts rows, several at a time, until it is killed. Says the number
 * of each row when its insert has been answered.
 *
 * node insertUntilKilled.ts <dataDir> <first number>
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { Reactivity } from "effect/reactivity"
import { writeSync } from "node:fs"
import * as EmbeddedPostgres from "../../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"

const [dataDir = "", first = "0"] = process.argv.slice(2)
const inFlight = 8

Effect.gen(function* () {
  const { stream } = yield* EmbeddedPostgres.open(dataDir)
  const sql = yield* PgClient.makeClient({ stream, username: "postgres", multiplex: true })
  yield* sql`create table if not exists acknowledged (n int primary key, padding text)`
  let next = Number(first)
  const insert = Effect.gen(function* () {
    const n = next++
    yield* sql`insert into acknowledged values (${n}, repeat('x', 200))`
    // Not through a buffer of this process, which would be lost with it.
    writeSync(1, `${n}\n`)
  })
  yield* Effect.all(
    Array.from({ length: inFlight }, () => Effect.forever(insert)),
    { concurrency: "unbounded" }
  )
}).pipe(Effect.scoped, Effect.provide([NodeServices.layer, Reactivity.layer]), NodeRuntime.runMain)
