import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { instances } from "../support/database/instances.ts"
import { resumedReadersMissNothing } from "./streamLaw.ts"

describe("a stream reader that resumes on one of two instances, on a server,", () => {
  it.live(
    "receives every event of its scope once and in order",
    () =>
      Effect.gen(function* () {
        const on = yield* instances(2)
        yield* resumedReadersMissNothing((ordinal, effect) => effect.pipe(on(ordinal)), 6)
      }).pipe(Effect.scoped),
    90_000
  )
})
