import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { Dispatcher } from "../../../../src/app/webhooks/delivery/Dispatcher.ts"
import type { Batch } from "../../../../src/app/webhooks/delivery/CheckpointTracker.ts"
import type { ScheduledDelivery } from "../../../../src/app/webhooks/delivery/TenantQueue.ts"
import { ShardState } from "../../../../src/app/webhooks/delivery/ShardState.ts"
import { admitDue, admitRecorded } from "../../../../src/app/webhooks/delivery/admit.ts"
import { type QueuedDelivery } from "../../../../src/domain/webhooks/Delivery.ts"
import { NextStep } from "../../../../src/domain/webhooks/afterRefusal.ts"
import { shardOf } from "../../../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId, EventId } from "../../../../src/domain/Ids.ts"
import { OutboxCursor } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { atOnce, webhookOf } from "./dispatcherScene.ts"

const webhook = { ...webhookOf(1, 1), isSuspended: false }
const { organizationId } = webhook
const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const now = at.epochMilliseconds
const idOf = (count: number): string => `00000000-0000-7000-8000-${String(count).padStart(12, "0")}`

const queued = (sequence: number, changes: Partial<QueuedDelivery> = {}, conversation: number | null = 7) => ({
  organizationId,
  event: {
    id: EventId.make(idOf(sequence)),
    type: "message.sent",
    conversationId: conversation === null ? null : ConversationId.make(idOf(conversation)),
    sequence,
    occurredAt: at,
    dataJson: "{}"
  },
  failures: 0,
  isDeferred: false,
  ...changes
})

/** The state of a shard that was opened at the beginning of its outbox. */
const scene = () => {
  const started: Array<ScheduledDelivery> = []
  const dispatcher = new Dispatcher(atOnce)
  const state = new ShardState(shardOf(organizationId), dispatcher, (one) => started.push(one))
  let tracker = state.opened(OutboxCursor.make("0"), now)
  const subscriptions = new Map([[organizationId, webhook]])
  let removed = state.beginRead()
  return {
    state,
    /** What is admitted from here on was read now. */
    ask: () => {
      removed = state.beginRead()
    },
    dispatcher,
    tracker: () => tracker,
    reopen: () => {
      tracker = state.opened(OutboxCursor.make("0"), now)
      removed = state.beginRead()
    },
    /** Admits deliveries that were read from the outbox, and starts what may be started. */
    read: (...recorded: ReadonlyArray<readonly [QueuedDelivery, isHeld: boolean]>): Batch => {
      const batch = tracker.begin()
      admitRecorded(state, {
        recorded: recorded.map(([delivery, isHeld]) => ({
          delivery,
          isHeld,
          cursor: OutboxCursor.make(String(delivery.event.sequence))
        })),
        from: tracker.cursor,
        batch,
        subscriptions,
        removed,
        defersRest: false
      })
      tracker.cursor = OutboxCursor.make(String(recorded.at(-1)?.[0].event.sequence ?? tracker.cursor))
      dispatcher.startAll()
      return batch
    },
    due: (...deliveries: ReadonlyArray<QueuedDelivery>): boolean => {
      const isLeft = admitDue(state, deliveries, webhook, removed)
      dispatcher.startAll()
      return isLeft
    },
    started: () => started.splice(0),
    settle: (one: ScheduledDelivery, next: "Done" | "Retry" | "GiveUp" = "Done") => {
      const settled = {
        delivery: one.delivery,
        url: webhook.url,
        at,
        status: 200,
        durationMillis: 10,
        response: "",
        detail: "",
        next:
          next === "Done"
            ? ({ _tag: "Done" } as const)
            : next === "GiveUp"
              ? NextStep.cases.GiveUp.make({})
              : NextStep.cases.Retry.make({ dueAt: DateTime.add(at, { seconds: 5 }) }),
        disables: null
      }
      state.answered(one, settled)
      state.completed(one, settled)
    },
    /** The sequences of what is about to be deferred. */
    deferrals: () => state.takeDeferrals().map(({ delivery }) => delivery.event.sequence)
  }
}

const only = (started: ReadonlyArray<ScheduledDelivery>): ScheduledDelivery => {
  const [one, ...others] = started
  if (one === undefined || others.length > 0) throw new Error(`${started.length} were started`)
  return one
}

