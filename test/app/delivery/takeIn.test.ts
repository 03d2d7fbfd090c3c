import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { DeliverySchedule } from "../../../src/app/delivery/DeliverySchedule.ts"
import type { Slice } from "../../../src/app/delivery/LogProgress.ts"
import type { ScheduledDelivery } from "../../../src/app/delivery/ScheduledDelivery.ts"
import { ShardDesk } from "../../../src/app/delivery/ShardDesk.ts"
import { takeDue, takeRecorded } from "../../../src/app/delivery/takeIn.ts"
import { NextStep, type QueuedDelivery } from "../../../src/domain/Delivery.ts"
import { shardOf } from "../../../src/domain/DeliveryShard.ts"
import { ConversationId, EventId } from "../../../src/domain/Ids.ts"
import { LogPlace } from "../../../src/ports/DeliveryQueue.ts"
import { atOnce, webhookOf } from "./scheduleScene.ts"

const webhook = webhookOf(1, 1)
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
  isWaiting: false,
  ...changes
})

/** The desk of a shard that was opened at the beginning of its log. */
const scene = () => {
  const started: Array<ScheduledDelivery> = []
  const schedule = new DeliverySchedule(atOnce)
  const desk = new ShardDesk(shardOf(organizationId), schedule, (one) => started.push(one))
  let progress = desk.clear(LogPlace.make("0"))
  const subscriptions = new Map([[organizationId, webhook]])
  let departures = desk.departures.beginQuery()
  return {
    desk,
    /** What is taken in from here on was asked for now. */
    ask: () => {
      desk.departures.endQuery(departures)
      departures = desk.departures.beginQuery()
    },
    schedule,
    progress: () => progress,
    reopen: () => {
      progress = desk.clear(LogPlace.make("0"))
      departures = desk.departures.beginQuery()
    },
    /** Takes in what was read from the log; starts what may be started. */
    read: (...recorded: ReadonlyArray<readonly [QueuedDelivery, isHeld: boolean]>): Slice => {
      const slice = progress.begin()
      takeRecorded(desk, {
        recorded: recorded.map(([delivery, isHeld]) => ({
          delivery,
          isHeld,
          place: LogPlace.make(String(delivery.event.sequence))
        })),
        from: progress.place,
        slice,
        subscriptions,
        departures,
        parksRest: false
      })
      progress.place = LogPlace.make(String(recorded.at(-1)?.[0].event.sequence ?? progress.place))
      schedule.startAll()
      return slice
    },
    due: (...deliveries: ReadonlyArray<QueuedDelivery>): boolean => {
      const isLeft = takeDue(desk, deliveries, subscriptions, departures)
      schedule.startAll()
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
      desk.answered(one, settled)
      desk.settled(one, settled)
    },
    /** What is about to wait, by sequence. */
    partings: () => desk.takePartings().map(({ delivery }) => delivery.event.sequence)
  }
}

const only = (started: ReadonlyArray<ScheduledDelivery>): ScheduledDelivery => {
  const [one, ...others] = started
  if (one === undefined || others.length > 0) throw new Error(`${started.length} were started`)
  return one
}

