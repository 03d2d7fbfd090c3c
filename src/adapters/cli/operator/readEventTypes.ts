import { Effect } from "effect"
import { DeliverableType } from "../../../domain/webhooks/DeliveryRecord.ts"
import { namesOf } from "./flags.ts"
import { usage } from "./OperatorError.ts"

/** The event types of a flag, which separates them by commas: a mistyped one would match nothing, without a word. */
export const readEventTypes = Effect.fnUntraced(function* (text: string) {
  const known: ReadonlyArray<string> = DeliverableType.literals
  const names = namesOf(text)
  const wrong = names.find((name) => !known.includes(name))
  if (wrong !== undefined) {
    return yield* usage(`There is no event type ${wrong}. The types are ${known.join(", ")}`)
  }
  return new Set(names)
})
