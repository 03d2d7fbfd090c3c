import { Schema } from "effect"

/** A request is refused so that others are answered. The caller may repeat it later. */
export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", {
  /** Too many concurrent requests, or an answer that took too long. */
  reason: Schema.Literals(["too many", "too long"])
}) {}
