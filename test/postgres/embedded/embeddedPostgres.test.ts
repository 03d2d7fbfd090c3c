import { assert, layer } from "@effect/vitest"
import { Effect, FileSystem, Queue } from "effect"
import { TestClock } from "effect/testing"
import { DataDirLocked } from "../../../src/adapters/postgres/embedded/DataDirLock.ts"
import * as EmbeddedFolder from "../../../src/adapters/postgres/embedded/EmbeddedFolder.ts"
import * as EmbeddedPostgres from "../../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import * as EmbeddedUpkeep from "../../../src/adapters/postgres/embedded/EmbeddedUpkeep.ts"
import { child } from "../../support/processes/childProcess.ts"
import { embeddedDatabase } from "../../support/database/embeddedDatabase.ts"
import { client, foreign, opened, services, temporary } from "./embeddedFolders.ts"

/** Each test creates one or two databases, which takes seconds of a processor. */
const timeout = 90_000

const namesIn = (dataDir: string) =>
  Effect.map(
    Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readDirectory(dataDir)),
    (names) => names.toSorted()
  )

layer(services, { timeout: "2 minutes" })("the embedded database", (it) => {
  it.effect(
    "preserves its rows, its extension and its folder's owner between two starts",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* temporary
        const fs = yield* FileSystem.FileSystem
        yield* Effect.scoped(
          Effect.gen(function* () {
            const sql = yield* opened(`${dataDir}/made/when/needed`)
            yield* sql`create extension pg_trgm`
            yield* sql`create table kept as select 'effect' as word`
          })
        )
        const sql = yield* opened(`${dataDir}/made/when/needed`)
        assert.deepStrictEqual(yield* sql`select word from kept where word % 'efect'`, [{ word: "effect" }])
        const { mode } = yield* fs.stat(`${dataDir}/made/when/needed/postgres`)
        assert.strictEqual(mode & 0o777, 0o700)
      }),
    timeout
  )

  it.effect("refuses a data folder that another process has open", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporary
      const holder = yield* child("../postgres/embedded/holdDataDir.ts", dataDir)
      assert.strictEqual(yield* Queue.take(holder.lines), "locked")
      const error = yield* Effect.flip(EmbeddedPostgres.open(dataDir))
      assert.deepStrictEqual(error, new DataDirLocked({ dataDir, pid: holder.pid }))
      assert.deepStrictEqual(yield* namesIn(dataDir), ["postgres.lock"])
    })
  )

  it.effect(
    "moves the folder of an interrupted creation aside, and creates a new one",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* temporary
        const fs = yield* FileSystem.FileSystem
        yield* foreign(dataDir)
        yield* fs.writeFileString(`${dataDir}/postgres/parley-begun`, "")
        yield* TestClock.setTime(Date.UTC(2026, 10, 21, 12, 30))
        const sql = yield* opened(dataDir)
        assert.deepStrictEqual(yield* sql`select to_regclass('brought') as found`, [{ found: null }])
        const aside = "postgres.broken-2026-11-21T12-30-00.000Z"
        assert.deepStrictEqual(yield* namesIn(dataDir), ["postgres", aside, "postgres.lock"])
        assert.strictEqual(yield* fs.readFileString(`${dataDir}/${aside}/PG_VERSION`), "18\n")
      }),
    timeout
  )

  it.effect(
    "uses a complete database that another program created",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* temporary
        yield* foreign(dataDir)
        const sql = yield* opened(dataDir)
        assert.deepStrictEqual(yield* sql`select seven from brought`, [{ seven: 7 }])
        assert.deepStrictEqual(yield* EmbeddedFolder.state(`${dataDir}/postgres`), "ours")
      }),
    timeout
  )

  it.effect(
    "does not change a database that cannot be opened, and reports the reason",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* temporary
        const fs = yield* FileSystem.FileSystem
        yield* foreign(dataDir)
        yield* fs.writeFileString(`${dataDir}/postgres/parley-opened`, "")
        yield* fs.writeFileString(`${dataDir}/postgres/PG_VERSION`, "17\n")
        const error = yield* Effect.flip(Effect.scoped(EmbeddedPostgres.open(dataDir)))
        assert.strictEqual(error._tag, "EmbeddedPostgresFailed")
        assert.include(error.message, `The embedded database in ${dataDir} failed`)
        assert.include(error.message, "initialized by PostgreSQL version 17")
        assert.deepStrictEqual(yield* namesIn(dataDir), ["postgres"])
      }),
    timeout
  )

  it.effect("opens a dump in memory, independent of the original", () =>
    Effect.gen(function* () {
      const original = yield* embeddedDatabase
      const sql = yield* client(original)
      yield* sql`create table copied (n int)`
      yield* sql`insert into copied values (1)`
      const copy = yield* Effect.flatMap(original.dump, EmbeddedPostgres.openInMemory)
      yield* sql`insert into copied values (2)`
      assert.deepStrictEqual(yield* (yield* client(copy))`select n from copied`, [{ n: 1 }])
    })
  )
})

