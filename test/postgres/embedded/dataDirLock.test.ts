import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Array, Effect, Exit, FileSystem, Option, Path, Queue, Scope } from "effect"
import { spawnSync } from "node:child_process"
import * as DataDirLock from "../../../src/adapters/postgres/embedded/DataDirLock.ts"
import * as ProcessIdentity from "../../../src/adapters/postgres/embedded/ProcessIdentity.ts"
import { child } from "../../support/processes/childProcess.ts"

const dataDir = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

const lockOf = (dir: string) => Effect.map(Path.Path, (path) => path.join(dir, "postgres.lock"))

const writeLock = Effect.fnUntraced(function* (dir: string, content: string, suffix = "") {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(`${yield* lockOf(dir)}${suffix}`, content)
})

const readLock = Effect.fnUntraced(function* (dir: string) {
  const fs = yield* FileSystem.FileSystem
  return JSON.parse(yield* fs.readFileString(yield* lockOf(dir)))
})

/** A process that was there, and is not any more. */
const gone = Effect.sync(() => spawnSync(process.execPath, ["--version"]).pid)

const stale = Effect.map(gone, (pid) => JSON.stringify({ pid, startedAt: null }))

layer(NodeServices.layer)("the lock of a data folder", (it) => {
  it.effect("names the process that holds it, and is removed with its scope", () =>
    Effect.gen(function* () {
      const dir = yield* dataDir
      const fs = yield* FileSystem.FileSystem
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* DataDirLock.acquire(dir)
          assert.deepStrictEqual(yield* readLock(dir), yield* ProcessIdentity.current)
          assert.deepStrictEqual(yield* fs.readDirectory(dir), ["postgres.lock"])
        })
      )
      assert.deepStrictEqual(yield* fs.readDirectory(dir), [])
      yield* DataDirLock.acquire(dir)
    })
  )

  it.effect("refuses a second lock in the same process", () =>
    Effect.gen(function* () {
      const dir = yield* dataDir
      yield* DataDirLock.acquire(dir)
      const error = yield* Effect.flip(DataDirLock.acquire(dir))
      assert.deepStrictEqual(error, new DataDirLock.DataDirLocked({ dataDir: dir, pid: process.pid }))
    })
  )

  it.effect("refuses another process and names the first, until the first ends in any way", () =>
    Effect.gen(function* () {
      const dir = yield* dataDir
      const holder = yield* child("../postgres/embedded/holdDataDir.ts", dir)
      assert.strictEqual(yield* Queue.take(holder.lines), "locked")
      const error = yield* Effect.flip(DataDirLock.acquire(dir))
      assert.strictEqual(
        error.message,
        `The data folder ${dir} is in use by process ${holder.pid}: stop it, or choose another DATA_DIR`
      )
      yield* holder.kill
      yield* DataDirLock.acquire(dir)
      assert.deepStrictEqual(yield* readLock(dir), yield* ProcessIdentity.current)
    })
  )

  it.effect("is taken over from a process that no longer runs", () =>
    Effect.gen(function* () {
      const dir = yield* dataDir
      yield* writeLock(dir, yield* stale)
      yield* DataDirLock.acquire(dir)
      assert.deepStrictEqual(yield* readLock(dir), yield* ProcessIdentity.current)
      assert.deepStrictEqual(yield* (yield* FileSystem.FileSystem).readDirectory(dir), ["postgres.lock"])
    })
  )

  it.effect("is taken over if its pid belongs to another process", () =>
    Effect.gen(function* () {
      const dir = yield* dataDir
      yield* writeLock(dir, JSON.stringify({ pid: process.ppid, startedAt: "another time" }))
      const parent = yield* ProcessIdentity.find(process.ppid)
      const told = Option.exists(parent, ({ startedAt }) => startedAt !== null)
      assert.strictEqual(Exit.isSuccess(yield* Effect.exit(DataDirLock.acquire(dir))), told)
    })
  )

  it.effect.each(["", "no lock", "{}", `{"pid":0,"startedAt":null}`, `{"pid":"1"}`])(
    "is taken over if it is empty or invalid: %s",
    (content) =>
      Effect.gen(function* () {
        const dir = yield* dataDir
        yield* writeLock(dir, content)
        yield* DataDirLock.acquire(dir)
        assert.deepStrictEqual(yield* readLock(dir), yield* ProcessIdentity.current)
      })
  )

  it.effect("is taken over after a process was killed during a takeover", () =>
    Effect.gen(function* () {
      const dir = yield* dataDir
      yield* writeLock(dir, yield* stale)
      yield* writeLock(dir, yield* stale, ".takeover")
      yield* writeLock(dir, "", ".takeover.takeover")
      yield* DataDirLock.acquire(dir)
      assert.deepStrictEqual(yield* readLock(dir), yield* ProcessIdentity.current)
      assert.deepStrictEqual(yield* (yield* FileSystem.FileSystem).readDirectory(dir), ["postgres.lock"])
    })
  )

  it.effect("is not removed by a process that has lost it", () =>
    Effect.gen(function* () {
      const dir = yield* dataDir
      const other = JSON.stringify({ pid: process.ppid, startedAt: null })
      yield* Effect.scoped(Effect.andThen(DataDirLock.acquire(dir), writeLock(dir, other)))
      assert.strictEqual((yield* Effect.flip(DataDirLock.acquire(dir)))._tag, "DataDirLocked")
    })
  )

  it.effect.each(Array.makeBy(20, String))(
    "is taken over by exactly one of many processes that find it stale, round %s",
    () =>
      Effect.gen(function* () {
        const dir = yield* dataDir
        yield* writeLock(dir, yield* stale)
        const scope = yield* Scope.Scope
        const racers = Array.makeBy(12, () => Effect.exit(Scope.provide(DataDirLock.acquire(dir), scope)))
        const exits = yield* Effect.all(racers, { concurrency: "unbounded" })
        assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
      })
  )

  it.effect("is acquired by exactly one of several processes that start at once", () =>
    Effect.gen(function* () {
      const dir = yield* dataDir
      yield* writeLock(dir, yield* stale)
      const racers = yield* Effect.all(Array.makeBy(4, () => child("../postgres/embedded/holdDataDir.ts", dir)))
      const said = yield* Effect.forEach(racers, ({ lines }) => Queue.take(lines))
      const winner = racers[said.indexOf("locked")]
      const lost = `The data folder ${dir} is in use by process ${winner?.pid}: stop it, or choose another DATA_DIR`
      assert.deepStrictEqual(
        said.filter((line) => line !== "locked"),
        [lost, lost, lost]
      )
      yield* Effect.forEach(racers, ({ finish }) => finish)
      yield* DataDirLock.acquire(dir)
    })
  )
})
