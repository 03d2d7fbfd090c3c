import { Effect, Schedule } from "effect"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { freePort, temporaryFolder } from "../processes/service.ts"

const programs = ["/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"]

const program = programs.find((path) => existsSync(path))

/** Whether the pooler can run here. Without it a test of it is skipped, and says so. */
export const isInstalled = program !== undefined

if (!isInstalled) {
  process.stdout.write("Skipped: tests through PgBouncer, which is not installed (Debian: apt-get install pgbouncer)\n")
}

/** Settings of PgBouncer's pools. */
export interface PoolSettings {
  readonly pool_mode: "session" | "transaction" | "statement"
  readonly default_pool_size?: number
  /** Sessions of the server are used round-robin, instead of the latest one. */
  readonly server_round_robin?: 0 | 1
}

/** Ends with its standard input, so also when the tests are killed. */
const guarded = `"$@" & cat > /dev/null; kill $!; wait`

const accepts = (port: number) =>
  Effect.tryPromise(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, "127.0.0.1", () => resolve(void socket.destroy()))
        socket.once("error", reject)
      })
  )

/** A PgBouncer before the server of the URL, gone with the scope; gives its URL. */
export const start = Effect.fnUntraced(function* (url: string, settings: PoolSettings) {
  const server = new URL(url)
  const folder = yield* temporaryFolder
  const port = yield* freePort
  const lines = [
    "[databases]",
    `* = host=${server.hostname} port=${server.port}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = trust",
    `auth_file = ${join(folder, "users")}`,
    ...Object.entries({ default_pool_size: 100, ...settings }).map(([name, value]) => `${name} = ${value}`)
  ]
  yield* Effect.promise(async () => {
    await chmod(folder, 0o755)
    await writeFile(join(folder, "users"), `"${server.username}" ""\n`)
    await writeFile(join(folder, "pgbouncer.ini"), `${lines.join("\n")}\n`)
  })
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : []
  const args = ["-c", guarded, "guarded", program ?? "pgbouncer", ...asUser, join(folder, "pgbouncer.ini")]
  yield* Effect.acquireRelease(
    Effect.sync(() => spawn("sh", args, { stdio: ["pipe", "ignore", "ignore"] })),
    (child) =>
      Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            child.once("close", () => resolve())
            child.stdin.end()
          })
      )
  )
  yield* accepts(port).pipe(Effect.retry({ times: 200, schedule: Schedule.spaced("25 millis") }), Effect.orDie)
  server.port = String(port)
  return server.href
})
