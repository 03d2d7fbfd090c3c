import { Console, Effect } from "effect"
import { CliOutput } from "effect/cli"
import { oneLine } from "./terminalText.ts"

/** Errors that are shown of one invocation. */
const maxErrors = 5

/** What the parser says, without its words about schemas. */
const textOf = ({ message }: Error): string => oneLine(message.replace("Expected: Schema validation failed: ", ""))

/** What the help of a command says beside its flags, by the words of the command. */
export type MoreHelp = Readonly<Record<string, Effect.Effect<string>>>

/**
 * Wrong arguments are answered with the errors, the form of the command, and the way to its help, on standard error. The
 * help itself is shown to those who ask for it.
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
