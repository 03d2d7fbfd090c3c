import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { givenOrganization } from "../../../../testing/given/given.ts"
import { record, scene, startWorker } from "./scene.ts"

describe("log lines of refused deliveries", () => {
  it.effect(
    "delivery refused: a webhook has the first line at once, then one a minute with the number of omitted lines",
    () =>
      Effect.gen(function* () {
        const lines: Array<unknown> = []
        const logger = Logger.make(({ message }) => {
          if (Array.isArray(message) && message[0] === "delivery refused") lines.push(message)
        })
        yield* Effect.gen(function* () {
          const { calls, layer } = yield* scene(() => ({ millis: 5, status: 500 }))
          const { id } = yield* givenOrganization({ webhook: {} })
          yield* startWorker(layer, [shardOf(id)])
          for (let minute = 0; minute < 10; minute++) {
            yield* record(id, 20, null)
            yield* TestClock.adjust("1 minute")
          }
          assert.isAbove(calls.length, 100)
          assert.isAtLeast(lines.length, 2)
          assert.isAtMost(lines.length, 11)
          assert.match(JSON.stringify(lines.at(-1)), /"webhookId":.*"omitted":[1-9]/)
        }).pipe(Effect.provide(Logger.layer([logger])))
      }).pipe(Effect.provide(Memory.layer()))
  )
})
