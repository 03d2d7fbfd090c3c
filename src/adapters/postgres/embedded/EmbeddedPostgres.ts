import type { PGlite } from "@electric-sql/pglite"
import { Effect, type FileSystem, Option, Path, type PlatformError, Schema, type Scope } from "effect"
import { type Duplex } from "node:stream"
import { setFlagsFromString } from "node:v8"
import * as DataDirLock from "./DataDirLock.ts"
import * as EmbeddedFolder from "./EmbeddedFolder.ts"
import * as EmbeddedUpkeep from "./EmbeddedUpkeep.ts"
import * as PgliteStream from "./PgliteStream.ts"
import { makeFolder } from "../../media/makeFolder.ts"

/** The embedded database cannot be opened or read. `dataDir` is null when it is in memory. */
export class EmbeddedPostgresFailed extends Schema.TaggedError<EmbeddedPostgresFailed>()("EmbeddedPostgresFailed", {
  dataDir: Schema.NullOr(Schema.String),
  reason: Schema.String,
  cause: Schema.optional(Schema.Defect())
}) {
  override get message() {
    return `The embedded database${this.dataDir === null ? "" : ` in ${this.dataDir}`} failed: ${this.reason}`
  }
}

/**
 * PostgreSQL in this process: one backend, user and database `postgres`, extensions `pg_trgm` and `btree_gin`
 * available. It has no fsync: committed data survives the end of the process, but not a power failure.
 */
export interface EmbeddedPostgres {
  /**
   * A new connection, for the `stream` option of sql-pg. `PgliteStreams` describes the state that connections share.
   */
  readonly stream: () => Duplex
  /** The whole database as a file, for `openInMemory`. Waits until no connection is in a transaction. */
  readonly dump: Effect.Effect<Blob, EmbeddedPostgresFailed>
}

const databaseFolder = "postgres"

/** A close that takes longer is left to the recovery of the next start. */
const closeTimeout = "5 seconds"

/** Number of last output lines stored during the start of the database: they contain the cause of a failure. */
const keptLines = 10

/** Options of initdb. Small log files are quicker to create. */
const initialisation = ["--wal-segsize=1"]

/** An eighth of the default cache takes 100 MB less and starts sooner. */
const settings = ["-c", "shared_buffers=16MB"]

/**
 * V8's budget for a WebAssembly function before it is worth optimising, in bytes of its code, and V8's default. V8
 * counts a loop by the length of its jumps, so a function of 100 KB that is one loop, such as Postgres' parser, counts
 * as hot after a hundred rounds. Optimising it takes half a second of a processor and 300 MB during the start
 * (decision 4, Embedded database).
 */
const tieringBudget = { raised: 1_000_000_000, usual: 13_000_000 }

const setTieringBudget = (bytes: number) => setFlagsFromString(`--wasm-tiering-budget=${bytes}`)

interface Source {
  readonly dataDir: string | null
  readonly options: { readonly dataDir?: string; readonly loadDataDir?: Blob }
}

const describe = (cause: unknown, lines: ReadonlyArray<string> = []): string =>
  [cause instanceof Error ? cause.message : String(cause), ...lines].join("\n")

const close = (database: PGlite) =>
  Effect.tryPromise({ try: () => database.close(), catch: describe }).pipe(
    Effect.interruptible,
    Effect.timeoutOrElse({ duration: closeTimeout, orElse: () => Effect.fail("it took too long") }),
    Effect.catch((reason) => Effect.logWarning("The embedded database was not closed cleanly", reason))
  )

/** Loads PGlite on first use: the package is optional, and a service with a database server does not need its 25 MB. */
const library = (dataDir: string | null) =>
  Effect.tryPromise({
    try: () =>
      Promise.all([
        import("@electric-sql/pglite"),
        import("@electric-sql/pglite/contrib/btree_gin"),
        import("@electric-sql/pglite/contrib/pg_trgm")
      ]),
    catch: (cause) =>
      new EmbeddedPostgresFailed({
        dataDir,
        reason:
          cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND"
            ? "the package @electric-sql/pglite is not installed. Install it beside effect-parley, or set DATABASE_URL to use a Postgres server"
            : describe(cause),
        cause
      })
  })

