import { Schema } from "effect"

/** A part that may be left out. */
type Optional<Part> = Part | null | undefined

/** A button before it is checked: `type` decides which of the other fields it needs. */
export interface ButtonDraft {
  readonly type?: Optional<string>
  readonly title?: Optional<string>
  readonly url?: Optional<string>
  readonly payload?: Optional<string>
}

/** Without a payload, `defaultPayload` makes one of the title. */
export interface QuickReplyDraft {
  readonly title?: Optional<string>
  readonly payload?: Optional<string>
  readonly imageUrl?: Optional<string>
}

/** A card of a generic template before it is checked; only the title is needed. */
export interface ElementDraft {
  readonly title?: Optional<string>
  readonly subtitle?: Optional<string>
  readonly imageUrl?: Optional<string>
  readonly defaultAction?: Optional<{ readonly type?: Optional<string>; readonly url?: Optional<string> }>
  readonly buttons?: Optional<ReadonlyArray<ButtonDraft>>
}

/** A message to a person on Messenger or Instagram, not yet checked. */
export interface MessengerDraft {
  readonly to?: Optional<string>
  readonly type?: Optional<string>
  readonly text?: Optional<string>
  readonly quickReplies?: Optional<ReadonlyArray<QuickReplyDraft>>
  readonly buttonTemplateText?: Optional<string>
  readonly buttons?: Optional<ReadonlyArray<ButtonDraft>>
  readonly elements?: Optional<ReadonlyArray<ElementDraft>>
  readonly attachmentUrl?: Optional<string>
  readonly attachmentType?: Optional<string>
  readonly tag?: Optional<string>
}

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
