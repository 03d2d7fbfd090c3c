import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, HashMap, Random } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { retryWaits } from "../../../../src/domain/retryWaits.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId } from "../../../../src/domain/Ids.ts"
import { givenOrganization, givenWebhook, uuid } from "../../../../testing/given/given.ts"
import { delivered, quick, record, type Receiver, scene, start, startWorker, stored } from "./scene.ts"

/** One organization whose receiver behaves so, and the worker that delivers to it. */
const one = Effect.fnUntraced(function* (receiver: Receiver) {
  const { calls, layer } = yield* scene(receiver)
  const { id } = yield* givenOrganization({ webhook: {} })
  const begin = startWorker(layer, [shardOf(id)])
  let worker = yield* begin
  return {
    calls,
    id,
    /** So much time passes that nobody has to watch: the worker is stopped, and another one goes on. */
    skip: Effect.fnUntraced(function* (millis: number) {
      yield* worker.stop
      yield* TestClock.adjust(millis)
      worker = yield* begin
      yield* TestClock.adjust(0)
    })
  }
})

describe("a failed attempt", () => {
  it.effect(
    "is retried after its waits (contract: Delivery, retries and giving up), each within 20 %, and the tenth is the last",
    () =>
      Effect.gen(function* () {
        const { calls, id, skip } = yield* one(() => ({ millis: 100, status: 500 }))
        yield* record(id, 1)
        yield* TestClock.adjust("1 second")
        for (const [place, wait] of retryWaits.entries()) {
          assert.strictEqual(calls.length, place + 1)
          const millis = Duration.toMillis(wait)
          if (millis > 60_000) yield* skip(millis * 0.8 - 2_000)
          assert.strictEqual(calls.length, place + 1)
          const { deferred } = yield* stored
          const [due] = [...HashMap.values(deferred)].map(({ dueAt }) => dueAt?.epochMilliseconds ?? 0)
          const left = (due ?? 0) - (yield* DateTime.now).epochMilliseconds
          if (left > 60_000) yield* skip(left - 2_000)
          yield* TestClock.adjust("1 second")
          assert.strictEqual(calls.length, place + 1)
          yield* TestClock.adjust(Math.min(left, 10_000))
          const waited = (calls[place + 1]?.at ?? 0) - (calls[place]?.endedAt ?? 0)
          assert.isAtLeast(waited, millis * 0.8)
          assert.isAtMost(waited, millis * 1.2)
          // The worker looks as soon as it is due.
          assert.strictEqual(calls[place + 1]?.at, (due ?? 0) - start.epochMilliseconds)
        }
        assert.strictEqual(calls.length, retryWaits.length + 1)
        const { deferred, webhooks } = yield* stored
        assert.strictEqual(HashMap.size(deferred), 0)
        assert.deepStrictEqual(
          webhooks.map(({ status }) => status),
          ["active"]
        )
      }).pipe(Effect.provide(Memory.layer()), Random.withSeed(1))
  )

  it.effect("is retried at the time that the receiver requests", () =>
    Effect.gen(function* () {
      const { calls, id } = yield* one((_, before) =>
        before === 0 ? { millis: 0, status: 429, retryAfterMillis: 3_600_000 } : quick
      )
      yield* record(id, 1)
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual(calls.length, 1)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(
        calls.map(({ at }) => at),
        [0, 3_600_000]
      )
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("is the last one after a 410, until the webhook is registered again", () =>
    Effect.gen(function* () {
      let isGone = true
      const { calls, id } = yield* one(() => ({ millis: 50, status: isGone ? 410 : 200 }))
      const events = yield* record(id, 30)
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(calls.length, 1)
      isGone = false
      yield* givenWebhook(id, { status: "active" })
      yield* TestClock.adjust("1 minute")
      assert.sameMembers([...delivered(calls)], events.slice(1))
      assert.strictEqual(calls.length, 30)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("disables a subscription whose deliveries all failed for 5 days", () =>
    Effect.gen(function* () {
      const { calls, id, skip } = yield* one(() => ({ millis: 100, status: 500 }))
      for (let day = 0; day < 6; day++) {
        yield* record(id, 1)
        yield* TestClock.adjust("1 minute")
        yield* skip(86_400_000)
        yield* TestClock.adjust("1 minute")
      }
      const { webhooks } = yield* stored
      assert.deepStrictEqual(
        webhooks.map(({ status }) => status),
        ["disabled"]
      )
      const last = calls.at(-1)?.at ?? 0
      assert.isAtLeast(last, 5 * 86_400_000)
      assert.strictEqual(calls.filter(({ at }) => at >= 5 * 86_400_000).length, 1)
    }).pipe(Effect.provide(Memory.layer()), Random.withSeed(2))
  )

  it.effect("blocks only later deliveries of its conversation, until the fifth failure", () =>
    Effect.gen(function* () {
      const { calls, id } = yield* one(({ event }) => ({
        millis: 10,
        status: event.sequence === 1 ? 500 : 200
      }))
      const conversation = ConversationId.make(yield* uuid)
      const [first, second, third] = yield* record(id, 3, conversation)
      const loose = yield* record(id, 2)
      yield* TestClock.adjust("1 minute")
      assert.sameMembers([...delivered(calls)], loose)
      yield* TestClock.adjust("9 hours")
      assert.deepStrictEqual([...delivered(calls)].slice(2), [second, third])
      const attempts = calls.filter(({ delivery }) => delivery.event.id === first)
      const released = calls.find(({ delivery }) => delivery.event.id === second)
      assert.isAtLeast(released?.at ?? 0, attempts[4]?.endedAt ?? Infinity)
      assert.isAtMost(released?.at ?? 0, (attempts[4]?.endedAt ?? 0) + 1_000)
    }).pipe(Effect.provide(Memory.layer()), Random.withSeed(3))
  )
})
