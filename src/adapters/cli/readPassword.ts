import { Effect, Redacted, Stdio, Stream } from "effect"
import { Prompt } from "effect/cli"
import { usage } from "./OperatorError.ts"

/** Shorter passwords are guessed soon (NIST SP 800-63B). */
export const minPasswordLength = 8

/** The longest password, and about as much of standard input as is read. */
export const maxPasswordLength = 1_024

const checked = Effect.fnUntraced(function* (password: string) {
  if (password === "") return yield* usage("No password was given: type it, or write it to standard input")
  const { length } = [...password]
  if (length < minPasswordLength) {
    return yield* usage(`The password is too short. It needs ${minPasswordLength} characters`)
  }
  if (length > maxPasswordLength) {
    return yield* usage(`The password is too long. It may have ${maxPasswordLength} characters`)
  }
  return Redacted.make(password)
})

/** The first line of standard input. */
const fromInput = Effect.gen(function* () {
  const { stdin } = yield* Stdio.Stdio
  const text = yield* stdin.pipe(
    Stream.decodeText(),
    Stream.scan(
      () => "",
      (read, chunk) => read + chunk
    ),
    Stream.takeUntil((read) => read.includes("\n") || [...read].length > maxPasswordLength),
    Stream.runLast
  )
  const [line = ""] = (text._tag === "Some" ? text.value : "").split(/\r?\n/)
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