describe("a delivery that is read from the outbox", () => {
  it("is not admitted twice: not while it is in memory, and not if it left memory during the read", () => {
    const { ask, read, dispatcher, settle, started } = scene()
    const first = queued(1)
    read([first, false])
    const running = only(started())
    ask()
    read([first, false])
    assert.strictEqual(dispatcher.counts.deliveries, 1)
    settle(running)
    read([first, false])
    assert.strictEqual(dispatcher.counts.deliveries, 0)
    // A query that began later would have seen that it was settled.
    ask()
    read([first, false])
    assert.strictEqual(dispatcher.counts.deliveries, 1)
  })

  it("is deferred behind an earlier deferred delivery, even if the read began before that deferral", () => {
    const { ask, deferrals, read, dispatcher, settle, started } = scene()
    read([queued(1), false])
    ask()
    settle(only(started()), "Retry")
    read([queued(2), false], [queued(3, {}, 8), false], [queued(4), false])
    assert.deepStrictEqual(deferrals(), [2, 4])
    assert.strictEqual(dispatcher.counts.deliveries, 1)
    ask()
    read([queued(5), true])
    assert.deepStrictEqual(deferrals(), [5])
  })

  it.each([
    ["was deferred and is done", true, "Done"],
    ["was deferred and is given up", true, "GiveUp"],
    ["is deferred now", false, "Retry"]
  ] as const)("is deferred behind a delivery that %s", (_, isDeferred, next) => {
    const { due, deferrals, read, settle, started } = scene()
    if (isDeferred) due(queued(1, { isDeferred, failures: 5 }))
    else read([queued(1), false])
    const first = only(started())
    read([queued(2), false], [queued(3), false])
    assert.deepStrictEqual(started(), [])
    settle(first, next)
    assert.deepStrictEqual(started(), [])
    // Until they wait the conversation is busy, and later deliveries go with them.
    read([queued(4), false])
    assert.deepStrictEqual(deferrals(), [2, 3, 4])
  })

  it("is deferred behind a completed delivery if another deferred delivery blocks it", () => {
    const { deferrals, read, settle, started } = scene()
    read([queued(1), false], [queued(2), true])
    settle(only(started()))
    assert.deepStrictEqual(started(), [])
    assert.deepStrictEqual(deferrals(), [2])
  })

  it("starts from memory after the earlier delivery is completed", () => {
    const { deferrals, read, settle, started } = scene()
    read([queued(1), false], [queued(2), false])
    settle(only(started()))
    assert.strictEqual(only(started()).delivery.event.sequence, 2)
    assert.deepStrictEqual(deferrals(), [])
  })

  it("is before the checkpoint when its whole batch is completed or deferred", () => {
    const { state, tracker, read, settle, started } = scene()
    const batch = read([queued(1, {}, null), false], [queued(2, {}, null), true])
    batch.release()
    const other = read([queued(3, {}, 8), false])
    other.release()
    assert.strictEqual(tracker().checkpoint, "0")
    state.deferred(state.takeDeferrals(), now)
    assert.strictEqual(tracker().checkpoint, "0")
    const [first, ...others] = started()
    for (const one of others) settle(one)
    if (first !== undefined) settle(first)
    for (const one of started()) settle(one)
    assert.strictEqual(tracker().checkpoint, "3")
  })

  it("belongs to the new batch if the shard is opened again during its attempt", () => {
    const { tracker, read, reopen, dispatcher, settle, started } = scene()
    read([queued(1), false], [queued(2), false]).release()
    const first = only(started())
    reopen()
    assert.strictEqual(dispatcher.counts.deliveries, 1)
    read([queued(1), false]).release()
    assert.deepStrictEqual(started(), [])
    assert.strictEqual(tracker().checkpoint, "0")
    settle(first)
    assert.strictEqual(tracker().checkpoint, "1")
    read([queued(2), false]).release()
    assert.strictEqual(only(started()).delivery.event.sequence, 2)
  })
})

describe("a deferred delivery", () => {
  it("is due as soon as it is stored", () => {
    const { state, read } = scene()
    read([queued(1), true])
    state.deferred(state.takeDeferrals(), now)
    assert.strictEqual(state.nextDueAt.get(organizationId), now)
  })

  it("may be a later delivery of a conversation whose tenant is paused", () => {
    const { state, deferrals, read, dispatcher, settle, started } = scene()
    read([queued(1), false], [queued(2), false])
    dispatcher.pause(state.open(webhook))
    settle(only(started()))
    assert.deepStrictEqual(deferrals(), [2])
  })
})

describe("a due delivery", () => {
  it("is not admitted while it is in memory, or if it left memory during the read", () => {
    const { ask, due, dispatcher, settle, started } = scene()
    const first = queued(1, { isDeferred: true, failures: 1 })
    assert.isFalse(due(first))
    const running = only(started())
    ask()
    assert.isFalse(due(first))
    settle(running, "Retry")
    assert.isFalse(due(first))
    assert.strictEqual(dispatcher.counts.deliveries, 0)
  })

  it("is skipped while its conversation is in flight, or if another delivery of it was deferred during the read", () => {
    const { ask, due, read, dispatcher, settle, started } = scene()
    const late = queued(1, { isDeferred: true, failures: 5 })
    read([queued(2), false])
    ask()
    assert.isTrue(due(late))
    settle(only(started()), "Retry")
    assert.isTrue(due(late))
    assert.strictEqual(dispatcher.counts.deliveries, 0)
    ask()
    assert.isFalse(due(late))
    assert.strictEqual(only(started()).delivery.event.sequence, 1)
  })

  it("is read when a retry is due, and at once if no earlier delivery blocks it", () => {
    const { state, due, settle, started } = scene()
    due(queued(1, { isDeferred: true, failures: 1 }))
    settle(only(started()), "Retry")
    assert.strictEqual(state.nextDueAt.get(organizationId), now + 5_000)
    due(queued(2, { isDeferred: true, failures: 4 }, 8))
    settle(only(started()), "Retry")
    assert.strictEqual(state.nextDueAt.get(organizationId), now)
  })
})
