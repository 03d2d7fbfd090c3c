import { assert, describe, it } from "@effect/vitest"
import { Array, Schema } from "effect"
import {
  type CallResult,
  ConcurrencyLimiter,
  firstLimit,
  maxLimit
} from "../../../../src/app/webhooks/delivery/ConcurrencyLimiter.ts"
import type { ScheduledDelivery } from "../../../../src/app/webhooks/delivery/TenantQueue.ts"
import { makeDice } from "./dice.ts"
import { dispatcherScene, endings } from "./dispatcherScene.ts"

const { failed, near, quick, slow } = endings

/** The limit after these results, each so many times, with as many calls in flight as are allowed. */
const limitAfter = (...results: ReadonlyArray<readonly [CallResult, times: number]>): number => {
  const limiter = new ConcurrencyLimiter()
  for (const [result, times] of results) for (let time = 0; time < times; time++) limiter.record(result, limiter.limit)
  return limiter.limit
}

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Seed = Between(0, 1_000_000_000)

/** Calls to a receiver that many organizations share. */
const simulate = ({
  count,
  chanceToFail = 0,
  seed,
  serves
}: {
  readonly count: number
  readonly chanceToFail?: number
  readonly seed: number
  /** How many calls it serves at once, by how many it has answered; it refuses further ones at once. */
  readonly serves: (answered: number) => number
}) => {
  const dice = makeDice(seed)
  const { add, finish, startAll, tenant } = dispatcherScene()
  const tenants = Array.makeBy(20, (organization) => tenant(organization, 0))
  for (const one of tenants) for (let stock = 0; stock < 20; stock++) add(one)
  const { limiter } = tenants[0].receiver
  const served: Array<ScheduledDelivery> = []
  const refused: Array<ScheduledDelivery> = []
  let refusals = 0
  let limits = 0
  for (let answered = 0; answered < count; answered++) {
    for (const one of startAll()) (served.length < serves(answered) ? served : refused).push(one)
    const rejected = refused.shift()
    const [one] = rejected === undefined ? served.splice(dice.below(Math.min(4, served.length)), 1) : [rejected]
    if (one === undefined) break
    if (rejected !== undefined) refusals += 1
    limits += limiter.limit
    add(one.tenant)
    finish(one, rejected !== undefined || dice.chance(chanceToFail) ? failed : near)
  }
  return { refusals, meanLimit: limits / count, limit: limiter.limit }
}

describe("the concurrency limiter of a receiver", () => {
  it("starts at one call, and adds one for each fast success", () => {
    assert.strictEqual(limitAfter(), 1)
    assert.strictEqual(limitAfter([quick, 1]), firstLimit)
    assert.strictEqual(limitAfter([quick, 2]), firstLimit + 1)
    assert.strictEqual(limitAfter([quick, 500]), maxLimit)
  })

  it("halves the limit with each failure, even in quick succession, and with each slow success", () => {
    assert.strictEqual(limitAfter([near, 100], [slow, 1]), maxLimit / 2)
    assert.strictEqual(limitAfter([near, 100], [failed, 2]), maxLimit / 4)
    assert.strictEqual(limitAfter([near, 100], [failed, 20]), 1)
  })

  it.prop(
    "stays within its bounds, and never raises the limit after a failure or a slow success",
    {
      calls: Schema.Array(Schema.Struct({ isSuccess: Schema.Boolean, millis: Between(0, 4_000), share: Between(0, 8) }))
    },
    ({ calls }) => {
      const limiter = new ConcurrencyLimiter()
      for (const { isSuccess, millis, share } of calls) {
        const before = limiter.limit
        limiter.record({ isSuccess, millis }, Math.max(1, Math.floor((before * share) / 8)))
        assert.isAtLeast(limiter.limit, 1)
        assert.isAtMost(limiter.limit, maxLimit)
        if (!isSuccess || millis > 2_000) assert.isAtMost(limiter.limit, Math.max(1, before / 2))
      }
    }
  )

  it.prop(
    "reaches the maximum again after any history",
    { results: Schema.Array(Schema.Boolean), inFlight: Between(1, maxLimit) },
    ({ inFlight, results }) => {
      const limiter = new ConcurrencyLimiter()
      for (const isSuccess of results) limiter.record({ isSuccess, millis: 3 }, inFlight)
      for (let success = 0; success < 10_000; success++) limiter.record(near, limiter.limit)
      assert.strictEqual(limiter.limit, maxLimit)
    }
  )

  it.prop(
    "detects how many calls a receiver serves at once: few are refused, and the limit is nearly that number",
    { seed: Seed, serves: Between(1, 60) },
    ({ seed, serves }) => {
      const { meanLimit, refusals } = simulate({ count: 4_000, seed, serves: () => serves })
      assert.isAbove(refusals, 0)
      assert.isAtMost(refusals, 40)
      assert.isAtLeast(meanLimit, 0.85 * serves)
      assert.isAtMost(meanLimit, serves + 1)
    },
    { arbitrary: { runs: 30 } }
  )

  it("detects the limit again if a receiver serves fewer calls, or more", () => {
    const serves = (answered: number) => (answered < 2_000 ? 40 : answered < 6_000 ? 10 : 1_000)
    const { limit, refusals } = simulate({ count: 6_000, seed: 1, serves })
    assert.isAtMost(limit, 11)
    assert.isAtMost(refusals, 150)
    assert.strictEqual(simulate({ count: 16_000, seed: 1, serves }).limit, maxLimit)
  })

  it.prop(
    "detects no limit in failures with other causes",
    { seed: Seed },
    ({ seed }) => {
      const { meanLimit } = simulate({ count: 10_000, seed, serves: () => 1_000, chanceToFail: 0.01 })
      assert.isAtLeast(meanLimit, 0.7 * maxLimit)
    },
    { arbitrary: { runs: 10 } }
  )

  it("is on probation without results, and slow after a slow result", () => {
    const limiter = new ConcurrencyLimiter()
    assert.deepStrictEqual([limiter.isOnProbation, limiter.isSlow], [true, false])
    limiter.record(failed, 1)
    assert.deepStrictEqual([limiter.isOnProbation, limiter.isSlow], [true, true])
    limiter.record(near, 1)
    limiter.record(near, 1)
    assert.deepStrictEqual([limiter.isOnProbation, limiter.isSlow], [false, false])
  })
})
