import { Effect, Redacted, Stdio, Stream } from "effect"
import { Prompt } from "effect/cli"
import { usage } from "./OperatorError.ts"

/** Shorter passwords are guessed soon (NIST SP 800-63B). */
export const minPasswordLength = 8

/** Bytes of standard input that are read: longer than any password. */
export const maxPasswordBytes = 1_024

const checked = (password: string) =>
  [...password].length >= minPasswordLength
    ? Effect.succeed(Redacted.make(password))
    : Effect.fail(usage(`The password is too short. It needs ${minPasswordLength} characters`))

/** The first line of standard input. */
const fromInput = Effect.gen(function* () {
  const { stdin } = yield* Stdio.Stdio
  const text = yield* stdin.pipe(
    Stream.decodeText(),
    Stream.scan(
      () => "",
      (read, chunk) => read + chunk
    ),
    Stream.takeUntil((read) => read.includes("\n") || read.length > maxPasswordBytes),
    Stream.runLast
  )
  const [line = ""] = (text._tag === "Some" ? text.value : "").split(/\r?\n/)
  if (line === "") return yield* usage("No password was given: type it, or write it to standard input")
  if (line.length > maxPasswordBytes) {
    return yield* usage(`The password is too long. It may have ${maxPasswordBytes} characters`)
  }
  return line
})

/** A password from the terminal, which does not show it, or from standard input. Never from an argument, which others see. */
export const readPassword = Effect.fnUntraced(function* (email: string) {
  if (yield* (yield* Stdio.Stdio).stdinIsTerminal) {
    const typed = yield* Prompt.run(Prompt.Hidden({ message: `Password of ${email}` }))
    return yield* checked(Redacted.value(typed))
  }
  return yield* checked(yield* fromInput)
})
