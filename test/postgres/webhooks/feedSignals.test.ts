import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Queue } from "effect"
import { TestClock } from "effect/testing"
import * as RandomIds from "../../../src/adapters/identity/RandomIds.ts"
import * as FeedSignals from "../../../src/adapters/postgres/webhooks/FeedSignals.ts"
import { WakeChannel } from "../../../src/adapters/postgres/database/WakeChannel.ts"
import { DeliveryShard } from "../../../src/domain/webhooks/DeliveryShard.ts"
import { OrganizationId } from "../../../src/domain/Ids.ts"
import { channelInMemory } from "./channelInMemory.ts"

const organizationIn = (shard: number) =>
  OrganizationId.make(`01890000-0000-7000-8000-00000000000${shard.toString(16)}`)

/** Two processes on one channel, and what is sent over it. */
const scene = Effect.gen(function* () {
  const { channel, sent } = yield* channelInMemory
  const process = Effect.map(
    Layer.build(
      Layer.fresh(FeedSignals.layer).pipe(Layer.provide([Layer.succeed(WakeChannel, channel), RandomIds.layer]))
    ),
    (context) => Context.get(context, FeedSignals.FeedSignals)
  )
  return { here: yield* process, there: yield* process, sent }
})

describe("signals of recorded events", () => {
  it.effect("are sent to other processes only while those follow feeds, by shard and combined", () =>
    Effect.gen(function* () {
      const { here, sent, there } = yield* scene
      yield* there.signal([organizationIn(1)])
      assert.strictEqual(Queue.sizeUnsafe(sent), 0)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const next = yield* here.listen
          yield* TestClock.adjust("1 millis")
          assert.isTrue((yield* Queue.take(sent)).isWatching)
          const waiting = yield* Effect.forkChild(next, { startImmediately: true })
          yield* there.signal([organizationIn(1), organizationIn(2)])
          yield* there.signal([organizationIn(3)])
          const mayHaveEvents = yield* Fiber.join(waiting)
          assert.deepStrictEqual(
            [1, 2, 4].map((shard) => mayHaveEvents(organizationIn(shard))),
            [true, true, false]
          )
          yield* TestClock.adjust("10 millis")
          const messages = yield* Queue.takeAll(sent)
          assert.deepStrictEqual(
            messages.flatMap(({ recorded = [] }) => recorded).toSorted((one, other) => one - other),
            [1, 2, 3].map((shard) => DeliveryShard.make(shard))
          )
          yield* TestClock.adjust(2 * FeedSignals.announceMillis)
          yield* Queue.takeAll(sent)
          yield* there.signal([organizationIn(5)])
          yield* TestClock.adjust("10 millis")
          assert.deepStrictEqual((yield* Queue.take(sent)).recorded, [DeliveryShard.make(5)])
        })
      )
      yield* TestClock.adjust(4 * FeedSignals.announceMillis)
      yield* there.signal([organizationIn(1)])
      yield* TestClock.adjust("10 millis")
      assert.strictEqual(Queue.sizeUnsafe(sent), 0)
    }).pipe(Effect.scoped)
  )
})
