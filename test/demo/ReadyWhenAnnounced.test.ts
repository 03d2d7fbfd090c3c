import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as ReadyWhenAnnounced from "../../src/adapters/demo/ReadyWhenAnnounced.ts"
import { Readiness } from "../../src/ports/process/WorkerHealth.ts"
import { ready } from "../support/http/httpWorld.ts"

const obstacle = Effect.flatMap(Readiness, ({ obstacle }) => obstacle)

describe("readiness of a demo", () => {
  it.effect.each([null, "the database does not answer"])(
    "waits for the announcement, and then follows the service: %s",
    (ofTheService) =>
      Effect.gen(function* () {
        const readiness = yield* ReadyWhenAnnounced.make
        const layer = readiness.layer.pipe(Layer.provide(ready(ofTheService)))
        assert.strictEqual(yield* Effect.provide(obstacle, layer), "the demo is being set up")
        yield* readiness.announce
        assert.strictEqual(yield* Effect.provide(obstacle, layer), ofTheService)
      })
  )
})
