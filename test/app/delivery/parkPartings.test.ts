import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, Latch } from "effect"
import { DeliverySchedule } from "../../../src/app/delivery/DeliverySchedule.ts"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { parkPartings } from "../../../src/app/delivery/parkPartings.ts"
import { ShardDesk } from "../../../src/app/delivery/ShardDesk.ts"
import type { QueuedDelivery } from "../../../src/domain/Delivery.ts"
import { shardOf } from "../../../src/domain/DeliveryShard.ts"
import { ConversationId, EventId } from "../../../src/domain/Ids.ts"
import { DeliveryQueue } from "../../../src/ports/DeliveryQueue.ts"
import { atOnce, webhookOf } from "./scheduleScene.ts"

const { organizationId } = webhookOf(1, 1)
const conversationId = ConversationId.make("00000000-0000-7000-8000-000000000007")

const nth = (sequence: number): QueuedDelivery => ({
  organizationId,
  event: {
    id: EventId.make(`00000000-0000-7000-8000-00000000010${sequence}`),
    type: "message.sent",
    conversationId,
    sequence,
    occurredAt: DateTime.makeUnsafe("2026-11-20T12:00:00.000Z"),
    dataJson: "{}"
  },
  failures: 0,
  isWaiting: false
})

const desk = () => new ShardDesk(shardOf(organizationId), new DeliverySchedule(atOnce), () => {})

describe("what leaves memory to wait in the store", () => {
  it.effect("gets there in the order in which it left, also when it is told in several parts at once", () =>
    Effect.gen(function* () {
      const shard = desk()
      const parked: Array<number> = []
      const isReached = yield* Latch.make()
      const queue = DeliveryQueue.of({
        ...(yield* DeliveryQueue),
        park: (deliveries) =>
          Effect.andThen(
            deliveries.some(({ event }) => event.sequence === 1) ? isReached.await : Effect.void,
            Effect.sync(() => void parked.push(...deliveries.map(({ event }) => event.sequence)))
          )
      })
      const park = Effect.provideService(parkPartings(shard), DeliveryQueue, queue)
      shard.departures.park(nth(1), null)
      const first = yield* Effect.forkChild(park, { startImmediately: true })
      shard.departures.park(nth(2), null)
      const second = yield* Effect.forkChild(park, { startImmediately: true })
      assert.deepStrictEqual(parked, [])
      yield* isReached.open
      yield* Fiber.join(first)
      yield* Fiber.join(second)
      assert.deepStrictEqual(parked, [1, 2])
      assert.isFalse(shard.hasPartings)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it("is known to a query that begins before it is there, and to none that begins later", () => {
    const { departures } = desk()
    departures.park(nth(1), null)
    const before = departures.beginQuery()
    const partings = departures.take()
    const onTheWay = departures.beginQuery()
    departures.arrived(partings)
    const after = departures.beginQuery()
    assert.deepStrictEqual(
      [before, onTheWay, after].map((query) => [query.has(nth(1).event.id), query.holds(conversationId)]),
      [
        [true, true],
        [true, true],
        [false, false]
      ]
    )
  })

  it("is known to each query that is under way, and to nobody after its end", () => {
    const { departures } = desk()
    const one = departures.beginQuery()
    departures.settle(nth(1).event.id)
    const other = departures.beginQuery()
    departures.hold(conversationId)
    departures.endQuery(one)
    departures.settle(nth(2).event.id)
    const told = [one, other].map((query) => [
      query.has(nth(1).event.id),
      query.has(nth(2).event.id),
      query.holds(conversationId)
    ])
    assert.deepStrictEqual(told, [
      [true, false, true],
      [false, true, true]
    ])
  })
})
