import { describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { resumedReadersMissNothing } from "./streamLaw.ts"
import { cases } from "../support/effort.ts"

describe("a stream reader that resumes, in memory,", () => {
  it.live(
    "receives every event of its scope once and in order",
    () =>
      Effect.gen(function* () {
        const stores = yield* Layer.build(Memory.layer())
        yield* resumedReadersMissNothing((_, effect) => Effect.provideContext(effect, stores), cases(8, 25))
      }).pipe(Effect.scoped),
    120_000
  )
})
