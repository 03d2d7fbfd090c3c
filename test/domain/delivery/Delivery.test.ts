import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { afterRefusal, DeliveryRefused, NextStep } from "../../../src/domain/delivery/Delivery.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** contract C29. */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

const refused = (status: number | null, retryAfterMillis: number | null = null) =>
  new DeliveryRefused({ status, detail: "no", durationMillis: 12, response: null, retryAfterMillis })

const giveUp = { _tag: "GiveUp" } as const

/** The wait in milliseconds; null where nothing follows. */
const waitAfter = (failures: number, refusal: DeliveryRefused, chance: number) => {
  const { next } = afterRefusal(failures, null, refusal, at, chance)
  return next._tag === "Retry" ? next.dueAt.epochMilliseconds - at.epochMilliseconds : null
}

const Chance = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThan(1))
const Failures = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: waits.length - 1 }))
const TooMany = Schema.Int.check(Schema.isBetween({ minimum: waits.length, maximum: 1_000 }))
const AnyFailures = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))
const Status = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 599 })))
const Millis = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10 * day }))
const Ago = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 * day })))

const before = (millis: number | null) => (millis === null ? null : DateTime.subtract(at, { milliseconds: millis }))

/** Any status but 410, which ends everything. */
const otherThanGone = (status: number | null) => (status === 410 ? 411 : status)

describe("the wait after a refusal", () => {
  it.each(waits.map((wait, failures) => ({ failures, wait })))(
    "is about $wait ms after $failures failures before this one",
    ({ failures, wait }) => {
      assert.strictEqual(waitAfter(failures, refused(500), 0), 0.8 * wait)
      assert.strictEqual(waitAfter(failures, refused(500), 0.5), wait)
      assert.strictEqual(waitAfter(failures, refused(null), 0.75), wait + wait / 10)
      assert.strictEqual(waitAfter(failures, refused(302), 1 - Number.EPSILON), 1.2 * wait)
    }
  )

  it.prop(
    "stays within a fifth, spreads evenly with the chance, and is of whole milliseconds",
    { failures: Failures, chance: Chance, status: Status },
    ({ chance, failures, status }) => {
      const wait = waits[failures] ?? 0
      const actual = waitAfter(failures, refused(otherThanGone(status)), chance) ?? -1
      assert.isTrue(Number.isInteger(actual) && 0.8 * wait <= actual && actual <= 1.2 * wait)
      assert.approximately(actual, 0.8 * wait + 0.4 * wait * chance, 0.501)
    }
  )

  it.prop(
    "is none after the tenth attempt: the delivery is given up, and the subscription stays",
    { failures: TooMany, status: Status, asked: Millis, chance: Chance },
    ({ asked, chance, failures, status }) => {
      const refusal = refused(otherThanGone(status), asked)
      assert.deepStrictEqual(afterRefusal(failures, null, refusal, at, chance), { next: giveUp, disables: null })
    }
  )

  it("gives up after ten attempts, not before", () => {
    const tags = Array.from({ length: 12 }, (_, failures) => afterRefusal(failures, at, refused(500), at, 0).next._tag)
    assert.deepStrictEqual(tags, [...waits.map(() => "Retry"), "GiveUp", "GiveUp", "GiveUp"])
  })

  it("is two and a half to four days in all", () => {
    const sum = (chance: number) =>
      waits.reduce((total, _, failures) => total + (waitAfter(failures, refused(500), chance) ?? 0), 0)
    assert.deepStrictEqual([sum(0), sum(0.5), sum(1)], [217_684_000, 272_105_000, 326_526_000])
  })
})

