import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import {
  ChannelNotConnected,
  ChannelTokenMissing,
  ChannelTokenUnreadable
} from "../../../src/domain/conversations/Channel.ts"
import {
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../../src/domain/messages/PlatformError.ts"
import {
  askAgainAt,
  isProfileRefused,
  type LookupFailure,
  maxLookups
} from "../../../src/domain/inbound/ProfileLookup.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const passing = new PlatformNotReached({ detail: "connection refused" })
const rejected = (code: number, subcode: number | null = null) =>
  new PlatformRejected({ code, title: "", message: "", subcode, details: null })

/** How long the wait after so many failures is, in seconds; null when there is none. */
const waitAfter = (failures: number, failure: LookupFailure = passing, chance = 0.5) => {
  const again = askAgainAt(failures, failure, at, chance)
  return again === null ? null : (again.epochMilliseconds - at.epochMilliseconds) / 1_000
}

const Chance = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 0.999 }))
const Failures = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))

describe("a failed profile look-up", () => {
  it("is retried a few times over hours, and then no more", () => {
    assert.deepStrictEqual(
      Array.from({ length: 7 }, (_, failures) => waitAfter(failures)),
      [10, 60, 600, 3_600, 10_800, null, null]
    )
    assert.strictEqual(maxLookups, 6)
  })

  it.prop("waits within 20 % of its usual time, and ends", [Failures, Chance], ([failures, chance]) => {
    const usual = waitAfter(failures)
    const wait = waitAfter(failures, passing, chance)
    if (usual === null || wait === null) {
      assert.isNull(usual)
      assert.isNull(wait)
      assert.isAtLeast(failures, maxLookups - 1)
    } else {
      assert.isAtLeast(wait, usual * 0.8)
      assert.isAtMost(wait, usual * 1.2)
    }
  })

  it.each([
    rejected(190),
    rejected(0),
    new ChannelNotConnected({ channel: null }),
    new ChannelTokenMissing({ channel: "messenger" }),
    new ChannelTokenUnreadable({ channel: "instagram" })
  ])("waits until the account is connected again ($_tag $code)", (failure) => {
    assert.deepStrictEqual(
      [0, 1, 2, 5].map((failures) => waitAfter(failures, failure)),
      [300, 300, 600, null]
    )
    assert.isFalse(isProfileRefused(failure))
  })

  it.each([rejected(4), rejected(613), rejected(80006), rejected(1), rejected(2), rejected(1200)])(
    "is retried if the platform is overloaded ($code)",
    (failure) => {
      assert.strictEqual(waitAfter(0, failure), 10)
      assert.isFalse(isProfileRefused(failure))
    }
  )

  it("is retried if the platform's answer is unknown", () => {
    const unknown = new PlatformOutcomeUnknown({ reason: "connection lost", detail: "ECONNRESET" })
    assert.strictEqual(waitAfter(0, unknown), 10)
    assert.isFalse(isProfileRefused(unknown))
  })

  it.each([rejected(100, 33), rejected(100), rejected(10), rejected(200), rejected(230), rejected(551), rejected(3)])(
    "is not retried if the platform has no profile of the person ($code)",
    (failure) => {
      assert.isNull(waitAfter(0, failure))
      assert.isTrue(isProfileRefused(failure))
    }
  )
})
