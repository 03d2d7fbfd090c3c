import { DateTime, Effect } from "effect"
import { type EventId, WebhookId } from "../../../../../src/domain/Ids.ts"
import type { QueuedDelivery } from "../../../../../src/domain/webhooks/Delivery.ts"
import type { DeliveryStatus } from "../../../../../src/domain/webhooks/DeliveryRecord.ts"
import { webhookTest } from "../../../../../src/domain/webhooks/Event.ts"
import { DeliveryQueue } from "../../../../../src/ports/webhooks/DeliveryQueue.ts"
import { EventLog } from "../../../../../src/ports/webhooks/EventLog.ts"
import { DeliveryHistory, WebhookStore } from "../../../../../src/ports/webhooks/WebhookStore.ts"
import { seconds } from "../../../../given/era.ts"
import { uuid } from "../../../../given/given.ts"
import { givenEndpoint } from "../../../../given/givenEndpoint.ts"
import { attempted, eventIdAt, recordsOf } from "../../../../given/givenEvents.ts"
import { dueOf, idsOf } from "../../../../given/seen.ts"
import { assert } from "../../../assert.ts"
import type { StorePorts } from "../../../StorePorts.ts"
import type { Tests } from "../../../Suite.ts"
import { givenTalker, someConversation } from "./scene.ts"

const everything = { status: null, type: null, since: null }

