import { assert, describe, it } from "@effect/vitest"
import { Effect, Latch, Layer, Logger } from "effect"
import { ShardAssignment } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { sharing } from "./members.ts"

/** Longer than from one look at who is there to the next. */
const farewell = "1500 millis"

describe("the last member of the cluster", () => {
  it.live("logs no warning while it completes its work", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabase()
      const begun = yield* Latch.make()
      const warnings: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => {
        if (logLevel !== "Debug" && logLevel !== "Info") warnings.push(`${logLevel}: ${String(message)}`)
      })
      yield* Effect.gen(function* () {
        const { run } = yield* ShardAssignment
        yield* run(() =>
          Effect.andThen(begun.open, Effect.never).pipe(Effect.onInterrupt(() => Effect.sleep(farewell)))
        )
        yield* begun.await
      }).pipe(Effect.scoped, Effect.provide(Layer.fresh(sharing(url))), Effect.provide(Logger.layer([logger])))
      assert.deepStrictEqual(warnings, [])
    }).pipe(Effect.scoped)
  )
})
