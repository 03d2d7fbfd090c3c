import { DateTime, Duration, Effect, Exit, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../../../src/adapters/memory/World.ts"
import { deliveryWorker } from "../../../../src/adapters/worker/workers.ts"
import { type Delivery } from "../../../../src/domain/webhooks/Delivery.ts"
import { type DeliveryAnswer, DeliveryRefused } from "../../../../src/domain/webhooks/afterRefusal.ts"
import { retryWaits } from "../../../../src/domain/retryWaits.ts"
import { type DeliveryShard, deliveryShards } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { type ConversationId, EventId, type OrganizationId } from "../../../../src/domain/Ids.ts"
import { DeliveryQueue, ShardAssignment } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { EventLog } from "../../../../src/ports/webhooks/EventLog.ts"
import { WebhookSender } from "../../../../src/ports/webhooks/WebhookStore.ts"
import { uuid } from "../../../../testing/given/given.ts"

export const start = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

/** One call to a receiver, in milliseconds since the start. */
export interface Call {
  readonly delivery: Delivery
  readonly at: number
  /** When it was answered; null while it is not, and when nobody waited for it any more. */
  endedAt: number | null
  isSuccess: boolean
}

/** What a receiver does: how long it takes, and what it answers then. */
export interface Behaviour {
  readonly millis: number
  readonly status: number
  readonly retryAfterMillis?: number
}

export const quick: Behaviour = { millis: 20, status: 204 }

/** The longest first wait of a retry, in milliseconds. */
export const firstWait = 1.2 * Duration.toMillis(retryWaits[0])

/** Answers after the deadline of an attempt, that is, not at all. */
export const blackHole: Behaviour = { millis: 15_000, status: 0 }

/** What a receiver does about a delivery, by how often it was called with it before. */
export type Receiver = (delivery: Delivery, before: number, at: number) => Behaviour

const sinceStart = Effect.map(DateTime.now, (now) => now.epochMilliseconds - start.epochMilliseconds)

/** Receivers that behave so, and what they saw. */
export const makeReceivers = (receiver: Receiver) => {
  const calls: Array<Call> = []
  const before = new Map<string, number>()
  const inFlight = new Map<string, number>()
  const most = { inAll: 0, toOne: 0 }
  let inAll = 0
  const count = (url: string, by: number) => {
    const toOne = (inFlight.get(url) ?? 0) + by
    inFlight.set(url, toOne)
    inAll += by
    most.inAll = Math.max(most.inAll, inAll)
    most.toOne = Math.max(most.toOne, toOne)
  }
  const behave = Effect.fnUntraced(function* (delivery: Delivery, call: Call) {
    const { id } = delivery.event
    const tries = before.get(id) ?? 0
    before.set(id, tries + 1)
    const { millis, retryAfterMillis = null, status } = receiver(delivery, tries, call.at)
    if (millis > 0) yield* Effect.sleep(millis)
    call.endedAt = yield* sinceStart
    if (status >= 200 && status < 300) {
      call.isSuccess = true
      return { status, durationMillis: millis, response: "" } satisfies DeliveryAnswer
    }
    return yield* new DeliveryRefused({
      status: status === 0 ? null : status,
      detail: "no",
      durationMillis: millis,
      response: null,
      retryAfterMillis
    })
  })
  const layer = Layer.succeed(
    WebhookSender,
    WebhookSender.of({
      checkAddress: () => Effect.void,
      send: Effect.fnUntraced(function* (delivery) {
        const call: Call = { delivery, at: yield* sinceStart, endedAt: null, isSuccess: false }
        calls.push(call)
        count(delivery.webhook.url, 1)
        return yield* Effect.ensuring(
          behave(delivery, call),
          Effect.sync(() => count(delivery.webhook.url, -1))
        )
      })
    })
  )
  return { calls, layer, most }
}

/** Runs these shards, all at once. */
export const shardsLayer = (shards: ReadonlyArray<DeliveryShard> = deliveryShards) =>
  Layer.succeed(
    ShardAssignment,
    ShardAssignment.of({
      unowned: Effect.succeed(0),
      run: (runShard) =>
        Effect.forEach(shards, (shard) => Effect.forkScoped(runShard(shard), { startImmediately: true }), {
          discard: true
        })
    })
  )

/** A process that delivers, until it is stopped or the test ends. */
export const startWorker = Effect.fnUntraced(function* <Provided, Needed>(
  outside: Layer.Layer<Provided | WebhookSender, never, Needed>,
  shards?: ReadonlyArray<DeliveryShard>
) {
  const lifetime = yield* Scope.make()
  const stop = Scope.close(lifetime, Exit.void)
  yield* Effect.addFinalizer(() => Effect.forkChild(stop))
  yield* Layer.buildWithScope(deliveryWorker.pipe(Layer.provide([outside, shardsLayer(shards)])), lifetime)
  return { stop }
})

/** The clock at the start, and receivers that behave so. */
export const scene = Effect.fnUntraced(function* (receiver: Receiver) {
  yield* TestClock.setTime(start.epochMilliseconds)
  return makeReceivers(receiver)
})

/** Records so many events of an organization that its subscription wants. */
export const record = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  count: number,
  conversationId: ConversationId | null = null
) {
  const { appendAll } = yield* EventLog
  const occurredAt = yield* DateTime.now
  const ids = yield* Effect.replicateEffect(
    Effect.map(uuid, (id) => EventId.make(id)),
    count
  )
  yield* appendAll(
    organizationId,
    ids.map((id) => ({
      id,
      organizationId,
      conversationId,
      occurredAt,
      type: "webhook.test" as const,
      data: { message: id }
    }))
  )
  return ids
})

/** What of the world a restart finds. */
export const stored = Effect.flatMap(World, ({ state }) => state)

/** The events that a receiver took, each as often as it did. */
export const delivered = (calls: ReadonlyArray<Call>): ReadonlyArray<EventId> =>
  calls.flatMap(({ delivery, isSuccess }) => (isSuccess ? [delivery.event.id] : []))

/** Counts what is asked of the queue. */
export const counted = Effect.gen(function* () {
  const real = yield* DeliveryQueue
  const counts = {
    read: 0,
    readForEndpoints: 0,
    deferForEndpoints: 0,
    deferredOrganizations: 0,
    due: 0,
    subscriptions: 0,
    defer: 0,
    saveCheckpoint: 0
  }
  const layer = Layer.succeed(
    DeliveryQueue,
    DeliveryQueue.of({
      ...real,
      read: (...args) => Effect.suspend(() => ((counts.read += 1), real.read(...args))),
      readForEndpoints: (...args) =>
        Effect.suspend(() => ((counts.readForEndpoints += 1), real.readForEndpoints(...args))),
      deferForEndpoints: (...args) =>
        Effect.suspend(() => ((counts.deferForEndpoints += 1), real.deferForEndpoints(...args))),
      deferredOrganizations: (...args) =>
        Effect.suspend(() => ((counts.deferredOrganizations += 1), real.deferredOrganizations(...args))),
      due: (...args) => Effect.suspend(() => ((counts.due += 1), real.due(...args))),
      subscriptions: (...args) => Effect.suspend(() => ((counts.subscriptions += 1), real.subscriptions(...args))),
      defer: (...args) => Effect.suspend(() => ((counts.defer += 1), real.defer(...args))),
      saveCheckpoint: (...args) => Effect.suspend(() => ((counts.saveCheckpoint += 1), real.saveCheckpoint(...args)))
    })
  )
  return { counts, layer }
})
