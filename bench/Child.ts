import { Context, Deferred, Duration, Effect, Schema } from "effect"
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { resolve } from "node:path"

/** A child ended before it was ready. */
export class ChildEnded extends Schema.TaggedError<ChildEnded>()("ChildEnded", {
  script: Schema.String,
  output: Schema.String
}) {
  override get message() {
    return `${this.script} ended: ${this.output}`
  }
}

/** The folder that CPU profiles of children are written to; null for none. */
export const ProfileFolder = Context.Reference<string | null>("bench/ProfileFolder", { defaultValue: () => null })

/** After this a child that was told to end is killed. */
const patience = Duration.seconds(12)

export interface Child {
  readonly url: string
  readonly pid: number
  /** From its start until it said that it was ready, in milliseconds. */
  readonly startMillis: number
  readonly residentBytes: Effect.Effect<number>
}

export interface ChildOptions {
  /** Path below the root of the repository, or from the root of the machine. */
  readonly script: string
  readonly env: Readonly<Record<string, string>>
  /** Loaded before the script; a path below the root of the repository. */
  readonly preload?: string
  /** What its output looks like once it is ready; the first group is where it is reached. */
  readonly ready?: RegExp
}

/** A line of JSON that says where the process is reached. */
const announcement = /"(?:url|appUrl)":"([^"]+)"/

const root = new URL("..", import.meta.url).pathname

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Asks it to end, since a profile is only written by a process that ends on its own. */
const end = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (hasEnded(child)) return resume(Effect.void)
    child.once("exit", () => resume(Effect.void))
    child.kill("SIGTERM")
  }).pipe(
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.sync(() => child.kill("SIGKILL")) }),
    Effect.asVoid
  )

const residentBytes = (pid: number) =>
  Effect.callback<number>((resume) => {
    execFile("ps", ["-o", "rss=", "-p", String(pid)], (_, kilobytes) =>
      resume(Effect.succeed(Number(kilobytes.trim()) * 1_024))
    )
  })

/** A script in a process of its own, running until the scope ends; what it says of its errors is shown. */
export const start = Effect.fnUntraced(function* ({ env, preload, ready = announcement, script }: ChildOptions) {
  const folder = yield* ProfileFolder
  const { HOME = "", PATH = "" } = process.env
  const begin = performance.now()
  const url = yield* Deferred.make<string, ChildEnded>()
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn(
        process.execPath,
        [
          ...(folder === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}`]),
          ...(preload === undefined ? [] : [`--import=${root}${preload}`]),
          resolve(root, script)
        ],
        { env: { HOME, PATH, NODE_ENV: "production", ...env }, stdio: ["ignore", "pipe", "inherit"] }
      )
    ),
    end
  )
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output = `${output}${text}`.slice(-10_000)
    const found = ready.exec(output)?.[1]
    if (found !== undefined) Deferred.doneUnsafe(url, Effect.succeed(found))
  })
  child.once("exit", () => Deferred.doneUnsafe(url, Effect.fail(new ChildEnded({ script, output }))))
  const running: Child = {
    url: yield* Deferred.await(url),
    pid: child.pid ?? 0,
    startMillis: performance.now() - begin,
    residentBytes: residentBytes(child.pid ?? 0)
  }
  return running
})
