import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { makeBuckets } from "../../src/adapters/limits/ProcessRateLimits.ts"
import { OrganizationId } from "../../src/domain/Ids.ts"
import { type RecentCalls, noCalls, takeCall } from "../../src/domain/limits/RateLedger.ts"

const organization = (count: number): OrganizationId =>
  OrganizationId.make(`00000000-0000-7000-8000-${String(count).padStart(12, "0")}`)

const micros = 1_000

const allowance = { calls: 4, perMillis: 1_000 }

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** Some calls of an organization, so long after the ones before. */
const Calls = Schema.Struct({ who: Between(0, 3), times: Between(1, 5), after: Between(0, 1_200) })

const many = { calls: Schema.Array(Calls).check(Schema.isMaxLength(100)) }

describe("buckets of a rate tier", () => {
  it.prop("count as buckets without eviction do", many, ({ calls }) => {
    const buckets = makeBuckets(allowance, 100)
    const all = new Map<number, RecentCalls>()
    let at = 10_000_000
    for (const { after, times, who } of calls) {
      at += after * micros
      for (let time = 0; time < times; time++) {
        const [verdict, counted] = takeCall(allowance, all.get(who) ?? noCalls, at)
        all.set(who, counted)
        assert.deepStrictEqual(buckets.take(organization(who), at), verdict)
      }
    }
  })

  it("evict an organization without calls for a period, and no other", () => {
    const buckets = makeBuckets(allowance, 1_000)
    for (let count = 0; count < 200; count++) buckets.take(organization(count), 0)
    assert.strictEqual(buckets.size(), 200)
    for (let call = 0; call < allowance.calls; call++) buckets.take(organization(7), 499 * micros)
    buckets.take(organization(8), 500 * micros)
    buckets.take(organization(8), 1_000 * micros)
    assert.strictEqual(buckets.take(organization(7), 1_000 * micros).remaining, 0)
    buckets.take(organization(1_000), 2_000 * micros)
    assert.strictEqual(buckets.size(), 3)
    buckets.take(organization(1_000), 3_000 * micros)
    assert.strictEqual(buckets.size(), 1)
  })

  it("store a maximum number of organizations, and evict those with the oldest last call", () => {
    const buckets = makeBuckets(allowance, 100)
    for (let count = 0; count < 1_000; count++) {
      for (let call = 0; call < allowance.calls; call++) assert.isTrue(buckets.take(organization(count), 0).isAllowed)
      assert.isAtMost(buckets.size(), 100)
    }
    for (let count = 950; count < 1_000; count++) assert.isFalse(buckets.take(organization(count), 0).isAllowed)
    assert.isTrue(buckets.take(organization(0), 0).isAllowed)
  })
})
