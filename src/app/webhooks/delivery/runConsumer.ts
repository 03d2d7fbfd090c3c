import { Clock, DateTime, Duration, Effect, FiberSet, Latch, Option, Schema, Semaphore } from "effect"
import type { ConsumerFilter, ConsumerName } from "../../../domain/webhooks/EventConsumer.ts"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { type Pulse, WorkerHealth } from "../../../ports/process/WorkerHealth.ts"
import type { OutboxCursor } from "../../../ports/webhooks/DeliveryQueue.ts"
import { DeliveryTiming } from "../../../ports/webhooks/DeliveryQueue.ts"
import { EventConsumers } from "../../../ports/webhooks/EventConsumers.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"
import { Meter } from "../../../telemetry/Meter.ts"
import { metrics } from "../../../telemetry/metrics.ts"
import { type ConsumerItem, ConsumerQueue } from "./ConsumerQueue.ts"
import { type EventHandler, handleEvent } from "./handleEvent.ts"

/** How long a consumer belongs to a process that has not renewed its lease. */
export const leaseTime = Duration.seconds(15)

/** How often the lease is renewed, in milliseconds. */
export const leaseInterval = 5_000

/** How often another process tries to get the lease. */
const standbyInterval = "2 seconds"

/** A process that cannot renew its lease for this time, in milliseconds, stops handling events: the lease ends soon. */
const leaseMargin = 12_000

/** Pause before a failed consumer starts again. */
const recovery = "1 second"

/** Recorded events that are read at once. */
const readLimit = 256

/** Time in milliseconds before due events are read again that were due before. */
const duePause = 1_000

/** Time in milliseconds after which a cursor without handled events is saved. */
const idleSave = 60_000

/** The handler of a consumer, and how it is called. */
export interface Consumer {
  readonly name: ConsumerName
  readonly handler: EventHandler
  readonly filter: ConsumerFilter
  /** Most events that are handled at the same time, of different conversations. */
  readonly concurrency: number
  readonly timeout: Duration.Duration
}

/** State of a consumer while this process owns it. */
interface Owned {
  readonly consumer: Consumer
  readonly owner: string
  readonly queue: ConsumerQueue
  readonly wake: Latch.Latch
  /** Runs the writes of the consumer one after the other. */
  readonly inTurn: <A>(write: Effect.Effect<A>) => Effect.Effect<A>
  cursor: OutboxCursor
  /** When the log is read next without a wake signal, in epoch milliseconds. */
  pollAt: number
  /** When due events are read next, in epoch milliseconds. */
  dueAt: number
  /** Whether an event may have become due since they were read. */
  mayBeDue: boolean
  savedAt: number
  /** Whether the log may have new events. */
  isUnread: boolean
  /** Whether events ended since the cursor was saved. */
  isDirty: boolean
}

/** The consumer belongs to another process, or was removed. */
class LeaseLost extends Schema.TaggedError<LeaseLost>()("LeaseLost", {}) {}

const flush = Effect.fnUntraced(function* ({ consumer, inTurn, queue }: Owned) {
  const { defer } = yield* EventConsumers
  const now = yield* DateTime.now
  const items = queue.takeDeferrals()
  yield* inTurn(
    defer(
      consumer.name,
      items.map(({ delivery }) => delivery),
      now
    )
  )
  queue.deferred(items)
})

const readNew = Effect.fnUntraced(function* (owned: Owned) {
  const { consumer, queue } = owned
  const { read } = yield* EventConsumers
  owned.isUnread = false
  queue.beginRead()
  const batch = yield* read(consumer.name, consumer.filter, owned.cursor, Math.min(readLimit, queue.room))
  owned.cursor = batch.cursor
  if (batch.hasMore) owned.isUnread = true
  if (batch.events.length > 0) owned.isDirty = true
  queue.admitNew(batch)
})

