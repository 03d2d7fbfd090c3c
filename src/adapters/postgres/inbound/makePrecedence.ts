import { Clock, Duration, Effect } from "effect"

/** When and for how long something stands back. */
export interface PrecedenceOptions {
  /** So many urgent ones at the same time are met in passing; while there are more, the others stand back. */
  readonly passing: number
  /** Nobody stands back for longer. */
  readonly patience: Duration.Input
  /** How often it is looked whether there are fewer. */
  readonly look: Duration.Input
}

/** Work of which one kind is urgent and the other one can wait, where both take from the same. */
export const makePrecedence = ({ look, passing, patience }: PrecedenceOptions) =>
  Effect.sync(() => {
    const longest = Duration.toMillis(patience)
    let open = 0
    return {
      // `acquireUseRelease` takes three times as long. What never began to count does not end either.
      urgently: <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          let counts = 0
          const counted = Effect.suspend(() => {
            counts = 1
            open += 1
            return work
          })
          return Effect.onExitPrimitive(counted, () => {
            open -= counts
            return undefined
          })
        }),
      /** Ends when there are few urgent ones, or one has stood back for long enough. */
      standBack: Effect.gen(function* () {
        const since = yield* Clock.currentTimeMillis
        const isLater = Effect.map(Clock.currentTimeMillis, (now) => open > passing && now - since < longest)
        // No timeout, as whoever stands back may be in the middle of something that must not be interrupted.
        if (yield* isLater) yield* Effect.repeat(Effect.sleep(look), { while: () => isLater })
      })
    }
  })
