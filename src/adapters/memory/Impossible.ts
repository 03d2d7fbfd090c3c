import { Effect, Schema } from "effect"
import type { State } from "./State.ts"

/** The defect of a call that violates a constraint of every store: an unknown organization or a duplicate. */
export class Impossible extends Schema.TaggedError<Impossible>()("Impossible", { problem: Schema.String }) {}

/** Returns a step that dies with the defect and leaves the state unchanged. */
export const impossible = (state: State, problem: string) => [Effect.die(new Impossible({ problem })), state] as const
