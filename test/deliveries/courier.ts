import { Effect, Fiber, Queue, Schema } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { shared } from "../support/shared.ts"
import { type Death, DeathText, immortal } from "./Death.ts"

export interface CourierOptions {
  /** The database. */
  readonly url: string
  /** Whether it shares the work with the others, or is alone. */
  readonly shards: "alone" | "shared"
  /** How fast its time goes, and from when on, in epoch milliseconds. */
  readonly since: number
  readonly speed: number
}

/** How a process ended: the signal that killed it, or `exit` and its code. */
export type Ending = string

export interface Courier {
  readonly pid: number
  /** Has it begin; it is told when to die. */
  readonly go: (death?: Death) => Effect.Effect<void>
  /** Waits until it attends to something. */
  readonly begun: Effect.Effect<void>
  readonly signal: (signal: NodeJS.Signals) => Effect.Effect<void>
  /** Ends its standard input. */
  readonly finish: Effect.Effect<void>
  readonly ended: Effect.Effect<Ending>
  /** Where it killed itself, when it has ended. */
  readonly lastWords: Effect.Effect<string>
}

/** A process that delivers, loaded and connected, and killed with the scope. */
export const courier = Effect.fnUntraced(function* ({ shards, since, speed, url }: CourierOptions) {
  const lines = yield* Queue.unbounded<string>()
  const script = yield* shared("delivering")
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [script, url, shards, String(since), String(speed)], {
        env: { ...process.env, NODE_COMPILE_CACHE: join(dirname(script), "compiled") },
        stdio: ["pipe", "pipe", "inherit"]
      })
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  // What it is told may come too late.
  child.stdin.on("error", () => undefined)
  createInterface(child.stdout)
    .on("line", (line) => Queue.offerUnsafe(lines, line))
    .on("close", () => Queue.offerUnsafe(lines, ""))
  const end = once(child, "close").then(([code, signal]): Ending => signal ?? `exit ${code}`)
  const hears = (expected: string) =>
    Effect.flatMap(Queue.take(lines), (line) =>
      line === expected ? Effect.void : Effect.die(new Error(`a process said "${line}" instead of "${expected}"`))
    )
  yield* hears("ready")
  const courier: Courier = {
    pid: child.pid ?? 0,
    go: (death = immortal) =>
      Effect.map(Effect.orDie(Schema.encodeEffect(DeathText)(death)), (text) => void child.stdin.write(`${text}\n`)),
    begun: hears("begun"),
    signal: (signal) => Effect.sync(() => void child.kill(signal)),
    finish: Effect.sync(() => void child.stdin.end()),
    ended: Effect.promise(() => end),
    lastWords: Effect.map(Queue.takeAll(lines), (said) => said.findLast((line) => line !== "") ?? "")
  }
  return courier
})

/** The next one to begin; so many others are being made ready meanwhile. */
export const couriers = Effect.fnUntraced(function* (count: number, options: CourierOptions) {
  const start = Effect.forkScoped(courier(options))
  const waiting = yield* Effect.forEach(Array.from({ length: count }), () => start)
  return Effect.gen(function* () {
    const fiber = waiting.shift() ?? (yield* start)
    waiting.push(yield* start)
    return yield* Fiber.join(fiber)
  })
})
