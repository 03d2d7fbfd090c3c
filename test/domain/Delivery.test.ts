import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { afterRefusal, DeliveryRefused } from "../../src/domain/Delivery.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Decision 29. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

const refused = (status: number | null, retryAfterMillis: number | null = null) =>
  new DeliveryRefused({ status, detail: "no", durationMillis: 12, response: null, retryAfterMillis })

/** The wait in milliseconds; null where nothing follows. */
const waitAfter = (failures: number, refusal: DeliveryRefused, chance: number) => {
  const next = afterRefusal(failures, refusal, at, chance)
  return next._tag === "Retry" ? next.dueAt.epochMilliseconds - at.epochMilliseconds : null
}

const Chance = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThan(1))
const Failures = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: waits.length - 1 }))
const TooMany = Schema.Int.check(Schema.isBetween({ minimum: waits.length, maximum: 1_000 }))
const Status = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 599 })))
const Millis = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10 * day }))

describe("afterRefusal", () => {
  it.each(waits.map((wait, failures) => ({ failures, wait })))(
    "waits about $wait ms after $failures failures before this one",
    ({ failures, wait }) => {
      assert.strictEqual(waitAfter(failures, refused(500), 0), 0.8 * wait)
      assert.strictEqual(waitAfter(failures, refused(500), 0.5), wait)
      assert.strictEqual(waitAfter(failures, refused(null), 0.75), wait + wait / 10)
    }
  )

  it.prop(
    "stays within a fifth of the wait, and spreads with the chance",
    {
      failures: Failures,
      one: Chance,
      other: Chance
    },
    ({ failures, one, other }) => {
      const wait = waits[failures] ?? 0
      const [earlier = 0, later = 0] = [one, other]
        .sort((a, b) => a - b)
        .map((chance) => waitAfter(failures, refused(500), chance) ?? -1)
      assert.isTrue(0.8 * wait <= earlier + 1 && earlier <= later && later <= 1.2 * wait)
    }
  )

  it.prop(
    "gives up after the ninth wait",
    { failures: TooMany, status: Status, asked: Millis, chance: Chance },
    (given) => {
      const refusal = refused(given.status === 410 ? 411 : given.status, given.asked)
      assert.deepStrictEqual(afterRefusal(given.failures, refusal, at, given.chance), { _tag: "GiveUp" })
    }
  )

  it.prop(
    "disables the subscription at once when the receiver is gone",
    {
      failures: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
      asked: Schema.NullOr(Millis),
      chance: Chance
    },
    ({ asked, chance, failures }) => {
      assert.deepStrictEqual(afterRefusal(failures, refused(410, asked), at, chance), { _tag: "Disable" })
    }
  )

  it.prop(
    "waits as long as a busy receiver asks, a day at most, and never less than its own wait",
    {
      failures: Failures,
      status: Schema.Literals([429, 503]),
      asked: Millis,
      chance: Chance
    },
    ({ asked, chance, failures, status }) => {
      const own = waitAfter(failures, refused(500), chance) ?? -1
      assert.strictEqual(waitAfter(failures, refused(status, asked), chance), Math.max(own, Math.min(asked, day)))
    }
  )

  it.prop(
    "does not listen to anybody else who asks for patience",
    {
      failures: Failures,
      status: Status,
      asked: Millis,
      chance: Chance
    },
    ({ asked, chance, failures, status }) => {
      if (status === 429 || status === 503 || status === 410) return
      assert.strictEqual(waitAfter(failures, refused(status, asked), chance), waitAfter(failures, refused(500), chance))
    }
  )

  it("listens to a Retry-After of an hour, and of two days for one", () => {
    assert.strictEqual(waitAfter(0, refused(429, hour), 0.5), hour)
    assert.strictEqual(waitAfter(0, refused(503, 2 * day), 0.5), day)
    assert.strictEqual(waitAfter(3, refused(503, minute), 0.5), 2 * hour)
  })
})
