import { PartProblem } from "../../../domain/message/MessengerRefused.ts"
import { limitText } from "./Storable.ts"

/** What is expected of a part of a Messenger or Instagram message in place of what is there. */
export const partProblemText = PartProblem.match({
  Empty: () => "Expected a value that is not empty",
  TooMany: ({ limit }) => `Expected at most ${limit}`,
  TooLong: (limit) => `Expected ${limitText(limit)}`,
  NotOneOf: ({ supported }) => `Expected one of: ${supported.join(", ")}`
})
