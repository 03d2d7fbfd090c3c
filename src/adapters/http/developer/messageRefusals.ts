import {
  type MessagePartInvalid,
  type MessagePartMissing,
  type MessageTypeUnknown,
  PartProblem
} from "../../../domain/MessengerRefused.ts"
import { limitText } from "../Storable.ts"
import { BadRequest, missingField, unknownType } from "./Failures.ts"
import { fixFor } from "./fixFor.ts"

const problemText = PartProblem.match({
  Empty: () => "Expected a value that is not empty",
  TooMany: ({ limit }) => `Expected at most ${limit}`,
  TooLong: (limit) => `Expected ${limitText(limit)}`,
  NotOneOf: ({ supported }) => `Expected one of: ${supported.join(", ")}`
})

/** How a message that cannot be sent as asked is answered: for `Effect.catchTags`. */
export const messageRefusals = {
  MessagePartMissing: ({ field }: MessagePartMissing) => missingField(field, fixFor(field)),
  MessageTypeUnknown: ({ supported, type }: MessageTypeUnknown) => unknownType(type, supported),
  MessagePartInvalid: ({ field, problem }: MessagePartInvalid) =>
    new BadRequest({ message: `Invalid field ${field}: ${problemText(problem)}` })
}