layer(services, { timeout: "2 minutes" })("the state of a data folder", (it) => {
  it.effect.each([
    [[], "broken"],
    [["base/1/1259"], "broken"],
    [["PG_VERSION"], "broken"],
    [["PG_VERSION", "global/pg_control"], "foreign"],
    [["PG_VERSION", "global/pg_control", "parley-opened"], "ours"],
    [["PG_VERSION", "global/pg_control", "parley-begun"], "broken"],
    [["parley-begun"], "broken"],
    [["parley-opened"], "broken"]
  ] as const)("of %j is %s", ([files, state]) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = `${yield* temporary}/postgres`
      assert.strictEqual(yield* EmbeddedFolder.state(folder), "empty", "when it is not there")
      yield* fs.makeDirectory(folder)
      assert.strictEqual(yield* EmbeddedFolder.state(folder), "empty", "when nothing is in it")
      yield* EmbeddedFolder.begin(folder)
      assert.strictEqual(yield* EmbeddedFolder.state(folder), "empty", "when nothing was done after the beginning")
      yield* fs.remove(`${folder}/parley-begun`)
      yield* fs.makeDirectory(`${folder}/base/1`, { recursive: true })
      yield* fs.makeDirectory(`${folder}/global`)
      yield* Effect.forEach(files, (file) => fs.writeFileString(`${folder}/${file}`, ""))
      assert.strictEqual(yield* EmbeddedFolder.state(folder), state)
    })
  )
})

layer(services, { timeout: "2 minutes" })("maintenance of the embedded database", (it) => {
  it.effect(
    "vacuums the table most in need, and writes a long log to the tables",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* temporary
        yield* foreign(dataDir)
        const embedded = yield* EmbeddedPostgres.open(dataDir)
        const sql = yield* client(embedded)
        yield* sql`drop table brought`
        const logBytes = sql<{ bytes: number }>`
        select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`
        yield* sql`create table "Untidy" as select n, repeat(md5(n::text), 30) as text from generate_series(1, 50000) n`
        yield* sql`delete from "Untidy" where n > 100`
        // What it counts becomes visible within a second; here, at once.
        yield* sql`select pg_stat_force_next_flush()`
        assert.isAbove((yield* logBytes)[0]?.bytes ?? 0, 32 * 1024 * 1024)
        yield* EmbeddedUpkeep.runUpkeepPass(embedded.stream)
        assert.isBelow((yield* logBytes)[0]?.bytes ?? 0, 1024 * 1024)
        const tables = yield* sql`
        select n_dead_tup::int as dead, last_vacuum is not null as vacuumed, last_analyze is not null as analyzed
        from pg_stat_user_tables`
        assert.deepStrictEqual(tables, [{ dead: 0, vacuumed: true, analyzed: true }])
      }),
    timeout
  )

  it.effect("runs every minute", () =>
    Effect.gen(function* () {
      const embedded = yield* embeddedDatabase
      const came = yield* Queue.unbounded<void>()
      const stream = () => {
        Queue.offerUnsafe(came, undefined)
        return embedded.stream()
      }
      yield* EmbeddedUpkeep.run(stream)
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(yield* Queue.size(came), 0)
      yield* TestClock.adjust("1 second")
      yield* Queue.take(came)
    })
  )
})
