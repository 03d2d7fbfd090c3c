import { describe, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { oneByOne, together } from "./interleavings.ts"
import { comesToTheSame, given } from "./laws.ts"
import { memoryWorld } from "./world.ts"
import { cases } from "../support/effort.ts"

describe("reports, in memory", () => {
  it.effect.prop(
    "have the same result for any order and repetition, separately in each organization",
    given,
    (drawn) => comesToTheSame(drawn).pipe(Effect.provide(Layer.fresh(memoryWorld))),
    { arbitrary: { runs: cases(50, 150) }, timeout: 180_000 }
  )

  layer(memoryWorld)((it) => {
    oneByOne(it)
    together(it)
  })
})
