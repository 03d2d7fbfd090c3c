import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { DeliveryShard, deliveryShards, shardOf } from "../../../src/domain/webhooks/DeliveryShard.ts"
import { OrganizationId } from "../../../src/domain/Ids.ts"

const digits = "0123456789abcdef"

/** Ids of each version without the last digit. */
const versions = [1, 3, 4, 5, 6, 7, 8].map((version) => `018f3c2a-6f1e-${version}c3a-9d52-5b0f3a1c7e1`)

describe("deliveryShards", () => {
  it("are the numbers 0 to 15, each once", () => {
    assert.deepStrictEqual(
      deliveryShards.map((shard): number => shard),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    )
    const isShard = Schema.is(DeliveryShard)
    assert.isTrue(deliveryShards.every((shard) => isShard(shard)))
    assert.isFalse([-1, 16, 0.5, Number.NaN].some((shard) => isShard(shard)))
  })
})

describe("shardOf", () => {
  it.each(versions)("distributes organizations over all shards by the last digit: %s?", (beginning) => {
    const shards = [...digits].map((digit) => shardOf(OrganizationId.make(beginning + digit)))
    assert.deepStrictEqual(shards, deliveryShards)
  })

  it.prop("is stable, for upper and lower case of the id", { id: OrganizationId }, ({ id }) => {
    const shard = shardOf(id)
    assert.include(deliveryShards, shard)
    assert.strictEqual(shardOf(id), shard)
    assert.strictEqual(shardOf(OrganizationId.make(id.toUpperCase())), shard)
    assert.strictEqual(digits[shard], id.slice(-1).toLowerCase())
  })
})
