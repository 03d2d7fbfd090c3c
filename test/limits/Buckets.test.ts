import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Buckets from "../../src/adapters/limits/Buckets.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"
import { fullBucket, type RateBucket, takeCall } from "../../src/domain/quota/RateBucket.ts"

const organization = (count: number): OrganizationId =>
  OrganizationId.make(`00000000-0000-7000-8000-${String(count).padStart(12, "0")}`)

/** A call comes back every 250 ms, and all of them in a second. */
const allowance = { calls: 4, perMillis: 1_000 }

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** Some calls of somebody, so long after the ones before. */
const Calls = Schema.Struct({ who: Between(0, 3), times: Between(1, 5), after: Between(0, 1_200) })

const many = { calls: Schema.Array(Calls).check(Schema.isMaxLength(100)) }

describe("the buckets of a tier", () => {
  it.prop("count as though nothing were ever forgotten", many, ({ calls }) => {
    const buckets = Buckets.make(allowance, 100)
    const all = new Map<number, RateBucket>()
    let at = 10_000_000
    for (const { after, times, who } of calls) {
      at += after
      for (let time = 0; time < times; time++) {
        const [verdict, bucket] = takeCall(allowance, all.get(who) ?? fullBucket(allowance, at), at)
        all.set(who, bucket)
        assert.deepStrictEqual(buckets.take(organization(who), at), verdict)
      }
    }
  })

  it.prop(
    "give no more than what comes back while a clock goes forward, however often it is set back",
    { steps: Schema.Array(Between(-600, 1_200)).check(Schema.isMaxLength(200)) },
    ({ steps }) => {
      const buckets = Buckets.make(allowance, 100)
      let at = 10_000_000
      let forward = 0
      let passed = 0
      for (const step of steps) {
        at += step
        forward += Math.max(0, step)
        if (buckets.take(organization(1), at).isAllowed) passed += 1
        assert.isAtMost(passed, allowance.calls + Math.floor((forward * allowance.calls) / allowance.perMillis))
      }
    }
  )

  it("forget who has not called for as long as filling takes, and nobody else", () => {
    const buckets = Buckets.make(allowance, 1_000)
    for (let count = 0; count < 200; count++) buckets.take(organization(count), 0)
    assert.strictEqual(buckets.size(), 200)
    for (let call = 0; call < allowance.calls; call++) buckets.take(organization(7), 499)
    buckets.take(organization(8), 500)
    buckets.take(organization(8), 1_000)
    assert.strictEqual(buckets.take(organization(7), 1_000).remaining, 1)
    buckets.take(organization(1_000), 2_000)
    assert.strictEqual(buckets.size(), 3)
    buckets.take(organization(1_000), 3_000)
    assert.strictEqual(buckets.size(), 1)
  })

  it("go on filling and forgetting after a clock was set back", () => {
    const buckets = Buckets.make(allowance, 1_000)
    for (let call = 0; call < allowance.calls; call++) buckets.take(organization(1), 3_600_000)
    assert.isFalse(buckets.take(organization(1), 0).isAllowed)
    assert.isFalse(buckets.take(organization(1), 249).isAllowed)
    assert.isTrue(buckets.take(organization(1), 250).isAllowed)
    buckets.take(organization(2), 1_000)
    buckets.take(organization(2), 2_000)
    assert.strictEqual(buckets.size(), 1)
  })

  it("remember no more than they may, and those longest that were called upon last", () => {
    const buckets = Buckets.make(allowance, 100)
    for (let count = 0; count < 1_000; count++) {
      for (let call = 0; call < allowance.calls; call++) assert.isTrue(buckets.take(organization(count), 0).isAllowed)
      assert.isAtMost(buckets.size(), 100)
    }
    for (let count = 950; count < 1_000; count++) assert.isFalse(buckets.take(organization(count), 0).isAllowed)
    assert.isTrue(buckets.take(organization(0), 0).isAllowed)
  })
})
