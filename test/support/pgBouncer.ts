import { Effect, Schedule } from "effect"
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { freePort, temporaryFolder } from "./service.ts"

/** Where Debian's package has the program. */
const program = "/usr/sbin/pgbouncer"

/** Whether the pooler is installed: the package `pgbouncer` of Debian. */
export const hasPgBouncer = existsSync(program)

const answers = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => resolve(void socket.end()))
    socket.once("error", reject)
  })

/** A pooler in front of a server, as long as the scope; gives the URL of the same database behind it. */
export const pgBouncer = Effect.fnUntraced(function* (url: string, mode: "session" | "transaction") {
  const server = new URL(url)
  const folder = yield* temporaryFolder
  const port = yield* freePort
  const config = join(folder, "pgbouncer.ini")
  const text = `
[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = jit
`
  yield* Effect.promise(() => writeFile(config, text).then(() => chmod(folder, 0o755)))
  const asRoot = process.getuid?.() === 0 ? ["-u", "nobody"] : []
  yield* Effect.acquireRelease(
    Effect.sync(() => spawn(program, [...asRoot, config], { stdio: "ignore" })),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  yield* Effect.retry(
    Effect.tryPromise(() => answers(port)),
    { schedule: Schedule.spaced("50 millis"), times: 100 }
  )
  server.host = `127.0.0.1:${port}`
  return server.href
})
