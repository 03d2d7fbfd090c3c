import { Effect, Layer } from "effect"
import * as RunnerStorage from "effect/cluster/RunnerStorage"

/**
 * Storage of members for a process that is one of them. From the moment when it leaves, it is not told who is there any
 * more: the cluster goes on asking until its end, and would take its own absence for a cluster without a healthy member,
 * warn of that, and enter itself as healthy again.
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
