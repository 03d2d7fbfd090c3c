import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { afterRefusal, DeliveryRefused } from "../../../src/domain/webhooks/afterRefusal.ts"
import { lawTests } from "../../../testing/laws/Law.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { runner } from "../../support/runner.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The waits (contract: Delivery, retries and giving up). */
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

const refused = (status: number | null, retryAfterMillis: number | null = null) =>
  new DeliveryRefused({ status, detail: "no", durationMillis: 12, response: null, retryAfterMillis })

/** The wait in milliseconds; null where nothing follows. */
const waitAfter = (failures: number, refusal: DeliveryRefused, chance: number) => {
  const { next } = afterRefusal(failures, null, refusal, at, chance)
  return next._tag === "Retry" ? next.dueAt.epochMilliseconds - at.epochMilliseconds : null
}

const before = (millis: number | null) => (millis === null ? null : DateTime.subtract(at, { milliseconds: millis }))

lawTests(runner, "afterRefusal, by its laws", Laws.waits, afterRefusal)

describe("the wait after a failed attempt", () => {
  it.each(waits.map((wait, failures) => ({ failures, wait })))(
    "is about $wait ms after $failures failures before this one",
    ({ failures, wait }) => {
      assert.strictEqual(waitAfter(failures, refused(500), 0), 0.8 * wait)
      assert.strictEqual(waitAfter(failures, refused(500), 0.5), wait)
      assert.strictEqual(waitAfter(failures, refused(null), 0.75), wait + wait / 10)
      assert.strictEqual(waitAfter(failures, refused(302), 1 - Number.EPSILON), 1.2 * wait)
    }
  )

  it("ends after ten attempts, not before", () => {
    const tags = Array.from({ length: 12 }, (_, failures) => afterRefusal(failures, at, refused(500), at, 0).next._tag)
    assert.deepStrictEqual(tags, [...waits.map(() => "Retry"), "GiveUp", "GiveUp", "GiveUp"])
  })

  it("is two and a half to four days in total", () => {
    const sum = (chance: number) =>
      waits.reduce((total, _, failures) => total + (waitAfter(failures, refused(500), chance) ?? 0), 0)
    assert.deepStrictEqual([sum(0), sum(0.5), sum(1)], [217_684_000, 272_105_000, 326_526_000])
  })
})

describe("a Retry-After header", () => {
  it.each([null, 301, 400, 403, 404, 408, 425, 500, 501, 502, 504, 599])("with the status %s is ignored", (status) => {
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
  ])("after %d failures, with status %d and %d ms, causes a wait of %s ms", (failures, status, asked, wait) => {
    assert.strictEqual(waitAfter(failures, refused(status, asked), 0.5), wait)
  })

  it("of a day does not shorten a longer wait of the schedule", () => {
    assert.strictEqual(waitAfter(8, refused(429, day), 0.999_999_999_9), 1.2 * day)
  })
})

describe("a failing subscription", () => {
  it.each([
    ["an attempt was a success a moment ago", null, null],
    ["this is the first failure in the same millisecond", 0, null],
    ["all failed for a day", day, null],
    ["all failed for a millisecond less than five days", 5 * day - 1, null],
    ["all failed for five days", 5 * day, "failing"],
    ["all failed for a millisecond more", 5 * day + 1, "failing"],
    ["all failed for a year", 365 * day, "failing"]
  ] as const)("when %s (%s ms), has the disabling reason %s", (_, ago, disables) => {
    for (const failures of [0, 4, 9]) {
      for (const status of [null, 302, 404, 429, 500]) {
        assert.strictEqual(afterRefusal(failures, before(ago), refused(status), at, 0.5).disables, disables)
      }
    }
  })
})