const readDue = Effect.fnUntraced(function* (owned: Owned, pollInterval: number) {
  const { consumer, queue } = owned
  const { due, nextDue } = yield* EventConsumers
  const now = yield* DateTime.now
  owned.mayBeDue = false
  queue.beginRead()
  // A deferred event in memory is still due in the store.
  const deliveries = yield* due(consumer.name, now, Math.min(readLimit, queue.room) + queue.deferredItems)
  queue.admitDue(deliveries)
  const next = Option.match(yield* nextDue(consumer.name), {
    onNone: () => Number.POSITIVE_INFINITY,
    onSome: (at) => at.epochMilliseconds
  })
  const millis = now.epochMilliseconds
  owned.dueAt = Math.max(Math.min(next, millis + pollInterval), millis + duePause)
})

/** Saves the cursor once events before it have ended. Fails if another process owns the consumer. */
const save = Effect.fnUntraced(function* (owned: Owned, now: number) {
  if (!owned.isDirty && now < owned.savedAt + idleSave) return
  const cursor = owned.queue.takeCheckpoint()
  if (cursor === null) return
  owned.isDirty = false
  owned.savedAt = now
  const isSaved = yield* (yield* EventConsumers).save(owned.consumer.name, owned.owner, cursor)
  if (!isSaved) return yield* new LeaseLost()
})

/** Waits for a wake signal, a due time, or the next poll. */
const idle = ({ dueAt, pollAt, queue, wake }: Owned, now: number) => {
  // Without room, due events wait until one in memory ends.
  const until = queue.room === 0 ? pollAt : Math.min(dueAt, pollAt)
  return Number.isFinite(until) ? Effect.raceFirst(wake.await, Effect.sleep(Math.max(0, until - now))) : wake.await
}

/** Reads and handles events until it is interrupted. */
const consume = Effect.fnUntraced(function* (owned: Owned, pulse: Pulse | null) {
  const { queue, wake } = owned
  const { pollInterval } = yield* DeliveryTiming
  const clock = yield* Clock.Clock
  while (true) {
    wake.closeUnsafe()
    pulse?.run()
    if (queue.hasDeferrals) {
      yield* flush(owned)
      owned.mayBeDue = true
    }
    const now = clock.currentTimeMillisUnsafe()
    // A clock that was set back must not stop the polls.
    if (now >= owned.pollAt || owned.pollAt > now + pollInterval) {
      owned.isUnread = true
      owned.pollAt = now + pollInterval
    }
    if (owned.isUnread && queue.room > 0) yield* readNew(owned)
    const isDue = owned.mayBeDue || now >= owned.dueAt || owned.dueAt > now + pollInterval
    if (isDue && queue.room > 0 && !queue.hasDeferrals) yield* readDue(owned, pollInterval)
    yield* save(owned, clock.currentTimeMillisUnsafe())
    pulse?.rest()
    const isBusy = queue.hasDeferrals || (owned.isUnread && queue.room > 0)
    yield* isBusy ? Effect.yieldNow : idle(owned, clock.currentTimeMillisUnsafe())
  }
})

/** Renews the lease. Fails when another process has it, or when it cannot be renewed in time. */
const renew = Effect.fnUntraced(function* ({ consumer, owner }: Owned) {
  const { claim } = yield* EventConsumers
  const clock = yield* Clock.Clock
  let renewedAt = clock.currentTimeMillisUnsafe()
  while (true) {
    yield* Effect.sleep(leaseInterval)
    const began = clock.currentTimeMillisUnsafe()
    const claimed = yield* claim(consumer.name, owner, leaseTime).pipe(
      Effect.timeoutOption(leaseMargin - leaseInterval),
      Effect.map(Option.getOrElse(() => null)),
      Effect.catchCause((cause) =>
        Effect.as(
          logFailure({ level: "Warn", text: "the lease of a consumer was not renewed", subject: consumer.name }, cause),
          null
        )
      )
    )
    if (claimed !== null && Option.isNone(claimed)) return yield* new LeaseLost()
    if (claimed !== null) renewedAt = began
    if (clock.currentTimeMillisUnsafe() - renewedAt >= leaseMargin) return yield* new LeaseLost()
  }
})