/** Deliveries to an endpoint, beside those to the one webhook (contract: Order and retries of endpoints). */
export const endpoints = (it: Tests<StorePorts>) => {
  const given = Effect.fnUntraced(function* (count: number, options: Parameters<typeof givenTalker>[0] = {}) {
    const queue = yield* DeliveryQueue
    const talker = yield* givenTalker(options)
    const { at, id: organizationId, shard } = talker
    const endpoint = yield* givenEndpoint(organizationId, at)
    const conversationId = yield* someConversation
    const events = yield* talker.say(conversationId, count)
    /** All events for endpoints of the organization; the shard may have others. */
    const read = Effect.fnUntraced(function* () {
      const batch = yield* queue.readForEndpoints(shard, null, 1_000)
      return { ...batch, events: batch.events.filter(({ delivery }) => delivery.organizationId === organizationId) }
    })
    const toEndpoint = (deliveries: ReadonlyArray<QueuedDelivery>) =>
      deliveries.map((delivery): QueuedDelivery => ({ ...delivery, endpointId: endpoint.id }))
    const fanOut = Effect.fnUntraced(function* () {
      const { cursor, events } = yield* read()
      const deliveries = toEndpoint(
        events.flatMap(({ delivery, endpointIds }) => (endpointIds.length > 0 ? [delivery] : []))
      )
      yield* queue.deferForEndpoints(shard, deliveries, cursor, at)
      return deliveries
    })
    const due = (later: number) => queue.due(organizationId, seconds(at, later), 100, endpoint.id)
    return { ...talker, queue, endpoint, conversationId, events, read, fanOut, due }
  })

  it.effect("endpoints: events name the active endpoints that subscribe to their type", () =>
    Effect.gen(function* () {
      const { at, endpoint, events, id, read } = yield* given(2)
      const other = yield* givenEndpoint(id, at, { events: ["contact.created"] })
      const disabled = yield* givenEndpoint(id, at, { status: "disabled" })
      const batch = yield* read()
      assert.deepStrictEqual(
        batch.events.map(({ delivery, endpointIds }) => [delivery.event.id, endpointIds]),
        events.map((event) => [event.id, [endpoint.id]])
      )
      const found = batch.subscriptions.filter(({ organizationId }) => organizationId === id)
      assert.includeMembers(
        found.map((webhook) => webhook.id),
        [endpoint.id, other.id, disabled.id]
      )
      assert.deepStrictEqual(
        found.find((webhook) => webhook.id === endpoint.id),
        { ...endpoint, isSuspended: false }
      )
    })
  )

  it.effect("endpoints: without an endpoint, no event is read for endpoints, and the shard says so", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { id, say, shard } = yield* givenTalker()
      yield* say(yield* someConversation, 2)
      const batch = yield* queue.readForEndpoints(shard, null, 1_000)
      assert.isFalse(batch.events.some(({ delivery }) => delivery.organizationId === id))
      const read = yield* queue.read(
        { _tag: "Organization", organizationId: id },
        yield* queue.open(shard, yield* DateTime.now),
        10
      )
      assert.isFalse(read.hasEndpoints)
      assert.strictEqual(read.deliveries.length, 2)
    })
  )

  it.effect("endpoints: a shard with an active endpoint says so when its outbox is read", () =>
    Effect.gen(function* () {
      const { queue, shard } = yield* given(1)
      const cursor = yield* queue.open(shard, yield* DateTime.now)
      const batch = yield* queue.read({ _tag: "Shard", shard, except: [] }, cursor, 10)
      assert.isTrue(batch.hasEndpoints)
    })
  )

  it.effect("endpoints: each event becomes one delivery to an endpoint, in the order of its conversation", () =>
    Effect.gen(function* () {
      const { due, events, fanOut, id, read } = yield* given(3)
      const deliveries = yield* fanOut()
      assert.deepStrictEqual(
        deliveries.map(({ event }) => event.id),
        events.map((event) => event.id)
      )
      assert.deepStrictEqual(idsOf(yield* due(0)), idsOf(deliveries.slice(0, 1)))
      // The cursor is saved with them.
      assert.deepStrictEqual((yield* read()).events, [])
      // The outbox of the one webhook is as it was.
      assert.strictEqual(
        (yield* recordsOf(id)).every(({ attempts }) => attempts.length === 0),
        true
      )
      assert.deepStrictEqual(yield* dueOf(id, DateTime.makeUnsafe("4250-01-01T00:00:00.000Z")), [])
    })
  )

  it.effect("endpoints: a success makes the next delivery of the conversation to this endpoint due", () =>
    Effect.gen(function* () {
      const { at, due, endpoint, events, fanOut, id, queue } = yield* given(3)
      const [first, second] = yield* fanOut()
      if (first === undefined || second === undefined) return yield* Effect.die("not recorded")
      const [delivery] = yield* due(0)
      assert.strictEqual(delivery?.endpointId, endpoint.id)
      if (delivery === undefined) return
      yield* queue.recordAttempt(attempted(delivery, { _tag: "Done" }, { at, url: endpoint.url }))
      assert.deepStrictEqual(idsOf(yield* due(0)), idsOf([second]))
      const history = yield* DeliveryHistory
      const { rows } = yield* history.list(id, everything, { page: 1, limit: 10 }, endpoint.id)
      assert.deepStrictEqual(
        rows.map(({ eventId, status }) => [eventId, status]),
        events
          .map((event, index): [EventId, DeliveryStatus] => [event.id, index === 0 ? "delivered" : "pending"])
          .toReversed()
      )
      // The one webhook has made no attempt.
      assert.deepStrictEqual(
        (yield* recordsOf(id)).map(({ status }) => status),
        ["pending", "pending", "pending"]
      )
    })
  )

  it.effect("endpoints: a failing endpoint blocks its own conversations only", () =>
    Effect.gen(function* () {
      const { at, due, endpoint, fanOut, id, queue, shard } = yield* given(2)
      const other = yield* givenEndpoint(id, at)
      const [first] = yield* fanOut()
      if (first === undefined) return yield* Effect.die("not recorded")
      const failure = { at, url: endpoint.url }
      const delivery = { ...first, isDeferred: true }
      yield* queue.recordAttempt(attempted(delivery, { _tag: "Retry", dueAt: seconds(at, 60) }, failure))
      assert.deepStrictEqual(idsOf(yield* due(59)), [])
      assert.deepStrictEqual(idsOf(yield* due(60)), idsOf([first]))
      const toOther = { ...first, endpointId: other.id }
      yield* queue.deferForEndpoints(shard, [toOther], (yield* queue.readForEndpoints(shard, null, 1_000)).cursor, at)
      assert.deepStrictEqual(idsOf(yield* queue.due(id, at, 10, other.id)), idsOf([first]))
      const store = yield* WebhookStore
      const found = yield* store.endpoints(id)
      assert.deepStrictEqual(
        found.map((one) => [one.id, one.failingSince]).toSorted(),
        [
          [endpoint.id, at],
          [other.id, null]
        ].toSorted()
      )
      const deferred = (yield* queue.deferredOrganizations(shard)).filter(({ organizationId }) => organizationId === id)
      assert.deepStrictEqual(
        deferred.map(({ endpointId }) => endpointId).toSorted(),
        [endpoint.id, other.id].toSorted()
      )
    })
  )

  it.effect(
    "endpoints: a 410 disables the endpoint with its reason, and neither the one webhook nor other endpoints",
    () =>
      Effect.gen(function* () {
        const { at, endpoint, fanOut, id, queue } = yield* given(1)
        const other = yield* givenEndpoint(id, at)
        const [first] = yield* fanOut()
        if (first === undefined) return yield* Effect.die("not recorded")
        const outcome = { at, url: endpoint.url, disables: "gone" as const }
        yield* queue.recordAttempt(attempted({ ...first, isDeferred: true }, { _tag: "GiveUp" }, outcome))
        const store = yield* WebhookStore
        const found = new Map((yield* store.endpoints(id)).map((one) => [one.id, one]))
        assert.strictEqual(found.get(endpoint.id)?.status, "disabled")
        assert.strictEqual(found.get(endpoint.id)?.endpoint.disabledReason, "gone")
        assert.strictEqual(found.get(other.id)?.status, "active")
        assert.strictEqual(
          (yield* store.find(id)).pipe((webhook) => webhook._tag),
          "Some"
        )
      })
  )

  it.effect("endpoints: an attempt that was recorded keeps its event from being read for that endpoint again", () =>
    Effect.gen(function* () {
      const { at, endpoint, queue, read } = yield* given(1)
      const [event] = (yield* read()).events
      if (event === undefined) return yield* Effect.die("not recorded")
      const delivery = { ...event.delivery, endpointId: endpoint.id }
      yield* queue.recordAttempt(attempted(delivery, { _tag: "Done" }, { at, url: endpoint.url }))
      assert.deepStrictEqual(
        (yield* read()).events.map(({ endpointIds }) => endpointIds),
        [[]]
      )
    })
  )

  it.effect("endpoints: a test names its endpoint, and reaches neither the one webhook nor other endpoints", () =>
    Effect.gen(function* () {
      const { at, endpoint, id, read } = yield* given(0)
      yield* givenEndpoint(id, at, { events: ["message.sent"] })
      const { append } = yield* EventLog
      const tested = webhookTest(eventIdAt(at), id, at, endpoint.id)
      yield* append(tested)
      const first = webhookTest(eventIdAt(at), id, at)
      yield* append(first)
      assert.deepStrictEqual(
        (yield* read()).events.map(({ delivery, endpointIds }) => [delivery.event.id, endpointIds]),
        [[tested.id, [endpoint.id]]]
      )
      assert.deepStrictEqual(
        (yield* recordsOf(id)).map(({ eventId }) => eventId),
        [first.id]
      )
    })
  )

  it.effect("endpoints: a removed endpoint takes its pending deliveries with it, and leaves those of others", () =>
    Effect.gen(function* () {
      const { due, endpoint, fanOut, id } = yield* given(2)
      yield* fanOut()
      const store = yield* WebhookStore
      assert.isTrue(yield* store.remove(id, endpoint.id))
      assert.isFalse(yield* store.remove(id, endpoint.id))
      assert.deepStrictEqual(yield* due(60), [])
      assert.deepStrictEqual(yield* store.endpoints(id), [])
      assert.strictEqual((yield* store.find(id))._tag, "Some")
      assert.strictEqual((yield* recordsOf(id)).length, 2)
    })
  )

  it.effect("endpoints: a replay makes a delivery to the endpoint due, and none to the one webhook", () =>
    Effect.gen(function* () {
      const { at, due, endpoint, fanOut, id, queue } = yield* given(1)
      const [first] = yield* fanOut()
      if (first === undefined) return yield* Effect.die("not recorded")
      const delivered = attempted({ ...first, isDeferred: true }, { _tag: "Done" }, { at, url: endpoint.url })
      yield* queue.recordAttempt(delivered)
      const history = yield* DeliveryHistory
      assert.isTrue(yield* history.replay(id, first.event.id, seconds(at, 5), endpoint.id))
      assert.deepStrictEqual(idsOf(yield* due(5)), idsOf([first]))
      assert.deepStrictEqual(yield* dueOf(id, seconds(at, 600)), [])
      const body = yield* history.body(id, first.event.id, endpoint.id)
      assert.include(body._tag === "Some" ? body.value : "", `"webhook_id":"${endpoint.id}"`)
      const stranger = WebhookId.make(yield* uuid)
      assert.isFalse(yield* history.replay(id, first.event.id, at, stranger))
      const range = { since: at, until: null, status: null }
      const count = yield* history.replayRange(id, range, 10, at, endpoint.id)
      assert.deepStrictEqual(count._tag === "Some" ? count.value : null, 1)
    })
  )

  it.effect("endpoints: an organization with endpoints alone has its conversations numbered", () =>
    Effect.gen(function* () {
      const { id, read } = yield* given(2)
      yield* (yield* WebhookStore).remove(id)
      assert.deepStrictEqual(
        (yield* read()).events.map(({ delivery }) => delivery.event.sequence),
        [1, 2]
      )
    })
  )
}
