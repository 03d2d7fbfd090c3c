import { Effect } from "effect"

/** How long a turn of the event loop took, in milliseconds. */
interface Turn {
  readonly wall: number
  readonly processor: number
}

const processorMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

/**
 * Runs an effect and gives, with what it gives, the longest standstill of the event loop meanwhile, in milliseconds. Of
 * each turn the smaller of two times counts: wall time, and processor time of this thread. So a machine that is busy with
 * other work does not make a turn longer, and only work of this thread counts.
 */
export const longestStandstill = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let longest = 0
    let last: Turn = { wall: performance.now(), processor: processorMillis() }
    const look = () => {
      const now: Turn = { wall: performance.now(), processor: processorMillis() }
      longest = Math.max(longest, Math.min(now.wall - last.wall, now.processor - last.processor))
      last = now
    }
    let handle = setImmediate(function next() {
      look()
      handle = setImmediate(next)
    })
    // The turn that has begun is not the effect's.
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    longest = 0
    const result = yield* Effect.ensuring(
      effect,
      Effect.sync(() => {
        look()
        clearImmediate(handle)
      })
    )
    return { result, longest }
  })
