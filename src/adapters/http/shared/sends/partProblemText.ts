import { PartProblem } from "../../../../domain/messages/messenger/MessengerDraft.ts"
import { limitText } from "../Storable.ts"

/** Text of the requirement that a part of a Messenger or Instagram message violates. */
export const partProblemText = PartProblem.match({
  Empty: () => "Expected a value that is not empty",
  TooMany: ({ limit }) => `Expected at most ${limit}`,
  TooLong: (limit) => `Expected ${limitText(limit)}`,
  NotOneOf: ({ supported }) => `Expected one of: ${supported.join(", ")}`
})
