import { Schema } from "effect"

/** A part that a message of this type cannot do without. */
export class MessagePartMissing extends Schema.TaggedError<MessagePartMissing>()("MessagePartMissing", {
  field: Schema.String
}) {}

/** The channel has no message of this type. */
export class MessageTypeUnknown extends Schema.TaggedError<MessageTypeUnknown>()("MessageTypeUnknown", {
  type: Schema.String,
  supported: Schema.Array(Schema.String)
}) {}

/** The problem of a part that is present. */
export const PartProblem = Schema.TaggedUnion({
  /** It says nothing, or nothing is left of it where it is shown. */
  Empty: {},
  TooMany: { limit: Schema.Int },
  TooLong: { limit: Schema.Int, unit: Schema.Literals(["characters", "bytes"]) },
  NotOneOf: { supported: Schema.Array(Schema.String) }
})
export type PartProblem = typeof PartProblem.Type

/** A part that cannot be sent as it is. `field` is where, as in `elements[0].buttons[1].title`. */
export class MessagePartInvalid extends Schema.TaggedError<MessagePartInvalid>()("MessagePartInvalid", {
  field: Schema.String,
  problem: PartProblem
}) {}

/** Why a message cannot be sent as asked. */
export type MessengerRefused = MessagePartMissing | MessageTypeUnknown | MessagePartInvalid