describe("a Retry-After", () => {
  it.prop(
    "of a busy receiver is waited for, a day at most, and never less than the own wait",
    { failures: Failures, status: Schema.Literals([429, 503]), asked: Millis, chance: Chance },
    ({ asked, chance, failures, status }) => {
      const own = waitAfter(failures, refused(500), chance) ?? -1
      assert.strictEqual(waitAfter(failures, refused(status, asked), chance), Math.max(own, Math.min(asked, day)))
    }
  )

  it.prop(
    "of any other is not listened to",
    { failures: Failures, status: Status, asked: Millis, chance: Chance },
    ({ asked, chance, failures, status }) => {
      if (status === 429 || status === 503 || status === 410) return
      assert.strictEqual(waitAfter(failures, refused(status, asked), chance), waitAfter(failures, refused(500), chance))
    }
  )

  it.each([null, 301, 400, 403, 404, 408, 425, 500, 501, 502, 504, 599])("of %s is not listened to", (status) => {
    assert.strictEqual(waitAfter(0, refused(status, hour), 0.5), 5 * second)
  })

  it.each([
    [0, 429, hour, hour],
    [0, 429, 5 * second, 5 * second],
    [0, 429, 5 * second + 1, 5 * second + 1],
    [0, 429, 0, 5 * second],
    [0, 503, day, day],
    [0, 503, day + 1, day],
    [0, 503, Number.MAX_SAFE_INTEGER, day],
    [3, 503, minute, 2 * hour],
    [8, 429, day, day],
    [9, 429, minute, null]
  ])("after %d failures, with %d and %d ms, is waited for for %s ms", (failures, status, asked, wait) => {
    assert.strictEqual(waitAfter(failures, refused(status, asked), 0.5), wait)
  })

  it("of a day does not shorten a longer wait of our own", () => {
    assert.strictEqual(waitAfter(8, refused(429, day), 0.999_999_999_9), 1.2 * day)
  })
})

describe("the subscription", () => {
  it.prop(
    "is disabled at once when the receiver is gone, and nothing is tried again",
    { failures: AnyFailures, ago: Ago, asked: Schema.NullOr(Millis), chance: Chance },
    ({ ago, asked, chance, failures }) => {
      const afterwards = afterRefusal(failures, before(ago), refused(410, asked), at, chance)
      assert.deepStrictEqual(afterwards, { next: giveUp, disables: "gone" })
    }
  )

  it.each([
    ["an attempt was a success a moment ago", null, null],
    ["this is the first failure in the same millisecond", 0, null],
    ["all failed for a day", day, null],
    ["all failed for a millisecond less than five days", 5 * day - 1, null],
    ["all failed for five days", 5 * day, "failing"],
    ["all failed for a millisecond more", 5 * day + 1, "failing"],
    ["all failed for a year", 365 * day, "failing"]
  ] as const)("when %s (%s ms): %s", (_, ago, disables) => {
    for (const failures of [0, 4, 9]) {
      for (const status of [null, 302, 404, 429, 500]) {
        assert.strictEqual(afterRefusal(failures, before(ago), refused(status), at, 0.5).disables, disables)
      }
    }
  })

  it.prop(
    "that is disabled, or not, changes nothing about when the delivery is due",
    { failures: AnyFailures, ago: Ago, status: Status, asked: Schema.NullOr(Millis), chance: Chance },
    ({ ago, asked, chance, failures, status }) => {
      const refusal = refused(otherThanGone(status), asked)
      const afterwards = afterRefusal(failures, before(ago), refusal, at, chance)
      assert.strictEqual(afterwards.disables, ago !== null && ago >= 5 * day ? "failing" : null)
      assert.deepStrictEqual(afterwards.next, afterRefusal(failures, null, refusal, at, chance).next)
    }
  )
})

describe("what follows", () => {
  it.prop(
    "depends on nothing but what is given, and moves with the time",
    { failures: AnyFailures, ago: Ago, status: Status, asked: Schema.NullOr(Millis), chance: Chance, later: Millis },
    ({ ago, asked, chance, failures, later, status }) => {
      const moved = DateTime.add(at, { milliseconds: later })
      const since = ago === null ? null : DateTime.subtract(moved, { milliseconds: ago })
      const refusal = refused(status, asked)
      const [one, again, then] = [
        afterRefusal(failures, before(ago), refusal, at, chance),
        afterRefusal(failures, before(ago), refusal, at, chance),
        afterRefusal(failures, since, refusal, moved, chance)
      ]
      assert.deepStrictEqual(one, again)
      assert.deepStrictEqual(then, {
        ...one,
        next:
          one.next._tag === "Retry"
            ? NextStep.cases.Retry.make({ dueAt: DateTime.add(one.next.dueAt, { milliseconds: later }) })
            : one.next
      })
    }
  )
})
