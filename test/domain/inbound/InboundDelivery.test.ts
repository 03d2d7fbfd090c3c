import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Schema } from "effect"
import { outcomeDeadline } from "../../../src/domain/messages/Message.ts"
import {
  deliveryRetention,
  InboundProblemReason,
  parkedUntil,
  retryAt
} from "../../../src/domain/inbound/InboundDelivery.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const seconds = (until: DateTime.Utc | null) =>
  until === null ? null : Duration.toSeconds(DateTime.distance(at, until))

describe("retryAt", () => {
  it("waits longer after each failure, and finally requires a replay", () => {
    assert.deepStrictEqual(
      [1, 2, 3, 4, 5, 6].map((attempts) => seconds(retryAt("failed", attempts, at))),
      [10, 60, 600, 3_600, null, null]
    )
  })

  it.prop(
    "does not retry failures that only an operator can repair",
    { reason: InboundProblemReason, attempts: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })) },
    ({ attempts, reason }) => {
      assert.strictEqual(retryAt(reason, attempts, at) !== null, reason === "failed" && attempts <= 4)
    }
  )
})

describe("parkedUntil", () => {
  it("retries four times, and then waits for the message", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3, 4, 5].map((attempts) => seconds(parkedUntil(attempts, at))),
      [2, 10, 60, 600, null, null]
    )
  })

  it("ends its retries later than the deadline of any send's outcome", () => {
    const last = [0, 1, 2, 3].reduce((time, attempts) => parkedUntil(attempts, time) ?? time, at)
    assert.isAbove(seconds(last) ?? 0, 2 * Duration.toSeconds(outcomeDeadline))
  })
})

describe("deliveryRetention", () => {
  it("is 7 days, and 30 days with a failed item, which is longer than the retries", () => {
    const [settled, problematic] = [deliveryRetention.settled, deliveryRetention.problematic].map((kept) =>
      Duration.toHours(kept)
    )
    assert.deepStrictEqual([settled, problematic], [7 * 24, 30 * 24])
  })
})
