import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { fromPayload, payloadOf } from "../../../src/adapters/postgres/database/WakeChannel.ts"
import { DeliveryShard } from "../../../src/domain/webhooks/DeliveryShard.ts"

const Shards = Schema.Array(DeliveryShard)
const Others = Schema.Struct({ recorded: Schema.optionalKey(Shards), isWatching: Schema.optionalKey(Schema.Boolean) })

describe("the payload of a wake message", () => {
  it.prop("is decoded as it was written", [Schema.String, Shards, Others], ([from, shards, others]) =>
    assert.deepStrictEqual(fromPayload(payloadOf({ from, shards, ...others })), { from, shards, ...others })
  )

  it("of shards alone contains only their numbers and the sender", () =>
    assert.strictEqual(payloadOf({ from: "one", shards: [DeliveryShard.make(0), DeliveryShard.make(15)] }), "0,15 one"))

  it("of another application has no invalid shard", () => {
    for (const payload of ["", "3", "[]", "{}", '{"from":"x","shards":[16]}']) assert.isNull(fromPayload(payload))
    for (const payload of ["16 x", "-1 x", "0.5 x", "shards x", "NaN,,1e9 x"])
      assert.deepStrictEqual(fromPayload(payload), { from: "x", shards: [] })
  })
})
