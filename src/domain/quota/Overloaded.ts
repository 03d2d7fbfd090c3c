import { Schema } from "effect"

/** A request that is refused so that others are answered; whoever made it may make it again later. */
export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", {
  /** Too much is asked for at once, or the answer took too long. */
  reason: Schema.Literals(["too many", "too long"])
}) {}
