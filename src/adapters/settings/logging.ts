import { Layer, Logger, Option, References } from "effect"
import type { Settings } from "./Settings.ts"
import { withoutRows } from "./withoutRows.ts"
import { withoutSecrets } from "./withoutSecrets.ts"

/** Log lines of commands, which have no settings for them. Their answers alone are on standard output, for scripts. */
export const commandLogging = Layer.merge(
  Logger.layer([withoutRows(withoutSecrets(Logger.defaultLogger))]),
  Layer.succeed(Logger.LogToStderr, true)
)

/**
 * One JSON object a line for machines, colours for people; `LOG_FORMAT` decides, else whether a terminal reads it. The
 * other loggers get the same lines, without secrets.
 */
export const logging = (
  { logFormat, logLevel }: Pick<Settings, "logFormat" | "logLevel">,
  isTerminal: boolean,
  others: ReadonlyArray<Logger.Logger<unknown, unknown>> = []
) => {
  const format = Option.getOrElse(logFormat, () => (isTerminal ? "pretty" : "json"))
  return Layer.mergeAll(
    Logger.layer(
      [format === "pretty" ? Logger.consolePretty() : Logger.consoleJson, ...others].map((logger) =>
        withoutRows(withoutSecrets(logger))
      )
    ),
    Layer.succeed(References.MinimumLogLevel, logLevel)
  )
}
