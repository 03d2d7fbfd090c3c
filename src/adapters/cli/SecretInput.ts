import { Context, Effect, Layer, Redacted, Stdio, Stream } from "effect"
import { Prompt } from "effect/cli"
import { maxPasswordLength, minPasswordLength } from "../../domain/access/Member.ts"
import { type OperatorError, usage } from "./operator/OperatorError.ts"

/** Maximum length of a token or signing secret in characters, and approximately of the input that is read. */
export const maxSecretLength = 8_192

/** Reads a secret from the person or script that runs a command. An argument would expose it to other processes. */
export class SecretInput extends Context.Service<
  SecretInput,
  {
    /** The typed or piped line, which may be empty. `question` is shown on a terminal only. */
    ask(question: string): Effect.Effect<string, OperatorError>
  }
>()("effect-parley/adapters/cli/SecretInput") {}

/** The answer to a question, within these lengths. `what` names it in refusals: "The password". */
const readAnswer = Effect.fnUntraced(function* (question: string, what: string, shortest: number, longest: number) {
  const secret = yield* (yield* SecretInput).ask(question)
  if (secret === "") {
    return yield* usage(`${what} is missing: type it, or write it to standard input`)
  }
  const { length } = [...secret]
  if (length < shortest) return yield* usage(`${what} is too short. It needs ${shortest} characters`)
  if (length > longest) return yield* usage(`${what} is too long. It may have ${longest} characters`)
  return Redacted.make(secret)
})

/** The password of a user. */
export const readPassword = (email: string) =>
  readAnswer(`Password of ${email}`, "The password", minPasswordLength, maxPasswordLength)

/** A token or secret of another kind. `what` names it: "The access token". */
export const readSecret = (what: string) => readAnswer(what, what, 1, maxSecretLength)

/** The first line of standard input. */
const fromInput = Effect.gen(function* () {
  const { stdin } = yield* Stdio.Stdio
  const text = yield* stdin.pipe(
    Stream.decodeText(),
    Stream.scan(
      () => "",
      (read, chunk) => read + chunk
    ),
    Stream.takeUntil((read) => read.includes("\n") || [...read].length > maxSecretLength),
    Stream.runLast
  )
  const [line = ""] = (text._tag === "Some" ? text.value : "").split(/\r?\n/)
  return line
})

/** A terminal prompts without echo; otherwise the first line of standard input is read. */
export const layer = Layer.effect(
  SecretInput,
  Effect.gen(function* () {
    const services = yield* Effect.context<Prompt.Environment | Stdio.Stdio>()
    return SecretInput.of({
      ask: (message) =>
        Effect.gen(function* () {
          const isTerminal = yield* (yield* Stdio.Stdio).stdinIsTerminal
          return isTerminal ? Redacted.value(yield* Prompt.run(Prompt.Hidden({ message }))) : yield* fromInput
        }).pipe(
          Effect.catchTags({
            QuitError: () => Effect.interrupt,
            PlatformError: ({ message: reason }) => Effect.fail(usage(`Standard input cannot be read: ${reason}`))
          }),
          Effect.provideContext(services)
        )
    })
  })
)
