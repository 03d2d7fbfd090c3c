import { Effect, FileSystem, Option, Predicate, Schema } from "effect"

/**
 * Identifies a process of this machine, also against a later process with the same pid. `startedAt` is opaque, and null
 * if the system does not report it (any system but Linux).
 */
export class ProcessIdentity extends Schema.Opaque<ProcessIdentity>()(
  Schema.Struct({
    pid: Schema.Int.check(Schema.isGreaterThan(0)),
    startedAt: Schema.NullOr(Schema.String)
  })
) {}

/** Signal 0 only tests for the process. A refusal (EPERM) proves that another user's process exists. */
const hasProcess = (pid: number): Effect.Effect<boolean> =>
  Effect.try({ try: () => process.kill(pid, 0), catch: (error) => error }).pipe(
    Effect.catch((error) => Effect.succeed(Predicate.hasProperty(error, "code") && error.code === "EPERM"))
  )

/**
 * The fields after the command name, which is in parentheses and may contain any character: `state ppid … starttime …`,
 * proc_pid_stat(5).
 */
const statFields = (stat: string): ReadonlyArray<string> => stat.slice(stat.lastIndexOf(")") + 2).split(" ")
const stateField = 0
const startTimeField = 19

/** The process with this pid. None without such a process, or if it is a zombie. */
export const find = Effect.fnUntraced(function* (
  pid: number
): Effect.fn.Return<Option.Option<ProcessIdentity>, never, FileSystem.FileSystem> {
  if (!(yield* hasProcess(pid))) return Option.none()
  const fs = yield* FileSystem.FileSystem
  const read = (file: string) => Effect.option(fs.readFileString(file))
  const stat = yield* read(`/proc/${pid}/stat`)
  const boot = yield* read("/proc/sys/kernel/random/boot_id")
  if (Option.isNone(stat) || Option.isNone(boot)) return Option.some({ pid, startedAt: null })
  const fields = statFields(stat.value)
  const ended = ["Z", "X"].includes(fields[stateField] ?? "")
  return ended ? Option.none() : Option.some({ pid, startedAt: `${boot.value.trim()}/${fields[startTimeField]}` })
})

/** The current process. */
export const current: Effect.Effect<ProcessIdentity, never, FileSystem.FileSystem> = Effect.map(
  Effect.suspend(() => find(process.pid)),
  Option.getOrElse(() => ({ pid: process.pid, startedAt: null }))
)

/**
 * Whether the process still runs. Where start times are unknown the pid alone decides, and a reused pid counts as
 * running.
 */
export const isRunning = (identity: ProcessIdentity): Effect.Effect<boolean, never, FileSystem.FileSystem> =>
  Effect.map(
    find(identity.pid),
    Option.exists(
      ({ startedAt }) => startedAt === null || identity.startedAt === null || startedAt === identity.startedAt
    )
  )
