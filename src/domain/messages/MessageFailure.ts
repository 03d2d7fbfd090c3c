import { Schema } from "effect"

/** Why a message failed: the platform rejected it, or its outcome is unknown. */
export const MessageFailure = Schema.Union([
  Schema.TaggedStruct("Rejected", { code: Schema.Int, title: Schema.String, message: Schema.String }),
  Schema.TaggedStruct("NotReached", { detail: Schema.String }),
  Schema.TaggedStruct("OutcomeUnknown", { detail: Schema.String })
])
export type MessageFailure = typeof MessageFailure.Type
