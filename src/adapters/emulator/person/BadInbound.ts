import { Schema } from "effect"

/** A person cannot do what is asked; the reason names the field, and nothing that stood in it. */
export class BadInbound extends Schema.TaggedError<BadInbound>()("BadInbound", { reason: Schema.String }) {}
