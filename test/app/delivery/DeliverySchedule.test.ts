import { assert, describe, it } from "@effect/vitest"
import { DeliverySchedule } from "../../../src/app/delivery/DeliverySchedule.ts"
import type { Lane } from "../../../src/app/delivery/Lane.ts"
import { maxPerLane, maxPerSlowLane } from "../../../src/app/delivery/Lane.ts"
import { maxRemembered } from "../../../src/app/delivery/Receivers.ts"
import { type Ending, firstWindow, quickWindow, slowWindow } from "../../../src/app/delivery/ReceiverWindow.ts"
import { maxInFlight, maxDoubtfulInFlight } from "../../../src/app/delivery/Rounds.ts"
import type { ScheduledDelivery } from "../../../src/app/delivery/ScheduledDelivery.ts"
import { endings, scheduleScene, webhookOf } from "./scheduleScene.ts"

describe("the schedule of deliveries", () => {
  it("lets organizations take turns, one delivery each", () => {
    const { add, finish, lane: open, schedule } = scheduleScene()
    for (const organization of [1, 2, 3]) {
      add(open(organization))
      const first = schedule.next()
      if (first !== null) finish(first)
    }
    const lanes = [1, 2, 3].map((organization) => open(organization))
    for (const lane of lanes) for (let one = 0; one < 3; one++) add(lane)
    const turns = Array.from({ length: 9 }, () => schedule.next()?.lane.webhook.url)
    const round = lanes.map(({ webhook }) => webhook.url)
    assert.deepStrictEqual(turns, [...round, ...round, ...round])
    assert.isNull(schedule.next())
  })

  it("lets those with one receiver take turns too, when it takes one at a time", () => {
    const { add, finish, lane: open, schedule } = scheduleScene()
    const lanes = [1, 2, 3].map((organization) => open(organization, 0))
    for (const lane of lanes) for (let one = 0; one < 8; one++) add(lane)
    for (let failure = 0; failure < 3; failure++) {
      const one = schedule.next()
      if (one !== null) finish(one, endings.slow)
    }
    const turns: Array<Lane> = []
    for (let one = schedule.next(); one !== null; one = schedule.next()) {
      turns.push(one.lane)
      assert.strictEqual(schedule.counts.inFlight, 1)
      finish(one, endings.slow)
    }
    assert.strictEqual(turns.length, 21)
    assert.sameMembers(turns.slice(0, 3), lanes)
    for (const [place, lane] of turns.entries()) assert.isTrue(lane === turns[place % 3])
  })

  it("gives a receiver more with each quick success, up to its limit, and half with each other end", () => {
    const { add, finish, lane: open, startAll } = scheduleScene()
    const lane = open(1)
    for (let one = 0; one < 300; one++) add(lane)
    const [probe, ...none] = startAll()
    assert.deepStrictEqual(none, [])
    if (probe !== undefined) finish(probe)
    let running = [...startAll()]
    assert.strictEqual(running.length, firstWindow)
    /** One of them ends; gives how many there are then. */
    const next = (ending: Ending) => {
      const [first, ...others] = running
      if (first !== undefined) finish(first, ending)
      running = [...others, ...startAll()]
      return running.length
    }
    for (let size = firstWindow + 1; size <= quickWindow; size++) assert.strictEqual(next(endings.quick), size)
    assert.strictEqual(next(endings.quick), quickWindow)
    for (const size of [8, 4, 2, 1, 1]) {
      next(endings.slow)
      assert.strictEqual(lane.receiver.size, size)
    }
    for (const one of running.splice(1)) finish(one, endings.slow)
    assert.strictEqual(startAll().length, 0)
    for (const one of running) finish(one)
    assert.strictEqual(lane.receiver.size, 2)
    assert.isTrue(lane.receiver.isSlow)
    const [again] = startAll()
    if (again !== undefined) finish(again)
    assert.strictEqual(lane.receiver.size, slowWindow + 1)
    assert.isFalse(lane.receiver.isSlow)
  })

  it("keeps half of the pool free of receivers that are slow, or may be, and uses all of it", () => {
    const { add, finish, lane: open, schedule, startAll } = scheduleScene()
    for (let quick = 1_001; quick <= 1_100; quick++) {
      add(open(quick))
      const first = schedule.next()
      if (first !== null) finish(first)
    }
    for (let slow = 1; slow <= 400; slow++) {
      // Found out one by one, so that the pool is not full of those that nothing is known of.
      add(open(slow))
      const first = schedule.next()
      if (first !== null) finish(first, endings.slow)
    }
    for (let slow = 1; slow <= 400; slow++) {
      const lane = open(slow)
      for (let one = 0; one < 3; one++) add(lane)
    }
    const slow = startAll()
    assert.strictEqual(slow.length, maxDoubtfulInFlight)
    assert.isTrue(slow.every(({ receiver }) => receiver?.isSlow))
    // Those that may be slow wait too, and those that are known not to be do not.
    add(open(2_000))
    assert.strictEqual(startAll().length, 0)
    for (let quick = 1_001; quick <= 1_100; quick++) {
      const lane = open(quick)
      for (let one = 0; one < 3; one++) add(lane)
    }
    const quick = startAll()
    assert.strictEqual(quick.length, maxInFlight - maxDoubtfulInFlight)
    assert.isFalse(quick.some(({ receiver }) => receiver?.isSlow))
    assert.isNull(schedule.next())
    // Both kinds go on when some of theirs end.
    for (const one of [...slow.slice(0, 5), ...quick.slice(0, 5)])
      finish(one, one.receiver?.isSlow === true ? endings.slow : endings.quick)
    const next = startAll()
    assert.strictEqual(next.length, 10)
    assert.strictEqual(next.filter(({ receiver }) => receiver?.isSlow).length, 5)
  })

  it("starts any number of calls that end at once", () => {
    const tasks: Array<() => void> = []
    const schedule = new DeliverySchedule((task) => tasks.push(task))
    let ended = 0
    const start = (one: ScheduledDelivery) => {
      schedule.answered(one, endings.quick)
      schedule.settled(one, false)
      ended += 1
      schedule.startSoon()
    }
    const { queued } = scheduleScene()
    const lane = schedule.open(webhookOf(1, 1), { start })
    for (let one = 0; one < 15_000; one++) schedule.add(queued(lane.organizationId), lane, null)
    schedule.startAll()
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task()
    assert.strictEqual(ended, 15_000)
  })

  it("starts what there is room for once, for all answers that came together", () => {
    const tasks: Array<() => void> = []
    const schedule = new DeliverySchedule((task) => tasks.push(task))
    const started: Array<ScheduledDelivery> = []
    const { queued } = scheduleScene()
    const lane = schedule.open(webhookOf(1, 1), { start: (one) => started.push(one) })
    for (let one = 0; one < 20; one++) schedule.add(queued(lane.organizationId), lane, null)
    const answerAll = () => {
      for (const one of started.splice(0)) {
        schedule.answered(one, endings.quick)
        schedule.settled(one, false)
        schedule.startSoon()
      }
    }
    schedule.startAll()
    answerAll()
    assert.deepStrictEqual([started.length, tasks.length], [0, 1])
    tasks.shift()?.()
    assert.strictEqual(started.length, firstWindow)
    answerAll()
    assert.deepStrictEqual([started.length, tasks.length], [0, 1])
    tasks.shift()?.()
    assert.strictEqual(started.length, 2 * firstWindow)
  })

  it("lets slow receivers and the others take turns", () => {
    const { add, finish, lane: open, schedule } = scheduleScene()
    for (const [organization, ending] of [
      [1, endings.quick],
      [2, endings.slow],
      [3, endings.slow]
    ] as const) {
      add(open(organization))
      const first = schedule.next()
      if (first !== null) finish(first, ending)
    }
    for (let one = 0; one < 2; one++) for (const organization of [1, 2, 3]) add(open(organization))
    const turns = Array.from({ length: 4 }, () => schedule.next()?.receiver?.isSlow)
    assert.isTrue(turns[0] !== turns[1] && turns[1] !== turns[2] && turns[2] !== turns[3])
  })

  it("has no place in the pool until it is recorded what became of a delivery, and one at the receiver before", () => {
    const { add, lane: open, schedule, startAll } = scheduleScene()
    const lane = open(1)
    for (let one = 0; one < 20; one++) add(lane)
    const [first] = startAll()
    if (first === undefined) return assert.fail("nothing started")
    schedule.answered(first, endings.quick)
    assert.strictEqual(startAll().length, firstWindow)
    assert.strictEqual(schedule.counts.inFlight, firstWindow + 1)
    schedule.settled(first, false)
    assert.strictEqual(startAll().length, 0)
    assert.strictEqual(schedule.counts.inFlight, firstWindow)
  })

  it("gives back what follows in a conversation when it has to park", () => {
    const { add, finish, lane: open, schedule, startAll } = scheduleScene()
    const lane = open(1)
    const [first, second, third] = [add(lane, 7), add(lane, 7), add(lane, 7)]
    assert.deepStrictEqual(startAll(), [first])
    const chain = finish(first, endings.quick, true)
    assert.deepStrictEqual(startAll(), [])
    const fourth = add(lane, 7)
    assert.deepStrictEqual(startAll(), [])
    if (chain === null) return assert.fail("no chain")
    assert.deepStrictEqual(schedule.dissolve(lane, chain), [second, third, fourth])
    assert.strictEqual(schedule.counts.lanes, 0)
    assert.isUndefined(schedule.find(second.delivery.event.id))
  })

  it("keeps what is lost from being overtaken", () => {
    const { add, lane: open, schedule, startAll } = scheduleScene()
    const lane = open(1)
    const [first, second] = [add(lane, 7), add(lane, 7)]
    startAll()
    schedule.lost(first)
    assert.deepStrictEqual(startAll(), [])
    assert.isFalse(lane.receiver.isKnown)
    assert.deepStrictEqual(schedule.empty(lane), [second])
    assert.deepStrictEqual(schedule.counts, { deliveries: 0, inFlight: 0, doubtfulInFlight: 0, lanes: 0, receivers: 0 })
  })

  it("empties a lane in the order of its conversations, but for what is being attempted", () => {
    const { add, finish, lane: open, schedule } = scheduleScene()
    const lane = open(1)
    const running = add(lane, 1)
    schedule.next()
    const [a1, b1, a2, none, b2, follower] = [
      add(lane, 2),
      add(lane, 3),
      add(lane, 2),
      add(lane),
      add(lane, 3),
      add(lane, 1)
    ]
    assert.deepStrictEqual(schedule.empty(lane), [a1, a2, b1, b2, none, follower])
    assert.isNull(schedule.next())
    assert.strictEqual(lane.size, 1)
    finish(running)
    assert.strictEqual(schedule.counts.lanes, 0)
  })

  it("starts nothing of a lane that is paused", () => {
    const { add, lane: open, schedule, startAll } = scheduleScene()
    const [lane, other] = [open(1, 0), open(2, 0)]
    for (let one = 0; one < 5; one++) {
      add(lane)
      add(other)
    }
    schedule.pause(lane)
    assert.deepStrictEqual([...new Set(startAll().map((one) => one.lane))], [other])
    schedule.resume(lane)
    assert.strictEqual(startAll().length, 0)
  })

  it("goes where the subscription goes, and leaves what is being attempted to where it went", () => {
    const { add, finish, lane: open, schedule, startAll } = scheduleScene()
    const lane = open(1)
    for (let one = 0; one < 12; one++) add(lane)
    const old = startAll()
    schedule.redirect(lane, webhookOf(1, 9))
    const young = startAll()
    assert.strictEqual(young.length, 1)
    assert.isTrue(young.every(({ receiver }) => receiver?.origin === "https://9.example.com"))
    for (const one of old) finish(one, endings.slow)
    assert.isFalse(lane.receiver.isKnown)
    for (const one of young) finish(one)
    for (const one of startAll()) finish(one)
    // Each receiver is remembered by what was learnt of it.
    assert.strictEqual(open(2, 1).receiver.size, 1)
    assert.strictEqual(open(3, 9).receiver.size, 2 * firstWindow)
  })

  it("has less room where the receiver is slow", () => {
    const { add, finish, lane: open, schedule } = scheduleScene()
    const lane = open(1)
    for (let one = 0; one < maxPerLane; one++) {
      assert.isTrue(schedule.hasRoom(lane))
      add(lane)
    }
    assert.isFalse(schedule.hasRoom(lane))
    for (let end = 0; end < maxPerLane - maxPerSlowLane + 1; end++) {
      const one = schedule.next()
      if (one !== null) finish(one, endings.slow)
    }
    assert.strictEqual(lane.size, maxPerSlowLane - 1)
    assert.isTrue(schedule.hasRoom(lane))
    add(lane)
    assert.isFalse(schedule.hasRoom(lane))
  })

  it("remembers only so many receivers that nothing goes to", () => {
    const { add, finish, lane: open, schedule } = scheduleScene()
    for (let organization = 1; organization <= maxRemembered + 50; organization++) {
      add(open(organization))
      const one = schedule.next()
      if (one !== null) finish(one, endings.slow)
    }
    assert.strictEqual(schedule.counts.receivers, maxRemembered)
    assert.isTrue(open(maxRemembered + 50).receiver.isKnown)
    assert.isFalse(open(1).receiver.isKnown)
  })
})
