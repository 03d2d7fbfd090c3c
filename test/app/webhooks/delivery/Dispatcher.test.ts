import { assert, describe, it } from "@effect/vitest"
import { Dispatcher } from "../../../../src/app/webhooks/delivery/Dispatcher.ts"
import {
  maxPerSlowTenant,
  maxPerTenant,
  type ScheduledDelivery,
  type TenantQueue
} from "../../../../src/app/webhooks/delivery/TenantQueue.ts"
import { maxRemembered } from "../../../../src/app/webhooks/delivery/Receivers.ts"
import {
  type CallResult,
  firstLimit,
  maxLimit,
  probationLimit
} from "../../../../src/app/webhooks/delivery/ConcurrencyLimiter.ts"
import { maxInFlight, maxProbationInFlight } from "../../../../src/app/webhooks/delivery/RoundRobin.ts"
import { endings, dispatcherScene, webhookOf } from "./dispatcherScene.ts"

describe("the dispatcher of deliveries", () => {
  it("starts deliveries of organizations in turns, one delivery each", () => {
    const { add, finish, tenant: open, dispatcher } = dispatcherScene()
    for (const organization of [1, 2, 3]) {
      add(open(organization))
      const first = dispatcher.next()
      if (first !== null) finish(first)
    }
    const tenants = [1, 2, 3].map((organization) => open(organization))
    for (const tenant of tenants) for (let one = 0; one < 3; one++) add(tenant)
    const turns = Array.from({ length: 9 }, () => dispatcher.next()?.tenant.webhook.url)
    const round = tenants.map(({ webhook }) => webhook.url)
    assert.deepStrictEqual(turns, [...round, ...round, ...round])
    assert.isNull(dispatcher.next())
  })

  it("starts deliveries of organizations in turns if they share a receiver with one call at a time", () => {
    const { add, finish, tenant: open, dispatcher } = dispatcherScene()
    const tenants = [1, 2, 3].map((organization) => open(organization, 0))
    for (const tenant of tenants) for (let one = 0; one < 8; one++) add(tenant)
    for (let failure = 0; failure < 3; failure++) {
      const one = dispatcher.next()
      if (one !== null) finish(one, endings.slow)
    }
    const turns: Array<TenantQueue> = []
    for (let one = dispatcher.next(); one !== null; one = dispatcher.next()) {
      turns.push(one.tenant)
      assert.strictEqual(dispatcher.counts.inFlight, 1)
      finish(one, endings.slow)
    }
    assert.strictEqual(turns.length, 21)
    assert.sameMembers(turns.slice(0, 3), tenants)
    for (const [place, tenant] of turns.entries()) assert.isTrue(tenant === turns[place % 3])
  })

  it("raises the limit of a receiver with each fast success, up to its maximum, and halves it with any other result", () => {
    const { add, finish, tenant: open, startAll } = dispatcherScene()
    const tenant = open(1)
    for (let one = 0; one < 300; one++) add(tenant)
    const [probe, ...none] = startAll()
    assert.deepStrictEqual(none, [])
    if (probe !== undefined) finish(probe)
    let running = [...startAll()]
    assert.strictEqual(running.length, firstLimit)
    /** One of them ends; gives how many there are then. */
    const next = (ending: CallResult) => {
      const [first, ...others] = running
      if (first !== undefined) finish(first, ending)
      running = [...others, ...startAll()]
      return running.length
    }
    for (let size = firstLimit + 1; size <= maxLimit; size++) assert.strictEqual(next(endings.quick), size)
    assert.strictEqual(next(endings.quick), maxLimit)
    for (const size of [32, 16, 8, 4, 2, 1, 1]) {
      next(endings.slow)
      assert.strictEqual(tenant.receiver.limiter.limit, size)
    }
    for (const one of running.splice(1)) finish(one, endings.slow)
    assert.strictEqual(startAll().length, 0)
    for (const one of running) finish(one)
    assert.strictEqual(tenant.receiver.limiter.limit, 2)
    assert.isTrue(tenant.receiver.limiter.isSlow)
    const [again] = startAll()
    if (again !== undefined) finish(again)
    assert.strictEqual(tenant.receiver.limiter.limit, probationLimit + 1)
    assert.isFalse(tenant.receiver.limiter.isSlow)
  })

  it("leaves half of the pool free of receivers that are slow or on probation, and uses the whole pool", () => {
    const { add, finish, tenant: open, dispatcher, startAll } = dispatcherScene()
    for (let quick = 1_001; quick <= 1_100; quick++) {
      add(open(quick))
      const first = dispatcher.next()
      if (first !== null) finish(first)
    }
    for (let slow = 1; slow <= 400; slow++) {
      // Found out one by one, so that the pool is not full of those that nothing is known of.
      add(open(slow))
      const first = dispatcher.next()
      if (first !== null) finish(first, endings.slow)
    }
    for (let slow = 1; slow <= 400; slow++) {
      const tenant = open(slow)
      for (let one = 0; one < 3; one++) add(tenant)
    }
    const slow = startAll()
    assert.strictEqual(slow.length, maxProbationInFlight)
    assert.isTrue(slow.every(({ receiver }) => receiver?.limiter.isSlow))
    // Those that may be slow wait too, and those that are known not to be do not.
    add(open(2_000))
    assert.strictEqual(startAll().length, 0)
    for (let quick = 1_001; quick <= 1_100; quick++) {
      const tenant = open(quick)
      for (let one = 0; one < 3; one++) add(tenant)
    }
    const quick = startAll()
    assert.strictEqual(quick.length, maxInFlight - maxProbationInFlight)
    assert.isFalse(quick.some(({ receiver }) => receiver?.limiter.isSlow))
    assert.isNull(dispatcher.next())
    // Both kinds go on when some of theirs end.
    for (const one of [...slow.slice(0, 5), ...quick.slice(0, 5)])
      finish(one, one.receiver?.limiter.isSlow === true ? endings.slow : endings.quick)
    const next = startAll()
    assert.strictEqual(next.length, 10)
    assert.strictEqual(next.filter(({ receiver }) => receiver?.limiter.isSlow).length, 5)
  })

  it("starts any number of deliveries that complete immediately", () => {
    const tasks: Array<() => void> = []
    const dispatcher = new Dispatcher((task) => tasks.push(task))
    let ended = 0
    const start = (one: ScheduledDelivery) => {
      dispatcher.answered(one, endings.quick)
      dispatcher.completed(one, false)
      ended += 1
      dispatcher.startSoon()
    }
    const { queued } = dispatcherScene()
    const tenant = dispatcher.open(webhookOf(1, 1), { start })
    for (let one = 0; one < 15_000; one++) dispatcher.add(queued(tenant.organizationId), tenant, null)
    dispatcher.startAll()
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task()
    assert.strictEqual(ended, 15_000)
  })

  it("starts new deliveries once for all answers that arrive together", () => {
    const tasks: Array<() => void> = []
    const dispatcher = new Dispatcher((task) => tasks.push(task))
    const started: Array<ScheduledDelivery> = []
    const { queued } = dispatcherScene()
    const tenant = dispatcher.open(webhookOf(1, 1), { start: (one) => started.push(one) })
    for (let one = 0; one < 20; one++) dispatcher.add(queued(tenant.organizationId), tenant, null)
    const answerAll = () => {
      for (const one of started.splice(0)) {
        dispatcher.answered(one, endings.quick)
        dispatcher.completed(one, false)
        dispatcher.startSoon()
      }
    }
    dispatcher.startAll()
    answerAll()
    assert.deepStrictEqual([started.length, tasks.length], [0, 1])
    tasks.shift()?.()
    assert.strictEqual(started.length, firstLimit)
    answerAll()
    assert.deepStrictEqual([started.length, tasks.length], [0, 1])
    tasks.shift()?.()
    assert.strictEqual(started.length, 2 * firstLimit)
  })

  it("alternates between slow receivers and the others", () => {
    const { add, finish, tenant: open, dispatcher } = dispatcherScene()
    for (const [organization, ending] of [
      [1, endings.quick],
      [2, endings.slow],
      [3, endings.slow]
    ] as const) {
      add(open(organization))
      const first = dispatcher.next()
      if (first !== null) finish(first, ending)
    }
    for (let one = 0; one < 2; one++) for (const organization of [1, 2, 3]) add(open(organization))
    const turns = Array.from({ length: 4 }, () => dispatcher.next()?.receiver?.limiter.isSlow)
    assert.isTrue(turns[0] !== turns[1] && turns[1] !== turns[2] && turns[2] !== turns[3])
  })

  it("frees the slot of a receiver with the answer, and the slot of the pool when the outcome is recorded", () => {
    const { add, tenant: open, dispatcher, startAll } = dispatcherScene()
    const tenant = open(1)
    for (let one = 0; one < 20; one++) add(tenant)
    const [first] = startAll()
    if (first === undefined) return assert.fail("nothing started")
    dispatcher.answered(first, endings.quick)
    assert.strictEqual(startAll().length, firstLimit)
    assert.strictEqual(dispatcher.counts.inFlight, firstLimit + 1)
    dispatcher.completed(first, false)
    assert.strictEqual(startAll().length, 0)
    assert.strictEqual(dispatcher.counts.inFlight, firstLimit)
  })

  it("returns a conversation whose later deliveries must be deferred", () => {
    const { add, finish, tenant: open, dispatcher, startAll } = dispatcherScene()
    const tenant = open(1)
    const [first, second, third] = [add(tenant, 7), add(tenant, 7), add(tenant, 7)]
    assert.deepStrictEqual(startAll(), [first])
    const chain = finish(first, endings.quick, true)
    assert.deepStrictEqual(startAll(), [])
    const fourth = add(tenant, 7)
    assert.deepStrictEqual(startAll(), [])
    if (chain === null) return assert.fail("no chain")
    assert.deepStrictEqual(dispatcher.removeConversation(tenant, chain), [second, third, fourth])
    assert.strictEqual(dispatcher.counts.tenants, 0)
    assert.isUndefined(dispatcher.find(second.delivery.event.id))
  })

  it("preserves the order of a conversation after a delivery is lost", () => {
    const { add, tenant: open, dispatcher, startAll } = dispatcherScene()
    const tenant = open(1)
    const [first, second] = [add(tenant, 7), add(tenant, 7)]
    startAll()
    dispatcher.lost(first)
    assert.deepStrictEqual(startAll(), [])
    assert.isFalse(tenant.receiver.limiter.isKnown)
    assert.deepStrictEqual(dispatcher.removeAll(tenant), [second])
    assert.deepStrictEqual(dispatcher.counts, {
      deliveries: 0,
      inFlight: 0,
      probationInFlight: 0,
      tenants: 0,
      receivers: 0
    })
  })

  it("removes the deliveries of a tenant in the order of its conversations, except for those in flight", () => {
    const { add, finish, tenant: open, dispatcher } = dispatcherScene()
    const tenant = open(1)
    const running = add(tenant, 1)
    dispatcher.next()
    const [a1, b1, a2, none, b2, follower] = [
      add(tenant, 2),
      add(tenant, 3),
      add(tenant, 2),
      add(tenant),
      add(tenant, 3),
      add(tenant, 1)
    ]
    assert.deepStrictEqual(dispatcher.removeAll(tenant), [a1, a2, b1, b2, none, follower])
    assert.isNull(dispatcher.next())
    assert.strictEqual(tenant.size, 1)
    finish(running)
    assert.strictEqual(dispatcher.counts.tenants, 0)
  })

  it("starts no delivery of a paused tenant", () => {
    const { add, tenant: open, dispatcher, startAll } = dispatcherScene()
    const [tenant, other] = [open(1, 0), open(2, 0)]
    for (let one = 0; one < 5; one++) {
      add(tenant)
      add(other)
    }
    dispatcher.pause(tenant)
    assert.deepStrictEqual([...new Set(startAll().map((one) => one.tenant))], [other])
    dispatcher.resume(tenant)
    assert.strictEqual(startAll().length, 0)
  })

  it("sends to the new address of a subscription, and leaves deliveries in flight at the old one", () => {
    const { add, finish, tenant: open, dispatcher, startAll } = dispatcherScene()
    const tenant = open(1)
    for (let one = 0; one < 12; one++) add(tenant)
    const old = startAll()
    dispatcher.redirect(tenant, webhookOf(1, 9))
    const young = startAll()
    assert.strictEqual(young.length, 1)
    assert.isTrue(young.every(({ receiver }) => receiver?.origin === "https://9.example.com"))
    for (const one of old) finish(one, endings.slow)
    assert.isFalse(tenant.receiver.limiter.isKnown)
    for (const one of young) finish(one)
    for (const one of startAll()) finish(one)
    // Each receiver is remembered by what was learnt of it.
    assert.strictEqual(open(2, 1).receiver.limiter.limit, 1)
    assert.strictEqual(open(3, 9).receiver.limiter.limit, 2 * firstLimit)
  })

  it("has room for fewer deliveries of a slow receiver", () => {
    const { add, finish, tenant: open, dispatcher } = dispatcherScene()
    const tenant = open(1)
    for (let one = 0; one < maxPerTenant; one++) {
      assert.isTrue(dispatcher.hasRoom(tenant))
      add(tenant)
    }
    assert.isFalse(dispatcher.hasRoom(tenant))
    for (let end = 0; end < maxPerTenant - maxPerSlowTenant + 1; end++) {
      const one = dispatcher.next()
      if (one !== null) finish(one, endings.slow)
    }
    assert.strictEqual(tenant.size, maxPerSlowTenant - 1)
    assert.isTrue(dispatcher.hasRoom(tenant))
    add(tenant)
    assert.isFalse(dispatcher.hasRoom(tenant))
  })

  it("stores a limited number of idle receivers", () => {
    const { add, finish, tenant: open, dispatcher } = dispatcherScene()
    for (let organization = 1; organization <= maxRemembered + 50; organization++) {
      add(open(organization))
      const one = dispatcher.next()
      if (one !== null) finish(one, endings.slow)
    }
    assert.strictEqual(dispatcher.counts.receivers, maxRemembered)
    assert.isTrue(open(maxRemembered + 50).receiver.limiter.isKnown)
    assert.isFalse(open(1).receiver.limiter.isKnown)
  })
})
