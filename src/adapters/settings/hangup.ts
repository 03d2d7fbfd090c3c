import { Effect, FileSystem, LogLevel, Option, Path, Schema } from "effect"
import type { Settings } from "./Settings.ts"

const Level = Schema.Literals(["trace", "debug", "info", "warn", "error", "fatal", "none"])
const decode = Schema.decodeUnknownOption(Level)

/** The level of log lines of this process, which SIGHUP may change. */
export interface CurrentLogLevel {
  level: LogLevel.LogLevel
}

/** Longest content of the file of the level, in characters. */
const maxFileLength = 100

const levelOf = (text: string): Option.Option<LogLevel.LogLevel> =>
  Option.flatMap(decode(text.trim().toLowerCase().slice(0, maxFileLength)), (name) =>
    Option.fromUndefinedOr(LogLevel.values.find((level) => level.toLowerCase() === name))
  )

/**
 * Sets the level to the content of `DATA_DIR/log-level`. Without the file the level of the settings returns. A file with
 * another content changes nothing.
 */
export const reloadLogLevel = Effect.fnUntraced(function* (
  current: CurrentLogLevel,
  { dataDir, logLevel }: Pick<Settings, "dataDir" | "logLevel">
) {
  const file = (yield* Path.Path).join(dataDir, "log-level")
  const content = yield* Effect.option((yield* FileSystem.FileSystem).readFileString(file))
  const level = Option.isNone(content) ? Option.some(logLevel) : levelOf(content.value)
  if (Option.isNone(level)) {
    return yield* Effect.logWarning("SIGHUP changed nothing: the file has no log level", { file })
  }
  current.level = level.value
  yield* Effect.logInfo("SIGHUP set the log level", { logLevel: level.value })
})

/** Runs `reload` for each SIGHUP, which ends a process that does not listen for it, until the scope closes. */
export const onHangup = Effect.fnUntraced(function* <R>(reload: Effect.Effect<void, never, R>) {
  const run = Effect.runForkWith(yield* Effect.context<R>())
  const listener = () => void run(reload)
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("SIGHUP", listener)),
    () => Effect.sync(() => process.off("SIGHUP", listener))
  )
})