const create = ({ dataDir, options }: Source) =>
  Effect.flatMap(library(dataDir), ([{ PGlite }, { btree_gin }, { pg_trgm }]) => {
    const lines: Array<string> = []
    const onStderr = (line: string) => {
      lines.push(line)
      if (lines.length > keptLines) lines.shift()
      return true
    }
    const startParams = [...PGlite.defaultStartParams, ...settings]
    setTieringBudget(tieringBudget.raised)
    return Effect.tryPromise({
      try: () =>
        PGlite.create({
          ...options,
          extensions: { btree_gin, pg_trgm },
          initDbStartParams: initialisation,
          startParams,
          onStderr
        }),
      catch: (cause) => new EmbeddedPostgresFailed({ dataDir, reason: describe(cause, lines), cause })
    })
  }).pipe(Effect.ensuring(Effect.sync(() => setTieringBudget(tieringBudget.usual))))

const launch = Effect.fnUntraced(function* (source: Source) {
  const failed = (cause: unknown) =>
    new EmbeddedPostgresFailed({ dataDir: source.dataDir, reason: describe(cause), cause })
  const database = yield* Effect.acquireRelease(create(source), close)
  const streams = yield* Effect.acquireRelease(
    Effect.tryPromise({ try: () => PgliteStream.make(database), catch: failed }),
    (streams) => Effect.sync(streams.close)
  )
  const opened: EmbeddedPostgres = {
    stream: streams.connect,
    dump: Effect.tryPromise({ try: () => streams.exclusively(() => database.dumpDataDir("none")), catch: failed })
  }
  return opened
})

/** A folder without our marker counts as complete if it opens. */
const launchForeign = (source: Source, folder: string) =>
  launch(source).pipe(
    Effect.asSome,
    Effect.catch((error) =>
      Effect.as(EmbeddedFolder.setAside(folder, `cannot be opened (${error.reason})`), Option.none())
    )
  )

const openFolder = Effect.fnUntraced(function* (dataDir: string, folder: string) {
  const source: Source = { dataDir, options: { dataDir: folder } }
  const found = yield* EmbeddedFolder.state(folder)
  if (found === "ours") return yield* launch(source)
  if (found === "foreign") {
    const foreign = yield* launchForeign(source, folder)
    if (Option.isSome(foreign)) {
      yield* EmbeddedFolder.finish(folder)
      return foreign.value
    }
  }
  if (found === "broken") yield* EmbeddedFolder.setAside(folder, "was never finished")
  yield* EmbeddedFolder.begin(folder)
  const opened = yield* launch(source)
  yield* EmbeddedFolder.finish(folder)
  return opened
})

/** Opens the database in `${dataDir}/postgres`, creates it if absent, and locks it for this process. */
export const open = Effect.fn("EmbeddedPostgres.open")(
  function* (
    dataDir: string
  ): Effect.fn.Return<
    EmbeddedPostgres,
    DataDirLock.DataDirLocked | EmbeddedPostgresFailed | PlatformError.PlatformError,
    FileSystem.FileSystem | Path.Path | Scope.Scope
  > {
    const path = yield* Path.Path
    yield* makeFolder(dataDir, EmbeddedFolder.folderMode)
    yield* DataDirLock.acquire(dataDir)
    // Uninterruptible: a shutdown in the first seconds would leave an incomplete database.
    const opened = yield* Effect.uninterruptible(openFolder(dataDir, path.resolve(dataDir, databaseFolder)))
    yield* EmbeddedUpkeep.run(opened.stream)
    return opened
  },
  (effect, dataDir) =>
    Effect.catchTag(effect, "PlatformError", (cause) =>
      Effect.fail(new EmbeddedPostgresFailed({ dataDir, reason: cause.message, cause }))
    )
)

/** A database that lives as long as the scope, empty or from a dump. From a dump it starts in a sixth of the time. */
export const openInMemory = (dump?: Blob): Effect.Effect<EmbeddedPostgres, EmbeddedPostgresFailed, Scope.Scope> =>
  launch({ dataDir: null, options: dump === undefined ? {} : { loadDataDir: dump } })
