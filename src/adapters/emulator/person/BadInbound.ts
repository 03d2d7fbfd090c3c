import { Schema } from "effect"

/** The requested action of a person is impossible. The reason names the field and never its value. */
export class BadInbound extends Schema.TaggedError<BadInbound>()("BadInbound", { reason: Schema.String }) {}
