import { assert, describe, it } from "@effect/vitest"
import { Array, Schema } from "effect"
import { Capacity } from "../../../src/app/delivery/Capacity.ts"
import { maxWindow, quickWindow } from "../../../src/app/delivery/ReceiverWindow.ts"
import type { ScheduledDelivery } from "../../../src/app/delivery/ScheduledDelivery.ts"
import { makeDice } from "./dice.ts"
import { endings, scheduleScene } from "./scheduleScene.ts"

const { failed, near, slow } = endings

/** Calls to a receiver that many organizations share, and what became of them. */
const calls = ({
  count,
  chanceToFail = 0,
  seed,
  takes
}: {
  readonly count: number
  readonly chanceToFail?: number
  readonly seed: number
  /** So many calls it takes at once, by how many it has answered; those that are more it refuses at once. */
  readonly takes: (answered: number) => number
}) => {
  const dice = makeDice(seed)
  const { add, finish, lane, startAll } = scheduleScene()
  const lanes = Array.makeBy(20, (organization) => lane(organization, 0))
  for (const one of lanes) for (let stock = 0; stock < 20; stock++) add(one)
  const taken: Array<ScheduledDelivery> = []
  const refused: Array<ScheduledDelivery> = []
  let refusals = 0
  let sizes = 0
  for (let answered = 0; answered < count; answered++) {
    for (const one of startAll()) (taken.length < takes(answered) ? taken : refused).push(one)
    const rejected = refused.shift()
    const [one] = rejected === undefined ? taken.splice(dice.below(Math.min(4, taken.length)), 1) : [rejected]
    if (one === undefined) break
    if (rejected !== undefined) refusals += 1
    sizes += lanes[0].receiver.size
    add(one.lane)
    finish(one, rejected !== undefined || dice.chance(chanceToFail) ? failed : near)
  }
  return { refusals, meanSize: sizes / count, size: lanes[0].receiver.size }
}

const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000 }))

describe("how many calls at once a receiver takes", () => {
  it.prop(
    "is found out: few calls are refused, and there are nearly as many as it takes",
    { seed: Seed, takes: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 })) },
    ({ seed, takes }) => {
      const { meanSize, refusals } = calls({ count: 4_000, seed, takes: () => takes })
      assert.isAbove(refusals, 0)
      assert.isAtMost(refusals, takes < 4 ? 100 : 40)
      assert.isAtLeast(meanSize, 0.85 * takes)
      assert.isAtMost(meanSize, takes + 1)
    },
    { arbitrary: { runs: 30 } }
  )

  it("is found out anew when it is less, and when it is more", () => {
    const takes = (answered: number) => (answered < 2_000 ? 40 : answered < 6_000 ? 10 : 1_000)
    const { refusals, size } = calls({ count: 6_000, seed: 1, takes })
    assert.isAtMost(size, 11)
    assert.isAtMost(refusals, 150)
    assert.strictEqual(calls({ count: 8_000, seed: 1, takes }).size, maxWindow)
  })

  it.prop(
    "has nothing to do with failures of another kind",
    { seed: Seed },
    ({ seed }) => {
      const { meanSize } = calls({ count: 10_000, seed, takes: () => 1_000, chanceToFail: 0.01 })
      assert.isAtLeast(meanSize, 0.75 * maxWindow)
    },
    { arbitrary: { runs: 10 } }
  )

  const capacityAfter = (...answers: ReadonlyArray<readonly [isGood: boolean, abreast: number, times: number]>) => {
    const capacity = new Capacity()
    for (const [isGood, abreast, times] of answers) {
      for (let time = 0; time < times; time++) {
        if (isGood) capacity.good(abreast)
        else capacity.bad(abreast)
      }
    }
    return capacity.most
  }

  it("is one less than what failed with more at once than any that was good", () => {
    assert.strictEqual(capacityAfter([true, 10, 1], [false, 11, 1]), 10)
    assert.strictEqual(capacityAfter([true, 10, 1], [false, 16, 1]), 15)
    assert.strictEqual(capacityAfter([true, 10, 1], [false, 10, 1]), Number.POSITIVE_INFINITY)
    assert.strictEqual(capacityAfter([true, 10, 1], [true, 1, 200], [false, 10, 1]), Number.POSITIVE_INFINITY)
    assert.strictEqual(capacityAfter([true, 10, 1], [true, 1, 256], [false, 10, 1]), 9)
  })

  it("is one at least", () => {
    assert.strictEqual(capacityAfter([true, 1, 1], [false, 2, 1]), 1)
    assert.strictEqual(capacityAfter([true, 1, 1], [false, 1, 1]), Number.POSITIVE_INFINITY)
  })

  it("is tried the sooner the less it is", () => {
    assert.strictEqual(capacityAfter([true, 1, 1], [false, 2, 1], [true, 1, 64]), 1)
    assert.strictEqual(capacityAfter([true, 1, 1], [false, 2, 1], [true, 1, 65]), 2)
    assert.strictEqual(capacityAfter([true, 3, 1], [false, 4, 1], [true, 3, 193]), 4)
  })

  it("is not learnt from a receiver that is down", () => {
    assert.strictEqual(capacityAfter([false, 5, 10]), Number.POSITIVE_INFINITY)
    assert.strictEqual(capacityAfter([true, 10, 1], [false, 9, 1], [false, 16, 20]), Number.POSITIVE_INFINITY)
    assert.strictEqual(capacityAfter([true, 10, 1], [false, 16, 1], [false, 12, 20]), 15)
  })

  it("is tried with one more after a while, and with more and more where that is taken", () => {
    const known = [
      [true, 10, 1],
      [false, 11, 1]
    ] as const
    assert.strictEqual(capacityAfter(...known, [true, 10, 256]), 10)
    assert.strictEqual(capacityAfter(...known, [true, 10, 257]), 11)
    assert.strictEqual(capacityAfter(...known, [true, 10, 400]), 11)
    assert.strictEqual(capacityAfter(...known, [true, 10, 257], [false, 11, 1], [true, 10, 256]), 10)
    assert.strictEqual(capacityAfter(...known, [true, 10, 257], [true, 11, 1], [true, 12, 1]), 13)
  })

  it("is found out by answers that take long as well", () => {
    const { lane } = scheduleScene()
    const { receiver } = lane(1)
    for (let answer = 0; answer < 12; answer++) receiver.learn(near, receiver.size)
    const { size } = receiver
    assert.isBelow(size, quickWindow)
    receiver.learn(slow, size)
    for (let answer = 0; answer < 200; answer++) receiver.learn(near, receiver.size)
    assert.strictEqual(receiver.size, size - 1)
  })
})
