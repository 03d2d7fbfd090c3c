import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId, WebhookId } from "../../../../src/domain/Ids.ts"
import { WebhookStore } from "../../../../src/ports/webhooks/WebhookStore.ts"
import { givenOrganization, givenWebhook, uuid } from "../../../../testing/given/given.ts"
import { counted, delivered, quick, type Receiver, record, scene, startWorker, stored } from "./scene.ts"

/** One organization with a conversation, whose receiver takes half a second for each delivery. */
const busy = Effect.fnUntraced(function* (receiver: Receiver = () => ({ millis: 500, status: 200 })) {
  const { calls, layer } = yield* scene(receiver)
  const { id } = yield* givenOrganization({ webhook: {} })
  yield* startWorker(layer, [shardOf(id)])
  return { calls, conversation: ConversationId.make(yield* uuid), id }
})

describe("a subscription that changes while deliveries are in memory", () => {
  it.effect("receives nothing from one second after it is disabled, and everything after it is enabled again", () =>
    Effect.gen(function* () {
      const { calls, conversation, id } = yield* busy()
      const ordered = yield* record(id, 20, conversation)
      const loose = yield* record(id, 230)
      yield* TestClock.adjust("2 seconds")
      yield* givenWebhook(id, { status: "disabled" })
      yield* TestClock.adjust("1 second")
      const before = calls.length
      assert.isBelow(before, 200)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(calls.length, before)
      assert.strictEqual(HashMap.size((yield* stored).deferred), 250 - before)
      yield* givenWebhook(id, { status: "active" })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([...delivered(calls)].sort(), [...ordered, ...loose].sort())
      assert.deepStrictEqual(
        delivered(calls).filter((event) => ordered.includes(event)),
        ordered
      )
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("receives nothing if it was disabled before its filter was read", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => quick)
      const { id } = yield* givenOrganization({ webhook: {} })
      const events = yield* record(id, 300)
      yield* givenWebhook(id, { status: "disabled" })
      const { counts, layer: queue } = yield* counted
      yield* startWorker(Layer.merge(layer, queue), [shardOf(id)])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(calls.length, 0)
      // It is not looked at over and over either.
      assert.isAtMost(counts.due, 2)
      yield* givenWebhook(id, { status: "active" })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([...delivered(calls)].sort(), [...events].sort())
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("receives nothing after it is removed, and neither does its successor", () =>
    Effect.gen(function* () {
      const { calls, conversation, id } = yield* busy()
      yield* record(id, 20, conversation)
      yield* record(id, 40)
      yield* TestClock.adjust("2 seconds")
      yield* (yield* WebhookStore).remove(id)
      yield* TestClock.adjust("1 second")
      const before = calls.length
      yield* givenWebhook(id, { id: WebhookId.make(yield* uuid) })
      const later = yield* record(id, 3, conversation)
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(delivered(calls).slice(before), later)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("has no delivery sent to its successor, even to an immediate one", () =>
    Effect.gen(function* () {
      const { calls, id } = yield* busy()
      yield* record(id, 60)
      yield* TestClock.adjust("1 second")
      yield* (yield* WebhookStore).remove(id)
      const successor = yield* givenWebhook(id, { id: WebhookId.make(yield* uuid) })
      const later = yield* record(id, 3)
      yield* TestClock.adjust("1 hour")
      const toSuccessor = calls.filter(({ delivery }) => delivery.webhook.id === successor.id)
      assert.sameMembers(
        toSuccessor.map(({ delivery }) => delivery.event.id),
        [...later]
      )
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("receives deliveries at its new address within a second", () =>
    Effect.gen(function* () {
      const { calls, id } = yield* busy()
      yield* record(id, 100)
      yield* TestClock.adjust("1 second")
      yield* givenWebhook(id, { url: "https://new.example.com/hook" })
      yield* TestClock.adjust("1 second")
      const before = calls.length
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(calls.length, 100)
      for (const { delivery } of calls.slice(before)) {
        assert.strictEqual(delivery.webhook.url, "https://new.example.com/hook")
      }
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("loses no delivery if it is disabled during an attempt", () =>
    Effect.gen(function* () {
      const { calls, conversation, id } = yield* busy(() => ({ millis: 5_000, status: 200 }))
      const first = yield* record(id, 3, conversation)
      yield* TestClock.adjust("1 second")
      const second = yield* record(id, 2, conversation)
      yield* givenWebhook(id, { status: "disabled" })
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(calls.length, 1)
      yield* givenWebhook(id, { status: "active" })
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(delivered(calls), [...first, ...second])
    }).pipe(Effect.provide(Memory.layer()))
  )
})
