import { Console, Effect } from "effect"
import { CliOutput } from "effect/cli"
import { oneLine } from "./terminalText.ts"

/** Errors that are shown of one invocation. */
const maxErrors = 5

/** What the parser says, without its words about schemas. */
const textOf = ({ message }: Error): string => oneLine(message.replace("Expected: Schema validation failed: ", ""))

/** Wrong arguments are answered with the errors, the form of the command, and the way to its help, on standard error. */
export const layer = CliOutput.layerPresenter({
  present: (event) =>
    event._tag === "InvalidInvocation"
      ? Effect.gen(function* () {
          const command = event.commandPath.join(" ")
          for (const error of event.errors.slice(0, maxErrors)) yield* Console.error(textOf(error))
          yield* Console.error(`Usage: ${event.helpDoc.usage}\nHelp:  ${command} --help`)
        })
      : CliOutput.defaultPresenter.present(event)
})
