import { Effect } from "effect"
import { DeliverableType } from "../../../domain/webhooks/DeliveryRecord.ts"
import { namesOf } from "./flags.ts"
import { usage } from "./OperatorError.ts"

/**
 * Reads the comma-separated event types of a flag. An unknown one is refused, because it would silently match nothing.
 */
export const readEventTypes = Effect.fnUntraced(function* (text: string) {
  const known: ReadonlyArray<string> = DeliverableType.literals
  const names = namesOf(text)
  const wrong = names.find((name) => !known.includes(name))
  if (wrong !== undefined) {
    return yield* usage(`There is no event type ${wrong}. The types are ${known.join(", ")}`)
  }
  return new Set(names)
})
