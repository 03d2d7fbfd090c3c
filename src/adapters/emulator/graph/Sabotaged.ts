import { Schema } from "effect"

/** The answer is kept back as a fault asks (see `FaultRule`). */
export class Sabotaged extends Schema.TaggedError<Sabotaged>()("Sabotaged", {
  mode: Schema.Literals(["garbled", "timeout", "disconnect"])
}) {}
