import { Layer, Logger, Option, References } from "effect"
import type { Settings } from "./Settings.ts"

/** One JSON object a line for machines, colours for people; `LOG_FORMAT` decides, else whether a terminal reads it. */
export const logging = ({ logFormat, logLevel }: Settings, isTerminal: boolean) => {
  const format = Option.getOrElse(logFormat, () => (isTerminal ? "pretty" : "json"))
  return Layer.mergeAll(
    Logger.layer([format === "pretty" ? Logger.consolePretty() : Logger.consoleJson]),
    Layer.succeed(References.MinimumLogLevel, logLevel)
  )
}
