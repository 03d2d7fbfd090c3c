import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Ref, Scope } from "effect"
import * as RunningFibers from "../../src/collections/RunningFibers.ts"

describe("RunningFibers", () => {
  it.effect("gives the fiber, whose result is its own", () =>
    Effect.gen(function* () {
      const run = yield* RunningFibers.runner()
      assert.strictEqual(yield* Fiber.join(run(Effect.succeed(1))), 1)
      const failed = yield* Fiber.await(run(Effect.fail("no")))
      assert.deepStrictEqual(failed, Exit.fail("no"))
    }).pipe(Effect.scoped)
  )

  it.effect("runs with the services of its place", () =>
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const run = yield* RunningFibers.runner<Scope.Scope>()
      assert.strictEqual(yield* Fiber.join(run(Effect.scope)), scope)
    }).pipe(Effect.scoped)
  )

  it.effect("interrupts what runs at the end, and waits for it", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const run = yield* Scope.provide(RunningFibers.runner(), scope)
      const ended = yield* Ref.make(0)
      const one = Effect.onInterrupt(Effect.never, () =>
        Effect.andThen(
          Effect.yieldNow,
          Ref.update(ended, (n) => n + 1)
        )
      )
      const fibers = [run(one), run(one), run(one)]
      yield* Effect.yieldNow
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(yield* Ref.get(ended), 3)
      for (const fiber of fibers) assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
    })
  )

  it.effect("starts nothing after the end, and lets nothing go on", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const fibers = yield* Scope.provide(RunningFibers.make, scope)
      const run = yield* fibers.runner()
      yield* Scope.close(scope, Exit.void)
      const isStarted = yield* Ref.make(false)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(run(Ref.set(isStarted, true)))))
      assert.isFalse(yield* Ref.get(isStarted))
      const other = yield* Effect.forkDetach(Effect.never)
      fibers.add(other)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(other)))
    })
  )

  it.effect("is empty when the last one has ended", () =>
    Effect.gen(function* () {
      const fibers = yield* RunningFibers.make
      const run = yield* fibers.runner()
      yield* fibers.empty
      const gates = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      for (const gate of gates) run(Deferred.await(gate))
      const waiting = yield* Effect.forkChild(fibers.empty, { startImmediately: true })
      for (const gate of gates) {
        assert.isUndefined(waiting.pollUnsafe())
        yield* Deferred.succeed(gate, undefined)
        yield* Effect.yieldNow
      }
      yield* Fiber.join(waiting)
    }).pipe(Effect.scoped)
  )
})
