import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { Dispatcher } from "../../../../src/app/webhooks/delivery/Dispatcher.ts"
import { readDue } from "../../../../src/app/webhooks/delivery/retryQueue.ts"
import { ShardState } from "../../../../src/app/webhooks/delivery/ShardState.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { DeliveryQueue, OutboxCursor } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { givenOrganization, givenWebhook } from "../../../../testing/given/given.ts"
import { record } from "./scene.ts"
import { atOnce } from "./dispatcherScene.ts"

/** An organization with more deferred deliveries than are read at once, and the state of its shard. */
const scene = Effect.gen(function* () {
  const { id } = yield* givenOrganization({ webhook: {} })
  yield* record(id, 200)
  const queue = yield* DeliveryQueue
  const { deliveries } = yield* queue.read({ _tag: "Organization", organizationId: id }, OutboxCursor.make("0"), 200)
  yield* queue.defer(
    deliveries.map(({ delivery }) => delivery),
    yield* DateTime.now
  )
  const dispatcher = new Dispatcher(atOnce)
  const state = new ShardState(shardOf(id), dispatcher, () => {})
  state.opened(OutboxCursor.make("0"), 0)
  state.readDueAt(id, 0)
  return { state, id, dispatcher }
})

describe("a read of due deliveries", () => {
  it.effect("is followed by another one if more deliveries may be due", () =>
    Effect.gen(function* () {
      const { state, id, dispatcher } = yield* scene
      yield* readDue(state)
      assert.strictEqual(dispatcher.counts.deliveries, 128)
      assert.deepStrictEqual([...state.nextDueAt.keys()], [id])
      yield* readDue(state)
      assert.strictEqual(dispatcher.counts.deliveries, 200)
      assert.deepStrictEqual([...state.nextDueAt.keys()], [])
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("is the last one if the subscription is disabled", () =>
    Effect.gen(function* () {
      const { state, id, dispatcher } = yield* scene
      yield* givenWebhook(id, { status: "disabled" })
      yield* readDue(state)
      assert.strictEqual(dispatcher.counts.deliveries, 0)
      assert.deepStrictEqual([...state.nextDueAt.keys()], [])
    }).pipe(Effect.provide(Memory.layer()))
  )
})
