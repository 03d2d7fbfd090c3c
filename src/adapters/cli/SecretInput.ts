import { Context, Effect, Redacted } from "effect"
import { type OperatorError, usage } from "./operator/OperatorError.ts"

/** Shorter passwords are guessed soon (NIST SP 800-63B). */
const minPasswordLength = 8

/** Characters of the longest password. */
const maxPasswordLength = 1_024

/** Characters of the longest token or signing secret, and about as much of standard input as is read. */
export const maxSecretLength = 8_192

/** Asks the person or script that runs a command for a secret. An argument would show it to every other process. */
export class SecretInput extends Context.Service<
  SecretInput,
  {
    /** The line that was typed or piped, which can be empty. `question` is shown on a terminal only. */
    ask(question: string): Effect.Effect<string, OperatorError>
  }
>()("effect-parley/adapters/cli/SecretInput") {}

/** The answer to a question, which must not be empty or too long. `what` names it in refusals: "The password". */
const asked = Effect.fnUntraced(function* (question: string, what: string, shortest: number, longest: number) {
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
  asked(`Password of ${email}`, "The password", minPasswordLength, maxPasswordLength)

/** A token or secret of another kind. `what` names it: "The access token". */
export const readSecret = (what: string) => asked(what, what, 1, maxSecretLength)
