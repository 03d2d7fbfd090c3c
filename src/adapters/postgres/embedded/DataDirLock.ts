import { Effect, FileSystem, Option, Path, type PlatformError, Schema, type Scope } from "effect"
import * as ProcessIdentity from "./ProcessIdentity.ts"

/** The data folder is in use. `pid` is the owner's process, which can be this process. */
export class DataDirLocked extends Schema.TaggedError<DataDirLocked>()("DataDirLocked", {
  dataDir: Schema.String,
  pid: Schema.Int
}) {
  override get message() {
    return `The data folder ${this.dataDir} is in use by process ${this.pid}: stop it, or choose another DATA_DIR`
  }
}

/** Holds the identity of the owner. It is created together with its content, in one step. */
const lockFile = "postgres.lock"

/** The right to replace a stale lock is a lock of its own, held only for the replacement. */
const takeoverSuffix = ".takeover"

const Holder = Schema.fromJsonString(ProcessIdentity.ProcessIdentity)

type Access<A> = Effect.Effect<A, PlatformError.PlatformError, FileSystem.FileSystem>

const isReason = (tag: PlatformError.SystemErrorTag) => (error: PlatformError.PlatformError) =>
  error.reason._tag === tag

/** The owner of the lock: a running process, `stale` if that process has ended, `absent` without a lock. */
const readLock = (lock: string): Access<ProcessIdentity.ProcessIdentity | "stale" | "absent"> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const holder = yield* Schema.decodeEffect(Holder)(yield* fs.readFileString(lock))
    return (yield* ProcessIdentity.isRunning(holder)) ? holder : ("stale" as const)
  }).pipe(
    Effect.catchTag("SchemaError", () => Effect.succeed("stale" as const)),
    Effect.catchIf(isReason("NotFound"), () => Effect.succeed("absent" as const))
  )

/** Whether a running process owns the data folder. False where that cannot be read. */
export const isHeld = (dataDir: string): Effect.Effect<boolean, never, FileSystem.FileSystem | Path.Path> =>
  Effect.flatMap(Path.Path, (path) =>
    Effect.match(readLock(path.join(dataDir, lockFile)), {
      onFailure: () => false,
      onSuccess: (holder) => typeof holder === "object"
    })
  )

/** Links the claim as the lock; false if a lock exists. */
const makeLock = Effect.fnUntraced(function* (claim: string, lock: string) {
  const fs = yield* FileSystem.FileSystem
  return yield* fs.link(claim, lock).pipe(
    Effect.as(true),
    Effect.catchIf(isReason("AlreadyExists"), () => Effect.succeed(false))
  )
})

/**
 * Replaces a lock by the claim in one step. The links of the claim share one file, and a rename between them would have
 * no effect.
 */
const replaceLock = Effect.fnUntraced(function* (claim: string, lock: string) {
  const fs = yield* FileSystem.FileSystem
  const copy = `${claim}.copy`
  yield* fs.link(claim, copy)
  yield* fs.rename(copy, lock)
})

/**
 * Takes the lock; else returns the process that owns it, or that is taking it over. The state may change between
 * reading it and acting on it. A stale lock is therefore replaced only under the takeover lock, and its state is read
 * again there. Every repetition means that another process made progress.
 */
const take = (claim: string, lock: string): Access<Option.Option<ProcessIdentity.ProcessIdentity>> =>
  Effect.gen(function* () {
    if (yield* makeLock(claim, lock)) return Option.none()
    const seen = yield* readLock(lock)
    if (seen === "absent") return yield* take(claim, lock)
    if (seen !== "stale") return Option.some(seen)
    const takeover = `${lock}${takeoverSuffix}`
    const rival = yield* take(claim, takeover)
    if (Option.isSome(rival)) return rival
    const replaced = readLock(lock).pipe(
      Effect.flatMap((still) =>
        still === "stale" ? Effect.as(replaceLock(claim, lock), true) : Effect.succeed(false)
      ),
      Effect.ensuring(remove(takeover))
    )
    return (yield* replaced) ? Option.none() : yield* take(claim, lock)
  })

/** A lock that cannot be removed is stale once this process has ended. */
const remove = (lock: string): Effect.Effect<void, never, FileSystem.FileSystem> =>
  FileSystem.FileSystem.use((fs) => fs.remove(lock)).pipe(
    Effect.catch((error) => Effect.logWarning(`The lock ${lock} was not removed`, error.message))
  )

/** The lock may belong to another process if an operator removed ours by hand. */
const release = Effect.fnUntraced(function* (lock: string, me: ProcessIdentity.ProcessIdentity) {
  const holder = yield* Effect.orElseSucceed(readLock(lock), () => "absent" as const)
  if (typeof holder === "object" && holder.pid === me.pid) yield* remove(lock)
})

/**
 * Prevents every other process of this machine, and this one, from opening the same data folder until the scope closes.
 * A lock is taken over if its process has ended, or if another process has its pid now. The folder must exist.
 */
export const acquire = Effect.fn("DataDirLock.acquire")(function* (
  dataDir: string
): Effect.fn.Return<
  void,
  DataDirLocked | PlatformError.PlatformError,
  FileSystem.FileSystem | Path.Path | Scope.Scope
> {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const lock = path.join(dataDir, lockFile)
  const me = yield* ProcessIdentity.current
  const acquired = Effect.gen(function* () {
    const claim = path.join(yield* fs.makeTempDirectoryScoped({ directory: dataDir, prefix: `${lockFile}.` }), "claim")
    yield* fs.writeFileString(claim, yield* Effect.orDie(Schema.encodeEffect(Holder)(me)))
    const holder = yield* take(claim, lock)
    if (Option.isSome(holder)) return yield* new DataDirLocked({ dataDir, pid: holder.value.pid })
  })
  yield* Effect.acquireRelease(Effect.scoped(acquired), () => release(lock, me))
})
