import { Clock, DateTime, Effect, FiberHandle, type Latch } from "effect"
import { setBackSince } from "../../../collections/elapsedMillis.ts"
import { DeliveryQueue, DeliveryTiming } from "../../../ports/webhooks/DeliveryQueue.ts"
import type { Pulse } from "../../../ports/process/WorkerHealth.ts"
import { followSubscriptions } from "./admit.ts"
import type { CheckpointTracker } from "./CheckpointTracker.ts"
import { fanOut } from "./fanOut.ts"
import { nextLaggingAt, readLagging, readShard } from "./readOutbox.ts"
import { flushDeferrals, nextDueAt, pollDeferred, readDue } from "./retryQueue.ts"
import type { ShardState } from "./ShardState.ts"

/**
 * Opens a latch at a time. A time that is later than the one already set changes nothing: the loop that waits for the
 * latch looks for work and waits again. So a wait that ends early cancels no timer, and most waits start none.
 */
export const makeAlarm = Effect.fnUntraced(function* (latch: Latch.Latch) {
  const run = yield* FiberHandle.makeRuntime<never>()
  let opensAt = Number.POSITIVE_INFINITY
  const open = Effect.sync(() => {
    opensAt = Number.POSITIVE_INFINITY
    latch.openUnsafe()
  })
  return {
    /** The latch opens at this time or sooner; both in epoch milliseconds. */
    by: (at: number, now: number): void => {
      if (opensAt <= at) return
      opensAt = at
      run(Effect.andThen(Effect.sleep(at - now), open))
    }
  }
})

type Alarm = Effect.Success<ReturnType<typeof makeAlarm>>

/** How old, in milliseconds, a known subscription may be while there is something to send to it. */
const subscriptionInterval = 1_000

/**
 * How long, in milliseconds, other queries wait after deliveries were read: a query would be asked before the calls are
 * written.
 */
const settleDelay = 2

/** A kind of background work. */
interface Task {
  /** In epoch milliseconds. */
  readonly dueAt: (state: ShardState, now: number) => number
  readonly run: (
    state: ShardState,
    tracker: CheckpointTracker,
    now: number
  ) => Effect.Effect<void, never, DeliveryQueue>
}

const readSubscriptions = Effect.fnUntraced(function* (state: ShardState, now: number) {
  const queue = yield* DeliveryQueue
  const keys = [...state.tenants.keys()]
  const organizationIds = new Set([...state.tenants.values()].map(({ organizationId }) => organizationId))
  state.due.subscriptions = now + subscriptionInterval
  followSubscriptions(state, keys, yield* queue.subscriptions([...organizationIds]))
})

const saveCheckpoint = Effect.fnUntraced(function* (state: ShardState, { checkpoint }: CheckpointTracker, now: number) {
  const queue = yield* DeliveryQueue
  if (state.checkpointSaved(checkpoint, now)) yield* queue.saveCheckpoint(state.shard, checkpoint)
})

const tasks: ReadonlyArray<Task> = [
  {
    dueAt: ({ due, tenants }) => (tenants.size > 0 ? due.subscriptions : Number.POSITIVE_INFINITY),
    run: (state, _, now) => readSubscriptions(state, now)
  },
  { dueAt: nextLaggingAt, run: (state, _, now) => readLagging(state, now) },
  { dueAt: ({ due }) => due.endpoints, run: fanOut },
  { dueAt: ({ due }) => due.deferredPoll, run: (state, _, now) => pollDeferred(state, now) },
  { dueAt: nextDueAt, run: (state) => readDue(state) },
  { dueAt: ({ due }) => due.checkpoint, run: saveCheckpoint }
]

const currentMillis = Effect.map(DateTime.now, ({ epochMilliseconds }) => epochMilliseconds)

/** Waits for a wake-up, or until the next work is due; both in epoch milliseconds. */
const waitUntil = ({ wake }: ShardState, alarm: Alarm, at: number, now: number) => {
  alarm.by(at, now)
  return wake.await
}

/** Whether the outbox may have new deliveries. */
const mayHoldNew = (state: ShardState, now: number): boolean => {
  // Without tenants no subscription needs a refresh: new deliveries are read with theirs.
  if (state.tenants.size === 0) state.due.subscriptions = now + subscriptionInterval
  if (now >= state.due.outboxPoll) state.on("signalled")
  return state.is("unread")
}

/** Reads the outbox, and lets the calls be written that this begins. */
const readNew = Effect.fnUntraced(function* (state: ShardState, tracker: CheckpointTracker, alarm: Alarm) {
  const isFound = yield* readShard(state, tracker)
  if (!isFound || !state.is("caughtUp")) return
  const now = yield* currentMillis
  yield* waitUntil(state, alarm, now + settleDelay, now)
})

/** Runs due tasks, beginning with `first`, until the outbox may have deliveries. Returns the index of the next task. */
const runTasks = Effect.fnUntraced(function* (state: ShardState, tracker: CheckpointTracker, first: number) {
  for (let step = 0; step < tasks.length; step++) {
    const index = (first + step) % tasks.length
    const task = tasks[index]
    const now = yield* currentMillis
    if (task === undefined || task.dueAt(state, now) > now) continue
    yield* task.run(state, tracker, now)
    if (!state.is("caughtUp")) return (index + 1) % tasks.length
  }
  return first
})

/** Waits while nothing is due. */
const idle = Effect.fnUntraced(function* (state: ShardState, alarm: Alarm) {
  const now = yield* currentMillis
  const next = Math.min(state.due.outboxPoll, ...tasks.map(({ dueAt }) => dueAt(state, now)))
  if (next <= now) return yield* Effect.yieldNow
  state.on("nothingDue")
  yield* waitUntil(state, alarm, next, now)
  state.on("woken")
})

/**
 * Consumes an opened shard until it must be reopened. A single loop runs at most one query of the shard at a time. New
 * deliveries are read first, and wait for at most one step of background work. As few steps as possible lie between a
 * wake signal and the query: after a pause, each takes ten times as long as on a busy machine.
 */
export const consumeShard = Effect.fnUntraced(function* (
  state: ShardState,
  tracker: CheckpointTracker,
  pulse: Pulse | null
) {
  const clock = yield* Clock.Clock
  const { pollInterval } = yield* DeliveryTiming
  const isSetBack = setBackSince()
  const alarm = yield* makeAlarm(state.wake)
  let nextTask = 0
  while (state.isRunning) {
    state.wake.closeUnsafe()
    pulse?.run()
    if (state.hasDeferrals) yield* flushDeferrals(state)
    const now = clock.currentTimeMillisUnsafe()
    if (state.isRunning && mayHoldNew(state, now)) {
      state.due.outboxPoll = now + pollInterval
      yield* readNew(state, tracker, alarm)
    }
    if (isSetBack(clock)) state.setBack(clock.currentTimeMillisUnsafe())
    if (state.isRunning) nextTask = yield* runTasks(state, tracker, nextTask)
    pulse?.rest()
    if (state.is("caughtUp")) yield* idle(state, alarm)
    else yield* Effect.yieldNow
  }
}, Effect.scoped)