describe("what is read from the log", () => {
  it("is not taken in twice, while it is in memory or when it left since the query began", () => {
    const { ask, read, schedule, settle, started } = scene()
    const first = queued(1)
    read([first, false])
    const running = only(started())
    ask()
    read([first, false])
    assert.strictEqual(schedule.counts.deliveries, 1)
    settle(running)
    read([first, false])
    assert.strictEqual(schedule.counts.deliveries, 0)
    // A query that began later would have seen that it was settled.
    ask()
    read([first, false])
    assert.strictEqual(schedule.counts.deliveries, 1)
  })

  it("has to wait where an earlier one does, also when the query could not see that yet", () => {
    const { ask, partings, read, schedule, settle, started } = scene()
    read([queued(1), false])
    ask()
    settle(only(started()), "Retry")
    read([queued(2), false], [queued(3, {}, 8), false], [queued(4), false])
    assert.deepStrictEqual(partings(), [2, 4])
    assert.strictEqual(schedule.counts.deliveries, 1)
    ask()
    read([queued(5), true])
    assert.deepStrictEqual(partings(), [5])
  })

  it.each([
    ["was waiting and is done", true, "Done"],
    ["was waiting and is given up", true, "GiveUp"],
    ["waits now", false, "Retry"]
  ] as const)("has to wait behind one that %s", (_, isWaiting, next) => {
    const { due, partings, read, settle, started } = scene()
    if (isWaiting) due(queued(1, { isWaiting, failures: 5 }))
    else read([queued(1), false])
    const first = only(started())
    read([queued(2), false], [queued(3), false])
    assert.deepStrictEqual(started(), [])
    settle(first, next)
    assert.deepStrictEqual(started(), [])
    // Until they wait the conversation is busy, and whoever comes goes with them.
    read([queued(4), false])
    assert.deepStrictEqual(partings(), [2, 3, 4])
  })

  it("has to wait behind one that is done when something else holds it back", () => {
    const { partings, read, settle, started } = scene()
    read([queued(1), false], [queued(2), true])
    settle(only(started()))
    assert.deepStrictEqual(started(), [])
    assert.deepStrictEqual(partings(), [2])
  })

  it("goes on from memory behind one that is done", () => {
    const { partings, read, settle, started } = scene()
    read([queued(1), false], [queued(2), false])
    settle(only(started()))
    assert.strictEqual(only(started()).delivery.event.sequence, 2)
    assert.deepStrictEqual(partings(), [])
  })

  it("is settled when all of it is, or waits", () => {
    const { desk, progress, read, settle, started } = scene()
    const slice = read([queued(1, {}, null), false], [queued(2, {}, null), true])
    slice.release()
    const other = read([queued(3, {}, 8), false])
    other.release()
    assert.strictEqual(progress().settled, "0")
    desk.parked(desk.takePartings(), now)
    assert.strictEqual(progress().settled, "0")
    const [first, ...others] = started()
    for (const one of others) settle(one)
    if (first !== undefined) settle(first)
    for (const one of started()) settle(one)
    assert.strictEqual(progress().settled, "3")
  })

  it("belongs to the new reading when the shard is opened anew in the middle of an attempt", () => {
    const { progress, read, reopen, schedule, settle, started } = scene()
    read([queued(1), false], [queued(2), false]).release()
    const first = only(started())
    reopen()
    assert.strictEqual(schedule.counts.deliveries, 1)
    read([queued(1), false]).release()
    assert.deepStrictEqual(started(), [])
    assert.strictEqual(progress().settled, "0")
    settle(first)
    assert.strictEqual(progress().settled, "1")
    read([queued(2), false]).release()
    assert.strictEqual(only(started()).delivery.event.sequence, 2)
  })
})

describe("what is to wait", () => {
  it("is looked for as soon as it does", () => {
    const { desk, read } = scene()
    read([queued(1), true])
    desk.parked(desk.takePartings(), now)
    assert.strictEqual(desk.looks.get(organizationId), now)
  })

  it("is what follows in a conversation when nothing may be sent to the receiver any more", () => {
    const { desk, partings, read, schedule, settle, started } = scene()
    read([queued(1), false], [queued(2), false])
    schedule.pause(desk.open(webhook))
    settle(only(started()))
    assert.deepStrictEqual(partings(), [2])
  })
})

describe("what is due", () => {
  it("is not taken in while it is in memory, or when it left since the query began", () => {
    const { ask, due, schedule, settle, started } = scene()
    const first = queued(1, { isWaiting: true, failures: 1 })
    assert.isFalse(due(first))
    const running = only(started())
    ask()
    assert.isFalse(due(first))
    settle(running, "Retry")
    assert.isFalse(due(first))
    assert.strictEqual(schedule.counts.deliveries, 0)
  })

  it("is left for the next look while its conversation is busy, or when something of it waits since", () => {
    const { ask, due, read, schedule, settle, started } = scene()
    const late = queued(1, { isWaiting: true, failures: 5 })
    read([queued(2), false])
    ask()
    assert.isTrue(due(late))
    settle(only(started()), "Retry")
    assert.isTrue(due(late))
    assert.strictEqual(schedule.counts.deliveries, 0)
    ask()
    assert.isFalse(due(late))
    assert.strictEqual(only(started()).delivery.event.sequence, 1)
  })

  it("is looked for when a retry of ours is due, and at once when something was let go", () => {
    const { desk, due, settle, started } = scene()
    due(queued(1, { isWaiting: true, failures: 1 }))
    settle(only(started()), "Retry")
    assert.strictEqual(desk.looks.get(organizationId), now + 5_000)
    due(queued(2, { isWaiting: true, failures: 4 }, 8))
    settle(only(started()), "Retry")
    assert.strictEqual(desk.looks.get(organizationId), now)
  })
})
