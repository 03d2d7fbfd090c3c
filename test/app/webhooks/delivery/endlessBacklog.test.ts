import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { ConversationId, type EventId } from "../../../../src/domain/Ids.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { givenOrganization, uuid } from "../../../../testing/given/given.ts"
import { delivered, record, scene, startWorker, stored } from "./scene.ts"

describe("the backlog of a receiver that is permanently too slow", () => {
  it.effect(
    "is deferred after some time, and is delivered completely and in order",
    () =>
      Effect.gen(function* () {
        const { calls, layer } = yield* scene(() => ({ millis: 1_900, status: 200 }))
        const { id } = yield* givenOrganization({ webhook: {} })
        const conversation = ConversationId.make(yield* uuid)
        const recorded: Array<EventId> = []
        for (let part = 0; part < 125; part++) {
          recorded.push(...(yield* record(id, 179)), ...(yield* record(id, 1, conversation)))
        }
        // It takes 34 deliveries a second at most.
        yield* startWorker(layer, [shardOf(id)])
        yield* TestClock.adjust("9 minutes")
        assert.strictEqual(HashMap.size((yield* stored).deferred), 0)
        yield* TestClock.adjust("100 seconds")
        const { logged, checkpoints, deferred } = yield* stored
        assert.isAbove(HashMap.size(deferred), 0)
        assert.deepStrictEqual([...HashMap.values(checkpoints)].map(Number), [logged])
        yield* TestClock.adjust("5 minutes")
        assert.deepStrictEqual([...delivered(calls)].sort(), [...recorded].sort())
        const ordered = calls.filter(({ delivery }) => delivery.event.conversationId !== null)
        assert.deepStrictEqual(
          ordered.map(({ delivery }) => delivery.event.sequence),
          ordered.map((_, place) => place + 1)
        )
      }).pipe(Effect.provide(Memory.layer())),
    // More deliveries than a receiver takes in ten minutes at its highest limit.
    180_000
  )
})
