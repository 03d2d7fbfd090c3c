import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Fiber, FileSystem, Layer, Path, Queue, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { spawnSync } from "node:child_process"
import { child } from "../support/processes/childProcess.ts"
import * as PostgresFolder from "../support/servers/PostgresFolder.ts"

const connect = (url: string) => PgClient.makeClient({ url: Redacted.make(url), prepare: false })

/** With a server of the user's, there may be none of ours for this machine. */
const ours = process.env["DATABASE_URL"] === undefined

layer(Layer.merge(NodeServices.layer, Reactivity.layer), { timeout: "2 minutes" })(
  "the Postgres server for tests",
  (it) => {
    it.effect.skipIf(!ours)(
      "writes to the disk, accepts many connections, and ends with the process that started it, even if killed",
      () =>
        Effect.gen(function* () {
          const starter = yield* child("servers/holdPostgresServer.ts")
          const url = yield* Queue.take(starter.lines)
          const sql = yield* connect(url)
          assert.deepStrictEqual(yield* sql`select current_setting('fsync') as fsync`, [{ fsync: "on" }])
          assert.deepStrictEqual(yield* sql`show max_connections`, [{ max_connections: "200" }])
          const busy = yield* Effect.forkChild(sql`select pg_sleep(600)`, { startImmediately: true })
          yield* starter.kill
          assert.isTrue(Exit.isFailure(yield* Fiber.await(busy)))
          assert.isTrue(Exit.isFailure(yield* Effect.exit(connect(url))), "it takes no connection any more")
        })
    )

    it.effect("removes the folder of a server whose guardian was killed, and no other", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const path = yield* Path.Path
        const [left, used, begun] = yield* Effect.all([PostgresFolder.make, PostgresFolder.make, PostgresFolder.make])
        yield* PostgresFolder.claim(left, spawnSync(process.execPath, ["--version"]).pid)
        yield* PostgresFolder.claim(used, process.pid)
        yield* fs.makeDirectory(path.join(left, "data"))
        yield* PostgresFolder.sweep
        const there = yield* Effect.forEach([left, used, begun], (folder) => fs.exists(folder))
        yield* Effect.forEach([used, begun], (folder) => fs.remove(folder, { recursive: true }))
        assert.deepStrictEqual(there, [false, true, true])
      })
    )
  }
)
