import { Effect, Layer, Redacted, Stdio, Stream } from "effect"
import { Prompt } from "effect/cli"
import { usage } from "./operator/OperatorError.ts"
import { maxSecretLength, SecretInput } from "./SecretInput.ts"

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
