import { Layer, Logger, LogLevel, Option, References } from "effect"
import { version } from "../outbound/userAgent.ts"
import type { CurrentLogLevel } from "./hangup.ts"
import { type FiberFields, jsonFormat } from "./jsonLogger.ts"
import type { Role, Settings } from "./Settings.ts"
import { withoutRows } from "./withoutRows.ts"
import { withoutSecrets } from "./withoutSecrets.ts"

/** Log lines of commands, which have no settings for them. Their answers alone are on standard output, for scripts. */
export const commandLogging = Layer.merge(
  Logger.layer([withoutRows(withoutSecrets(Logger.defaultLogger))]),
  Layer.succeed(Logger.LogToStderr, true)
)

/** The logger of lines that have at least the current level. */
const atCurrentLevel = (
  current: CurrentLogLevel | null,
  logger: Logger.Logger<unknown, unknown>
): Logger.Logger<unknown, unknown> =>
  current === null
    ? logger
    : Logger.make((line) =>
        LogLevel.isGreaterThanOrEqualTo(line.logLevel, current.level) ? logger.log(line) : undefined
      )

/** Fields of every line of a process. */
const processFields = (roles: ReadonlyArray<Role> | undefined) => ({
  service: "effect-parley",
  ...(roles === undefined ? {} : { role: roles.join(",") }),
  version,
  pid: process.pid
})

/**
 * One JSON object a line for machines, colours for people; `LOG_FORMAT` decides, else whether a terminal reads it. The
 * other loggers get the same lines, without secrets.
 */
export const logging = (
  { logFormat, logLevel, roles }: Pick<Settings, "logFormat" | "logLevel"> & Partial<Pick<Settings, "roles">>,
  isTerminal: boolean,
  others: ReadonlyArray<Logger.Logger<unknown, unknown>> = [],
  fiberFields: FiberFields = () => ({}),
  current: CurrentLogLevel | null = null
) => {
  const format = Option.getOrElse(logFormat, () => (isTerminal ? "pretty" : "json"))
  const json = Logger.withConsoleLog(jsonFormat(processFields(roles), fiberFields))
  return Layer.mergeAll(
    Logger.layer(
      [format === "pretty" ? Logger.consolePretty() : json, ...others].map((logger) =>
        atCurrentLevel(current, withoutRows(withoutSecrets(logger)))
      )
    ),
    // A level that can change is compared by the loggers.
    Layer.succeed(References.MinimumLogLevel, current === null ? logLevel : "All")
  )
}