/** Handles events from the cursor on, until the lease ends. At the end, running handlers get time to finish. */
const runOwned = Effect.fnUntraced(function* (consumer: Consumer, owner: string, cursor: OutboxCursor) {
  const consumers = yield* EventConsumers
  const { observe } = yield* Meter
  const health = yield* WorkerHealth
  const clock = yield* Clock.Clock
  const { shutdownPatience } = yield* DeliveryTiming
  const { name } = consumer
  const pulse = health === null ? null : yield* health.watch(`consumer ${name}`)
  const running = yield* FiberSet.make()
  const run = yield* FiberSet.runtime(running)()
  const slots = yield* Semaphore.make(consumer.concurrency)
  const turn = yield* Semaphore.make(1)
  const wake = yield* Latch.make()
  let isEnding = false
  const inTurn: Owned["inTurn"] = (write) => turn.withPermit(write)
  const handling = { ...consumer, consumers, inTurn }

  const complete = (item: ConsumerItem, holds: boolean): void => {
    owned.isDirty = true
    // The next event of its conversation may be due now.
    if (holds || item.delivery.isDeferred) owned.mayBeDue = true
    owned.queue.complete(item, holds)
    wake.openUnsafe()
  }
  const start = (item: ConsumerItem): void => {
    if (isEnding) return
    run(
      slots
        .withPermit(Effect.suspend(() => (isEnding ? Effect.interrupt : handleEvent(handling, item.delivery))))
        .pipe(Effect.tap((holds) => Effect.sync(() => complete(item, holds))))
    )
  }
  const owned: Owned = {
    consumer,
    owner,
    queue: new ConsumerQueue(consumer.concurrency, start),
    wake,
    inTurn,
    cursor,
    pollAt: 0,
    dueAt: 0,
    mayBeDue: true,
    savedAt: clock.currentTimeMillisUnsafe(),
    isUnread: true,
    isDirty: false
  }
  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      isEnding = true
      yield* Effect.timeoutOption(FiberSet.awaitEmpty(running), shutdownPatience)
      const checkpoint = owned.queue.takeCheckpoint()
      if (checkpoint !== null) yield* consumers.save(name, owner, checkpoint)
      yield* consumers.release(name, owner)
    }).pipe(
      Effect.catchCause((cause) =>
        logFailure({ level: "Error", text: "a consumer was released without its cursor", subject: name }, cause)
      )
    )
  )
  yield* observe(metrics.consumerLag, { consumer: name }, () => {
    const { oldestAt } = owned.queue
    return oldestAt === null ? 0 : Math.max(0, clock.currentTimeMillisUnsafe() - oldestAt.epochMilliseconds) / 1_000
  })
  yield* consumers.listen(() => {
    owned.isUnread = true
    wake.openUnsafe()
  })
  yield* consumers.repair(name, yield* DateTime.now)
  return yield* Effect.raceFirst(consume(owned, pulse), renew(owned))
}, Effect.scoped)

/**
 * Handles the events of a consumer for as long as it runs, while no other process does. Another process takes over when
 * this one ends, after a crash once the lease is over.
 */
export const runConsumer = Effect.fnUntraced(function* (consumer: Consumer) {
  const consumers = yield* EventConsumers
  const owner = yield* (yield* IdSource).uuid
  const { name } = consumer
  const pass = Effect.gen(function* () {
    const cursor = yield* consumers.claim(name, owner, leaseTime)
    if (Option.isNone(cursor)) return yield* Effect.sleep(standbyInterval)
    yield* runOwned(consumer, owner, cursor.value).pipe(
      Effect.catchTag("LeaseLost", () =>
        Effect.logWarning("another process handles the events of a consumer", { consumer: name })
      )
    )
  })
  return yield* pass.pipe(
    Effect.catchCause((cause) =>
      logFailure({ level: "Error", text: "a consumer of events failed", subject: name }, { consumer: name }, cause)
    ),
    Effect.andThen(Effect.sleep(recovery)),
    Effect.forever
  )
})
