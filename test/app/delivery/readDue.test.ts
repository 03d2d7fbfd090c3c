import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { DeliverySchedule } from "../../../src/app/delivery/DeliverySchedule.ts"
import { readDue } from "../../../src/app/delivery/readDue.ts"
import { ShardDesk } from "../../../src/app/delivery/ShardDesk.ts"
import { shardOf } from "../../../src/domain/DeliveryShard.ts"
import { DeliveryQueue, LogPlace } from "../../../src/ports/DeliveryQueue.ts"
import { givenOrganization, givenWebhook } from "../../support/given.ts"
import { record } from "./scene.ts"
import { atOnce } from "./scheduleScene.ts"

/** An organization of which more waits than is fetched at once, and the desk of its shard. */
const scene = Effect.gen(function* () {
  const { id } = yield* givenOrganization({ webhook: {} })
  yield* record(id, 200)
  const queue = yield* DeliveryQueue
  const { deliveries } = yield* queue.read({ _tag: "Organization", organizationId: id }, LogPlace.make("0"), 200)
  yield* queue.park(
    deliveries.map(({ delivery }) => delivery),
    yield* DateTime.now
  )
  const schedule = new DeliverySchedule(atOnce)
  const desk = new ShardDesk(shardOf(id), schedule, () => {})
  desk.clear(LogPlace.make("0"))
  return { desk, id, schedule }
})

describe("a look at what is due", () => {
  it.effect("is followed by another one when there may be more", () =>
    Effect.gen(function* () {
      const { desk, id, schedule } = yield* scene
      yield* readDue(desk, [id])
      assert.strictEqual(schedule.counts.deliveries, 128)
      assert.deepStrictEqual([...desk.looks.keys()], [id])
      yield* readDue(desk, [id])
      assert.strictEqual(schedule.counts.deliveries, 200)
      assert.deepStrictEqual([...desk.looks.keys()], [])
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("is the last one while nothing may be sent", () =>
    Effect.gen(function* () {
      const { desk, id, schedule } = yield* scene
      yield* givenWebhook(id, { status: "disabled" })
      yield* readDue(desk, [id])
      assert.strictEqual(schedule.counts.deliveries, 0)
      assert.deepStrictEqual([...desk.looks.keys()], [])
    }).pipe(Effect.provide(Memory.layer()))
  )
})
