import { Effect, FiberHandle, type Latch } from "effect"

/**
 * Opens a latch at a time. A time that is later than the one already set changes nothing: the loop that waits for the
 * latch looks for work and waits again. So a wait that ends early cancels no timer, and most waits start none.
 */
export const makeAlarm = Effect.fnUntraced(function* (latch: Latch.Latch) {
  const run = yield* FiberHandle.makeRuntime<never>()
  let opensAt = Number.POSITIVE_INFINITY
  const open = Effect.sync(() => {
    opensAt = Number.POSITIVE_INFINITY
    latch.openUnsafe()
  })
  return {
    /** The latch opens at this time or sooner; both in epoch milliseconds. */
    by: (at: number, now: number): void => {
      if (opensAt <= at) return
      opensAt = at
      run(Effect.andThen(Effect.sleep(at - now), open))
    }
  }
})

export type Alarm = Effect.Success<ReturnType<typeof makeAlarm>>
