import { Effect, Layer, Ref } from "effect"
import { Readiness } from "../../ports/process/WorkerHealth.ts"

/** Delays readiness until the announcement: a client that waits for `/ready` reads `demo.json` next. */
export const make = Effect.map(Ref.make(false), (announced) => ({
  announce: Ref.set(announced, true),
  layer: Layer.effect(
    Readiness,
    Effect.map(Readiness, ({ missingKeys, obstacle }) =>
      Readiness.of({
        missingKeys,
        obstacle: Effect.flatMap(Ref.get(announced), (isAnnounced) =>
          isAnnounced ? obstacle : Effect.succeed("the demo is being set up")
        )
      })
    )
  )
}))
