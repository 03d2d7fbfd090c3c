import { Effect, Fiber, Latch } from "effect"
import { LinkedQueue } from "./LinkedQueue.ts"
import { QueueNode } from "./QueueNode.ts"

/**
 * Fibers that are interrupted when the scope is closed, which waits for them. As `FiberSet`, for where many of them come
 * and go: its set, like a scope's own, keeps what each of them held (see `ForgettingMap`).
 */
export const make = Effect.gen(function* () {
  const fibers = new LinkedQueue<QueueNode<Fiber.Fiber<unknown, unknown>>>()
  const isEmpty = Latch.makeUnsafe(true)
  let isOver = false

  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      isOver = true
      const left: Array<Fiber.Fiber<unknown, unknown>> = []
      for (let one = fibers.first; one !== null; one = one.after) left.push(one.of)
      return Fiber.interruptAll(left)
    })
  )

  /** Has the fiber end with the scope. */
  const add = (fiber: Fiber.Fiber<unknown, unknown>): void => {
    if (isOver) return fiber.interruptUnsafe()
    if (fiber.pollUnsafe() !== undefined) return
    const running = new QueueNode(fiber)
    fibers.push(running)
    isEmpty.closeUnsafe()
    fiber.addObserver(() => {
      fibers.remove(running)
      if (fibers.size === 0) isEmpty.openUnsafe()
    })
  }

  return {
    add,
    /** Waits until none runs. */
    empty: isEmpty.await,
    /** Gives what runs effects with these services. */
    runner: <R = never>() =>
      Effect.map(Effect.context<R>(), (services) => {
        const fork = Effect.runForkWith(services)
        return <A, E>(effect: Effect.Effect<A, E, R>): Fiber.Fiber<A, E> => {
          const fiber = fork(isOver ? Effect.interrupt : effect)
          add(fiber)
          return fiber
        }
      })
  }
})

export type RunningFibers = Effect.Success<typeof make>

/** Gives what runs effects until the scope is closed. */
export const runner = <R = never>() => Effect.flatMap(make, (fibers) => fibers.runner<R>())
