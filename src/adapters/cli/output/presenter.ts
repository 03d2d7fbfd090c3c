import { CliOutput, GlobalFlag } from "effect/cli"
import { Console, Effect } from "effect"
import { oneLine } from "./answer.ts"

/** Flags of every command. The wizard is omitted, because it would read secrets as plain arguments. */
export const builtIns = [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions, GlobalFlag.LogLevel]

/** Maximum number of errors shown per invocation. */
const maxErrors = 5

/** The parser's message, without its prefix about schemas. */
const textOf = ({ message }: Error): string => oneLine(message.replace("Expected: Schema validation failed: ", ""))

/** Additional help of commands, by the words of the command. */
export type MoreHelp = Readonly<Record<string, Effect.Effect<string>>>

/**
 * Answers wrong arguments with the errors, the usage and the help command, on standard error. The whole help is shown
 * only on request.
 */
export const layer = (moreHelp: MoreHelp = {}) =>
  CliOutput.layerPresenter({
    present: Effect.fnUntraced(function* (event) {
      if (event._tag !== "InvalidInvocation") {
        yield* CliOutput.defaultPresenter.present(event)
        const more = event._tag === "Help" ? moreHelp[event.commandPath.join(" ")] : undefined
        return more === undefined ? undefined : yield* Console.log(yield* more)
      }
      for (const error of event.errors.slice(0, maxErrors)) yield* Console.error(textOf(error))
      yield* Console.error(`Usage: ${event.helpDoc.usage}\nHelp:  ${event.commandPath.join(" ")} --help`)
    })
  })
