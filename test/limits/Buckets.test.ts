import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import * as Buckets from "../../src/adapters/limits/Buckets.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"
import { fullBucket, type RateBucket, takeCall } from "../../src/domain/RateBucket.ts"

const organization = (count: number): OrganizationId =>
  OrganizationId.make(`00000000-0000-7000-8000-${String(count).padStart(12, "0")}`)

const allowance = { calls: 4, perMillis: 1_000 }

const Call = Schema.Struct({
  who: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 })),
  after: Schema.Union([
    Schema.Literals([0, 0, 1, 249, 250, 999, 1_000, 2_000]),
    Schema.Int.check(Schema.isBetween({ minimum: -600, maximum: 1_200 }))
  ])
})

describe("the buckets of a tier", () => {
  it.prop(
    "count as though nothing were ever forgotten",
    { calls: Schema.Array(Call).check(Schema.isMaxLength(200)) },
    ({ calls }) => {
      const buckets = Buckets.make(allowance, 100)
      const all = new Map<number, RateBucket>()
      let at = 10_000_000
      for (const { after, who } of calls) {
        // A clock that is set back is told apart below.
        at += Math.abs(after)
        const [verdict, bucket] = takeCall(allowance, all.get(who) ?? fullBucket(allowance, at), at)
        all.set(who, bucket)
        assert.deepStrictEqual(buckets.take(organization(who), at), verdict)
      }
    }
  )

  it.prop(
    "never give more than the allowance for a clock that is set back",
    { calls: Schema.Array(Call).check(Schema.isMaxLength(200)) },
    ({ calls }) => {
      const buckets = Buckets.make(allowance, 100)
      let at = 10_000_000
      let forward = 0
      let passed = 0
      for (const { after } of calls) {
        at += after
        forward += Math.max(0, after)
        if (buckets.take(organization(1), at).isAllowed) passed += 1
        assert.isAtMost(passed, allowance.calls + Math.floor((forward * allowance.calls) / allowance.perMillis))
      }
    }
  )

  it("forget who has not called for as long as filling takes", () => {
    const buckets = Buckets.make(allowance, 1_000)
    for (let count = 0; count < 200; count++) buckets.take(organization(count), 0)
    assert.strictEqual(buckets.size(), 200)
    buckets.take(organization(1_000), 1_000)
    buckets.take(organization(1_000), 2_000)
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
