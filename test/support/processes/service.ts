import { Effect, Schedule, Schema, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Demo } from "../../../src/adapters/demo/DemoFile.ts"

const main = new URL("../../../src/start.ts", import.meta.url).pathname

/** A folder of its own, gone with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "parley-test-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

/** Ports below those that systems give to outgoing connections, so that none takes one between two starts of a service. */
const ports = { from: 15_000, to: 30_000 }

const listenOnce = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** A port that was free a moment ago; the same over several starts of a service. */
export const freePort: Effect.Effect<number> = Effect.suspend(() => {
  const port = randomInt(ports.from, ports.to)
  return Effect.flatMap(
    Effect.promise(() => listenOnce(port)),
    (isFree) => (isFree ? Effect.succeed(port) : freePort)
  )
})

export interface Running {
  readonly process: ChildProcess
  /** Its output so far. */
  readonly output: () => string
  /** The exit code, or null if a signal killed it. */
  readonly ended: Effect.Effect<number | null>
  /** Ends it as `kill -9` does, and waits for its end. */
  readonly kill: Effect.Effect<void>
  /** Sends SIGTERM as an operator does, and returns the exit code. */
  readonly stop: Effect.Effect<number | null>
}

/** The service in a process of its own, as `npm start` or another script runs it; killed with the scope. `input` is its standard input. */
export const start = Effect.fnUntraced(function* (
  env: Readonly<Record<string, string>>,
  args: ReadonlyArray<string> = [],
  script = main,
  input: string | null = null
): Effect.fn.Return<Running, never, Scope.Scope> {
  const { PATH = "", HOME = "" } = process.env
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH, HOME, LOG_FORMAT: "json", ...env },
    stdio: [input === null ? "ignore" : "pipe", "pipe", "pipe"]
  })
  child.stdin?.end(input)
  let output = ""
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()))
  const exit = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)))
  const ended = Effect.promise(() => exit)
  const end = (signal: NodeJS.Signals) =>
    Effect.andThen(
      Effect.sync(() => child.kill(signal)),
      ended
    )
  yield* Effect.addFinalizer(() => end("SIGKILL"))
  return { process: child, output: () => output, ended, kill: Effect.asVoid(end("SIGKILL")), stop: end("SIGTERM") }
})

const DemoJson = Schema.fromJsonString(Demo)

/** Waits until the service answers that it is ready. Fails with what it printed when it ended instead. */
export const ready = (service: Running, appUrl: string) =>
  Effect.tryPromise(async () => {
    const response = await fetch(`${appUrl}/ready`)
    await response.text()
    return response.ok ? undefined : Promise.reject(new Error(`/ready says ${response.status}`))
  }).pipe(
    Effect.retry({
      schedule: Schedule.spaced("25 millis"),
      while: () => service.process.exitCode === null && service.process.signalCode === null
    }),
    Effect.mapError(() => new Error(`the service ended:\n${service.output()}`)),
    Effect.orDie
  )

/** The demo file that the service wrote. */
export const demoFile = (dataDir: string) =>
  Effect.flatMap(
    Effect.promise(() => readFile(join(dataDir, "demo.json"), "utf8")),
    (text) => Effect.orDie(Schema.decodeUnknownEffect(DemoJson)(text))
  )
