import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, Schedule, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { execFile } from "node:child_process"
import { chown, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import * as PostgresServer from "./PostgresServer.ts"

const Stopped = Schema.Tuple([Schema.Struct({ labelfile: Schema.String })])

/** A primary and its hot standby, and the steps of a failover. */
export interface ReplicatedServer {
  readonly primary: string
  readonly standby: string
  /** Ends the primary as by a crash of its machine. */
  readonly kill: Effect.Effect<void>
  /** Makes the standby the primary. */
  readonly promote: Effect.Effect<void>
}

const connected = (url: string) =>
  PgClient.makeClient({ url: Redacted.make(url) }).pipe(Effect.provide(Reactivity.layer))

/** The copy of the primary's files while it runs, as `pg_basebackup` makes it. The write-ahead log is streamed. */
const copyOf = (primary: PostgresServer.PostgresServer) => (folder: string) =>
  Effect.gen(function* () {
    const sql = yield* connected(primary.url)
    const connection = yield* sql.reserve
    const [from, to] = [join(primary.folder ?? "", "data"), join(folder, "data")]
    yield* connection.executeRaw("select pg_backup_start('replica', true)", [])
    yield* Effect.promise(() => promisify(execFile)("cp", ["-a", from, to]))
    const rows = yield* connection.execute("select labelfile from pg_backup_stop(false)", [], undefined)
    const [{ labelfile }] = yield* Schema.decodeUnknownEffect(Stopped)(rows)
    const { hostname, port } = new URL(primary.url)
    const source = `primary_conninfo = 'host=${hostname} port=${port} user=postgres application_name=standby'`
    yield* Effect.promise(async () => {
      // The user of the server, which reads these files, may not be the one of the tests.
      const { gid, uid } = await stat(from)
      const write = async (name: string, text: string) => {
        await writeFile(join(to, name), text)
        await chown(join(to, name), uid, gid)
      }
      await rm(join(to, "postmaster.pid"))
      await write("backup_label", labelfile)
      await write("standby.signal", "")
      await write("postgresql.auto.conf", `${source}\n`)
    })
  }).pipe(Effect.scoped, Effect.orDie)

/**
 * Starts a primary and a hot standby that has every commit before the primary answers it: a failover loses nothing that was
 * acknowledged.
 */
export const start = Effect.gen(function* () {
  const settings = { wal_keep_size: "512MB", wal_level: "replica", max_wal_senders: "4", hot_standby: "on" }
  const primary = yield* PostgresServer.start({ settings })
  const standby = yield* PostgresServer.start({ settings, fill: copyOf(primary) })
  const sql = yield* connected(primary.url)
  const streaming = sql`select 1 from pg_stat_replication where application_name = 'standby' and state = 'streaming'`
  yield* Effect.repeat(streaming, { until: (rows) => rows.length === 1, schedule: Schedule.spaced("50 millis") })
  yield* sql`alter system set synchronous_standby_names = 'standby'`
  yield* sql`select pg_reload_conf()`
  const server: ReplicatedServer = {
    primary: primary.url,
    standby: standby.url,
    kill: Effect.promise(async () => {
      const pid = await readFile(join(primary.folder ?? "", "data", "postmaster.pid"), "utf8")
      process.kill(Number.parseInt(pid, 10), "SIGKILL")
    }),
    promote: Effect.gen(function* () {
      yield* (yield* connected(standby.url))`select pg_promote()`
    }).pipe(Effect.scoped, Effect.orDie)
  }
  return server
})
