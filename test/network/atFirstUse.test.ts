import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { atFirstUse } from "../../src/adapters/outbound/HttpAgent.ts"

/** Something that takes until `ready` to be made, and what has happened to it. */
const slow = Effect.gen(function* () {
  const ready = yield* Deferred.make<void>()
  const events: Array<string> = []
  const make = Effect.acquireRelease(
    Effect.sync(() => void events.push("begun")),
    () => Effect.sync(() => void events.push("ended"))
  ).pipe(Effect.andThen(Deferred.await(ready)), Effect.as("made"))
  return { events, make, ready: Deferred.succeed(ready, undefined) }
})

describe("a resource created at its first use", () => {
  it.effect("is created once, for concurrent and later callers", () =>
    Effect.gen(function* () {
      const { events, make, ready } = yield* slow
      const made = yield* atFirstUse(make)
      assert.deepStrictEqual(events, [])
      const asking = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(made, { startImmediately: true }))
      yield* ready
      assert.deepStrictEqual(yield* Fiber.joinAll(asking), ["made", "made", "made"])
      assert.strictEqual(yield* made, "made")
      assert.deepStrictEqual(events, ["begun"])
    })
  )

  it.effect("is available to others if the first caller is interrupted", () =>
    Effect.gen(function* () {
      const { events, make, ready } = yield* slow
      const made = yield* atFirstUse(make)
      const first = yield* Effect.forkChild(made, { startImmediately: true })
      const second = yield* Effect.forkChild(made, { startImmediately: true })
      yield* Fiber.interrupt(first)
      yield* ready
      assert.strictEqual(yield* Fiber.join(second), "made")
      assert.deepStrictEqual(events, ["begun"])
    })
  )

  it.effect("ends with its scope, not with its first caller", () =>
    Effect.gen(function* () {
      const { events, make, ready } = yield* slow
      const scope = yield* Scope.make()
      const made = yield* Scope.provide(atFirstUse(make), scope)
      yield* ready
      yield* Effect.scoped(made)
      assert.deepStrictEqual(events, ["begun"])
      yield* Scope.close(scope, Exit.void)
      assert.deepStrictEqual(events, ["begun", "ended"])
    })
  )
})
