import { Effect, Layer } from "effect"
import * as RunnerStorage from "effect/cluster/RunnerStorage"

/**
 * Storage of members for a process that is one of them. Once this process leaves, it no longer sees the list of
 * members. The cluster polls that list until its end. It would mistake its own absence for a cluster without a healthy
 * member, log a warning, and register itself as healthy again.
 */
export const leavingStorage = Layer.effect(
  RunnerStorage.RunnerStorage,
  Effect.map(RunnerStorage.RunnerStorage, (storage) => {
    let isLeaving = false
    const unlessLeaving = <A>(answer: A) => (isLeaving ? Effect.never : Effect.succeed(answer))
    return RunnerStorage.RunnerStorage.of({
      ...storage,
      getRunners: Effect.flatMap(storage.getRunners, unlessLeaving),
      unregister: (address) =>
        Effect.suspend(() => {
          isLeaving = true
          return storage.unregister(address)
        })
    })
  })
)
