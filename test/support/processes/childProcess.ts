import { Effect, Queue } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"

export interface Child {
  readonly pid: number
  /** The lines of its standard output, one by one; then `ended`. */
  readonly lines: Queue.Dequeue<string>
  /** Ends its standard input, and waits until it has ended. */
  readonly finish: Effect.Effect<void>
  readonly kill: Effect.Effect<void>
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** A script, by its path from this folder, as a process of its own, killed with the scope. Its errors are shown. */
export const child = Effect.fnUntraced(function* (script: string, ...options: ReadonlyArray<string>) {
  const lines = yield* Queue.unbounded<string>()
  const spawned = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [join(import.meta.dirname, "..", script), ...options], {
        stdio: ["pipe", "pipe", "inherit"]
      })
    ),
    (spawned) => Effect.sync(() => spawned.kill("SIGKILL"))
  )
  const ended = Effect.suspend(() => (hasEnded(spawned) ? Effect.void : Effect.promise(() => once(spawned, "exit"))))
  createInterface(spawned.stdout)
    .on("line", (line) => Queue.offerUnsafe(lines, line))
    .on("close", () => Queue.offerUnsafe(lines, "ended"))
  const running: Child = {
    pid: spawned.pid ?? 0,
    lines,
    finish: Effect.andThen(
      Effect.sync(() => spawned.stdin.end()),
      Effect.asVoid(ended)
    ),
    kill: Effect.andThen(
      Effect.sync(() => spawned.kill("SIGKILL")),
      Effect.asVoid(ended)
    )
  }
  return running
})
