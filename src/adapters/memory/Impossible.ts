import { Effect, Schema } from "effect"
import type { State } from "./State.ts"

/** The defect of a call that every store refuses: an unknown organization, or a duplicate. */
export class Impossible extends Schema.TaggedError<Impossible>()("Impossible", { problem: Schema.String }) {}

/** The step that ends with the defect, and changes nothing. */
export const impossible = (state: State, problem: string) => [Effect.die(new Impossible({ problem })), state] as const
