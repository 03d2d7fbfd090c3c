/**
 * Runs one Postgres in `directory` until standard input ends, then stops it and removes the directory. Standard input
 * is a pipe from the process that wants the server, so that one's end, by whatever signal, is the server's end.
 * Prints `ready <port>` once; on failure the reason goes to standard error and the exit code is 1.
 *
 * A data folder that is there already, such as the copy of a primary, is used as it is.
 *
 * node postgresGuardian.ts <directory> <native folder> [setting=value …]
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process"
import { chownSync, cpSync, existsSync, mkdirSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"

const startAttempts = 3
const stopMillis = 10_000
/** initdb and postgres refuse root; 65534 is `nobody` everywhere. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

const [directory = "", packaged = "", ...settings] = process.argv.slice(2)
const data = join(directory, "data")
const environment = { ...process.env, LC_ALL: "C", TZ: "UTC" }

const fail = (reason: string): never => {
  process.stderr.write(`${reason}\n`)
  rmSync(directory, { recursive: true, force: true })
  process.exit(1)
}

/** Below a folder of mode 0700 (a home, what `mktemp -d` makes) the unprivileged user does not get at the binaries. */
const reachableNative = (): string => {
  const probe = spawnSync(join(packaged, "bin", "postgres"), ["--version"], { ...unprivileged, cwd: directory })
  if (probe.status === 0) return packaged
  const copy = join(directory, "native")
  cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

const initialise = (native: string) => {
  // The copy of a primary.
  if (existsSync(join(data, "PG_VERSION"))) return
  mkdirSync(data, { mode: 0o700 })
  if (unprivileged !== undefined) chownSync(data, unprivileged.uid, unprivileged.gid)
  const options = ["-D", data, "--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C"]
  const run = spawnSync(join(native, "bin", "initdb"), options, {
    ...unprivileged,
    cwd: directory,
    env: environment,
    encoding: "utf8"
  })
  if (run.status !== 0) fail(`initdb: ${run.error?.message ?? run.stderr}`)
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

let running: ChildProcess | undefined
/** Last output of the server: the reason when it does not start. */
let log = ""
const keptLogCharacters = 10_000

/** Resolves with the server once it takes connections, with undefined when it ended instead. */
const launch = (native: string, port: number): Promise<ChildProcess | undefined> =>
  new Promise((resolve) => {
    const options = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", ...settings]
    const server = spawn(
      join(native, "bin", "postgres"),
      ["-D", data, ...options.flatMap((option) => ["-c", option])],
      { ...unprivileged, cwd: directory, env: environment, stdio: ["ignore", "ignore", "pipe"] }
    )
    running = server
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-keptLogCharacters)
      if (/ready to accept (?:read-only )?connections/.test(log)) resolve(server)
    })
    server.once("error", () => resolve(undefined))
    server.once("exit", () => resolve(undefined))
  })

/** Retries with the next port if another process takes the free one first. */
const start = async (native: string, attempts: number): Promise<{ server: ChildProcess; port: number }> => {
  const port = await freePort()
  const server = await launch(native, port)
  if (server !== undefined) return { server, port }
  return attempts > 1 ? start(native, attempts - 1) : fail(`postgres did not start: ${log}`)
}

let ending = false

const end = () => {
  if (ending) return
  ending = true
  const finish = () => {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    process.exit(0)
  }
  if (running === undefined || running.exitCode !== null) return finish()
  const server = running
  server.once("exit", finish)
  server.kill("SIGINT")
  setTimeout(() => server.kill("SIGQUIT"), stopMillis)
}

process.stdin.resume().on("end", end).on("error", end)
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, end)
process.stdout.on("error", end)

const native = reachableNative()
initialise(native)
const { server, port } = await start(native, startAttempts)
server.once("exit", () => (ending ? undefined : fail(`postgres ended: ${log}`)))
process.stdout.write(`ready ${port}\n`)
