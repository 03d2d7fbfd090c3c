import { PartProblem } from "../../../../domain/messages/messenger/MessengerRefused.ts"
import { limitText } from "../Storable.ts"

/** The requirement that a part of a Messenger or Instagram message does not meet. */
export const partProblemText = PartProblem.match({
  Empty: () => "Expected a value that is not empty",
  TooMany: ({ limit }) => `Expected at most ${limit}`,
  TooLong: (limit) => `Expected ${limitText(limit)}`,
  NotOneOf: ({ supported }) => `Expected one of: ${supported.join(", ")}`
})
