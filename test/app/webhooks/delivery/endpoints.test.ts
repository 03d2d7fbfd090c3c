import { assert, describe, it } from "@effect/vitest"
import { Array, DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { DeliveryShard } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId, EventId } from "../../../../src/domain/Ids.ts"
import { everyEvent } from "../../../../src/domain/webhooks/WebhookEndpoint.ts"
import { WebhookStore } from "../../../../src/ports/webhooks/WebhookStore.ts"
import { EventLog } from "../../../../src/ports/webhooks/EventLog.ts"
import { givenEndpoint } from "../../../../testing/given/givenEndpoint.ts"
import { talkEvent } from "../../../../testing/given/givenEvents.ts"
import { givenOrganization, uuid } from "../../../../testing/given/given.ts"
import { blackHole, type Call, counted, delivered, quick, record, scene, start, startWorker } from "./scene.ts"

const shard = DeliveryShard.make(5)
const deadUrl = "https://dead.example.com/hook"
const liveUrl = "https://live.example.com/hook"
const firstUrl = "https://first.example.com/hook"

const callsTo = (calls: ReadonlyArray<Call>, url: string) =>
  calls.filter(({ delivery }) => delivery.webhook.url === url)

/** An organization with a webhook and endpoints, and a function that records messages of a conversation. */
const given = Effect.gen(function* () {
  const { id } = yield* givenOrganization({ webhook: { url: firstUrl }, shard })
  const dead = yield* givenEndpoint(id, start, { url: deadUrl })
  const live = yield* givenEndpoint(id, start, { url: liveUrl })
  const conversation = ConversationId.make(yield* uuid)
  const say = Effect.fnUntraced(function* (count: number) {
    const { appendAll } = yield* EventLog
    const now = yield* DateTime.now
    const events = Array.makeBy(count, () => talkEvent(id, conversation, now))
    yield* appendAll(id, events)
    return events.map((event) => EventId.make(event.id))
  })
  return { id, dead, live, say }
})

describe("deliveries to endpoints", () => {
  it.effect("a dead endpoint delays neither the webhook nor another endpoint, and each gets the order", () =>
    Effect.gen(function* () {
      let isDead = true
      const { calls, layer } = yield* scene(({ webhook }) => (webhook.url === deadUrl && isDead ? blackHole : quick))
      const { say } = yield* given
      yield* startWorker(layer, [shard])
      const early = yield* say(20)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(delivered(callsTo(calls, firstUrl)), early)
      assert.deepStrictEqual(delivered(callsTo(calls, liveUrl)), early)
      assert.deepStrictEqual(delivered(callsTo(calls, deadUrl)), [])
      isDead = false
      const late = yield* say(5)
      yield* TestClock.adjust("3 hours")
      for (const url of [firstUrl, liveUrl, deadUrl]) {
        assert.deepStrictEqual(delivered(callsTo(calls, url)), [...early, ...late])
      }
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("a process that takes over continues after the events that were read, and repeats none", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => quick)
      const { say } = yield* given
      const first = yield* startWorker(layer, [shard])
      const early = yield* say(3)
      yield* TestClock.adjust("1 minute")
      yield* first.stop
      const late = yield* say(3)
      yield* startWorker(layer, [shard])
      yield* TestClock.adjust("1 minute")
      for (const url of [firstUrl, liveUrl, deadUrl]) {
        assert.deepStrictEqual(delivered(callsTo(calls, url)), [...early, ...late])
      }
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("an endpoint gets the events that pass its filter only, and a disabled one gets none", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => quick)
      const { dead, live, say } = yield* given
      const { save } = yield* WebhookStore
      yield* save({ ...live, endpoint: { ...live.endpoint, filter: { ...everyEvent, channels: ["messenger"] } } })
      yield* save({ ...dead, status: "disabled" })
      yield* startWorker(layer, [shard])
      const events = yield* say(3)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(delivered(callsTo(calls, firstUrl)), events)
      assert.deepStrictEqual([...callsTo(calls, liveUrl), ...callsTo(calls, deadUrl)], [])
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("without an endpoint in the shard, nothing is read for endpoints", () =>
    Effect.gen(function* () {
      const { calls, layer } = yield* scene(() => quick)
      const { id } = yield* givenOrganization({ webhook: { url: firstUrl }, shard })
      const { counts, layer: queue } = yield* counted
      yield* startWorker(Layer.merge(layer, queue), [shard])
      const events = yield* record(id, 20)
      yield* TestClock.adjust("1 minute")
      assert.sameMembers([...delivered(calls)], [...events])
      assert.deepStrictEqual([counts.readForEndpoints, counts.deferForEndpoints, counts.defer], [0, 0, 0])
      // The shard reports an endpoint from the next read of its outbox on.
      yield* givenEndpoint(id, start, { url: liveUrl, events: ["contact.created"] })
      yield* record(id, 1)
      yield* TestClock.adjust("1 minute")
      assert.isAbove(counts.readForEndpoints, 0)
      assert.strictEqual(counts.deferForEndpoints, 0)
    }).pipe(Effect.provide(Memory.layer()))
  )
})
