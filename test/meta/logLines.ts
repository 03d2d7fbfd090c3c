import { Layer, Logger, References } from "effect"
import { FailureLimit, makeRareLog, reminderInterval } from "../../src/telemetry/failureLog.ts"

/** Keeps the lines of the log, as in `Warn text`, and tells of each; nothing is printed. */
export const logLines = (told: (line: string) => void = () => {}) => {
  const lines: Array<string> = []
  const collector = Logger.make<unknown, void>(({ logLevel, message }) => {
    const [text] = Array.isArray(message) ? message : [message]
    const line = `${logLevel} ${String(text)}`
    lines.push(line)
    told(line)
  })
  const layer = Layer.mergeAll(
    Logger.layer([collector]),
    Layer.succeed(References.MinimumLogLevel, "Debug"),
    Layer.sync(FailureLimit, () => makeRareLog(reminderInterval))
  )
  return { lines, layer }
}
