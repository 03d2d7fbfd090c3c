import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { rotateSecrets, type RotationProgress } from "../../../app/access/rotateSecrets.ts"
import { answer } from "../output/answer.ts"
import { refused } from "./OperatorError.ts"

const line = ({ kind, pass, resealed }: RotationProgress): string => `${kind}: pass ${pass}, ${resealed} sealed again`

/** Progress goes to standard error, the answer to standard output. */
const rotate = Command.make("rotate", {}, () =>
  Effect.gen(function* () {
    const rotation = yield* rotateSecrets((progress) => Console.error(line(progress)))
    const unfinished = rotation.kinds.filter(({ isComplete }) => !isComplete).map(({ kind }) => kind)
    if (unfinished.length > 0) {
      return yield* refused(
        `The rotation is not complete: ${unfinished.join(", ")} is still written with another key than ${rotation.presentKey}. Put the new key first in SECRETS_KEY of every running service, restart them, and run the command again`
      )
    }
    yield* answer({
      key: rotation.presentKey,
      kinds: rotation.kinds.map(({ kind, resealed, unreadable }) => ({ kind, resealed, unreadable })),
      removableKeys: rotation.removableKeys,
      neededKeys: rotation.neededKeys
    })
  })
).pipe(
  Command.withShortDescription("Seals all stored tokens and secrets with the first key of SECRETS_KEY"),
  Command.withDescription(
    "Seals all stored tokens and secrets with the first key of SECRETS_KEY, while services run; then the other keys can be removed. Ended early, it goes on when it is run again"
  )
)

/** `parley secrets rotate`. */
export const secretsCommand = Command.make("secrets").pipe(
  Command.withDescription("Stored tokens and secrets, and the keys that seal them"),
  Command.withSubcommands([rotate])
)
