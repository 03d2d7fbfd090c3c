import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, HashMap, Random } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { retryWaits } from "../../../../src/domain/retryWaits.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId, type EventId } from "../../../../src/domain/Ids.ts"
import { givenOrganization, uuid } from "../../../../testing/given/given.ts"
import { makeDice } from "./dice.ts"
import { blackHole, delivered, quick, record, scene, startWorker, stored } from "./scene.ts"
import { cases } from "../../../support/effort.ts"

const day = 86_400_000

/** Bursts of 5 events in an hour. */
const bursts = cases(3, 8)

/** The longest wait of a delivery in milliseconds, with its spread. */
const longestWait = 1.2 * Math.max(...retryWaits.map((wait) => Duration.toMillis(wait)))

describe("a receiver that is unavailable for a day while events arrive", () => {
  it.effect(
    "receives every event afterwards, once, in the order of each conversation",
    () =>
      Effect.gen(function* () {
        const dice = makeDice(7)
        const { calls, layer } = yield* scene((_, __, at) =>
          at >= day ? quick : dice.chance(0.5) ? { millis: 5, status: 503 } : blackHole
        )
        const { id } = yield* givenOrganization({ webhook: {} })
        const conversations = yield* Effect.replicateEffect(
          Effect.map(uuid, (one) => ConversationId.make(one)),
          40
        )
        const worker = yield* startWorker(layer, [shardOf(id)])
        const committed: Array<EventId> = []
        for (let hour = 0; hour < 24; hour++) {
          for (let burst = 0; burst < bursts; burst++) {
            const conversation = dice.chance(0.2) ? null : (conversations[dice.below(40)] ?? null)
            committed.push(...(yield* record(id, 5, conversation)))
          }
          yield* TestClock.adjust("1 hour")
        }
        assert.deepStrictEqual(delivered(calls), [])
        const deferred = HashMap.size((yield* stored).deferred)
        assert.isAtLeast(deferred, committed.length - 16, "the waits of `retryWaits` reach beyond a day")
        // New deliveries are made at once, and failed ones after the longest wait, which no worker watches pass.
        yield* TestClock.adjust("10 minutes")
        yield* worker.stop
        yield* TestClock.adjust(longestWait)
        yield* startWorker(layer, [shardOf(id)])
        yield* TestClock.adjust("10 minutes")
        const received = delivered(calls)
        assert.strictEqual(committed.length, 24 * bursts * 5)
        assert.deepStrictEqual([...received].sort(), [...committed].sort())
        assert.strictEqual(HashMap.size((yield* stored).deferred), 0)
        const places = new Map<string, number>()
        for (const { delivery, isSuccess } of calls) {
          const { conversationId, sequence } = delivery.event
          if (!isSuccess || conversationId === null || delivery.failures >= 5) continue
          assert.isAbove(sequence, places.get(conversationId) ?? 0)
          places.set(conversationId, sequence)
        }
      }).pipe(Effect.provide(Memory.layer()), Random.withSeed(7)),
    120_000
  )
})
