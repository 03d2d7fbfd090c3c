import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryPlatforms from "../../src/adapters/memory/MemoryPlatforms.ts"
import * as Service from "../../src/service/library/Service.ts"
import { virtualTime } from "../../testing/virtualTime.ts"
import { strongSecret } from "../support/strongSecret.ts"

const service = Service.layer({
  metaAppSecret: strongSecret("app"),
  metaVerifyToken: strongSecret("verify"),
  authJwtSecret: Redacted.make(strongSecret("jwt")),
  serviceRoleKey: strongSecret("service"),
  publicUrl: "https://parley.example.com",
  overrides: MemoryPlatforms.layer
}).pipe(Layer.provideMerge(Memory.layer()), Layer.provideMerge(virtualTime))

const at = Date.UTC(2027, 0, 11, 8)

describe("virtual time", () => {
  it.effect(
    "virtual time: TestClock.setTime ends after the service was built, whose polls run with TestClock.adjust",
    () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(at)
        assert.strictEqual(yield* Clock.currentTimeMillis, at)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* Clock.currentTimeMillis, at + 60_000)
      }).pipe(Effect.provide(service))
  )

  it.effect("virtual time: TestClock.setTime does not end waits", () =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(Effect.sleep("10 seconds"), { startImmediately: true })
      yield* TestClock.setTime(at)
      yield* TestClock.adjust("9 seconds")
      assert.isUndefined(waiting.pollUnsafe())
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(waiting)
      assert.strictEqual(yield* Clock.currentTimeMillis, at + 10_000)
    }).pipe(Effect.provide(virtualTime))
  )

  it.effect("virtual time: TestClock.setTime sets the clock back, too", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(at)
      yield* TestClock.setTime(at - 3_600_000)
      assert.strictEqual(yield* Clock.currentTimeMillis, at - 3_600_000)
    }).pipe(Effect.provide(virtualTime))
  )
})
