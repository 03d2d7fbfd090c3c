import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import {
  afterFailure,
  isShownInline,
  maxAttempts,
  MediaGone,
  MediaNotKept,
  MediaNotReached,
  developerMediaPath,
  mediaPath,
  MediaRefused,
  MediaTokenRefused,
  MediaTooLarge,
  mediaTypeOf
} from "../../src/domain/media/Media.ts"
import {
  ChannelNotConnected,
  ChannelTokenMissing,
  ChannelTokenUnreadable
} from "../../src/domain/conversations/Channel.ts"
import { MediaId } from "../../src/domain/Ids.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const passing = new MediaNotReached({ detail: "connection lost" })

/** How long the wait after so many failures is, in seconds; null when there is none. */
const waitAfter = (failures: number, failure: Parameters<typeof afterFailure>[1] = passing, chance = 0.5) => {
  const { retryAt } = afterFailure(failures, failure, at, chance)
  return retryAt === null ? null : (retryAt.epochMilliseconds - at.epochMilliseconds) / 1_000
}

const Chance = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 0.999 }))
const Failures = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))

describe("a file whose fetch failed", () => {
  it("is retried soon at first, then less and less often, and finally not at all", () => {
    const waits = Array.from({ length: 14 }, (_, failures) => waitAfter(failures))
    const hour = 3_600
    assert.deepStrictEqual(waits, [
      2,
      10,
      60,
      300,
      1_800,
      2 * hour,
      6 * hour,
      ...Array.from({ length: 6 }, () => 12 * hour),
      null
    ])
    assert.strictEqual(maxAttempts, 14)
  })

  it.prop(
    "waits within a fifth of its usual time either way, and never without end",
    [Failures, Chance],
    ([failures, chance]) => {
      const usual = waitAfter(failures)
      const wait = waitAfter(failures, passing, chance)
      if (usual === null || wait === null) {
        assert.isNull(usual)
        assert.isNull(wait)
        assert.isAtLeast(failures, maxAttempts - 1)
      } else {
        assert.isAtLeast(wait, usual * 0.8)
        assert.isAtMost(wait, usual * 1.2)
      }
    }
  )

  it.each([new MediaGone({ detail: "HTTP 404" }), new MediaTooLarge()])("fails at once after $_tag", (failure) => {
    assert.isNull(waitAfter(0, failure))
  })

  it.each([
    new MediaTokenRefused({ detail: "expired" }),
    new ChannelNotConnected({ channel: null }),
    new ChannelTokenMissing({ channel: "whatsapp" }),
    new ChannelTokenUnreadable({ channel: "whatsapp" })
  ])("waits until the account is connected after $_tag", (failure) => {
    assert.deepStrictEqual(
      [0, 1, 3, 4].map((failures) => waitAfter(failures, failure)),
      [300, 300, 300, 1_800]
    )
  })

  it.each([
    [new MediaRefused({ detail: "HTTP 500" }), "MediaRefused: HTTP 500"],
    [new MediaNotKept({ detail: "disk full" }), "MediaNotKept: disk full"],
    [new MediaTooLarge(), "MediaTooLarge"],
    [new ChannelTokenMissing({ channel: "messenger" }), "ChannelTokenMissing"]
  ])("records the reason", (failure, detail) => {
    assert.strictEqual(afterFailure(0, failure, at, 0).detail, detail)
  })
})

describe("the address of a file", () => {
  it("is a path of the Session interface, and another path for API keys", () => {
    const id = MediaId.make("018f0000-0000-7000-8000-00000000000a")
    assert.strictEqual(mediaPath(id), "/api/whatsapp/media/018f0000-0000-7000-8000-00000000000a")
    assert.strictEqual(developerMediaPath(id), "/api/developer/v1/media/018f0000-0000-7000-8000-00000000000a")
  })
})

describe("a media type", () => {
  it.each([
    "image/jpeg",
    "audio/ogg; codecs=opus",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    'video/mp4;codecs="avc1.42E01E, mp4a.40.2"',
    "image/svg+xml"
  ])("is valid: %s", (text) => {
    assert.strictEqual(mediaTypeOf(` ${text} `), text)
  })

  it.each([
    null,
    undefined,
    "",
    "image",
    "image/",
    "/jpeg",
    "image/jpeg\r\nx: y",
    "image/jpeg\r\n;a=b",
    "image/jpeg;\u00a0a=b",
    "image/jpeg, text/html",
    "image/ö",
    "a/b;c",
    `a/${"b".repeat(65)}`
  ])("is invalid: %j", (text) => {
    assert.isNull(mediaTypeOf(text))
  })

  const Piece = Schema.Literals([";", " ", "a", "=", "b", '"', "\r\n", "\t", "\u00a0", "/", ",", "\u0000", "ö"])
  it.prop("contains only characters that a header can contain", [Schema.Array(Piece)], ([pieces]) => {
    assert.match(mediaTypeOf(`image/jpeg${pieces.join("")}`) ?? "", /^[\x20-\x7e]*$/)
  })

  it.each([
    ["image/jpeg", true],
    ["IMAGE/PNG", true],
    ["audio/ogg; codecs=opus", true],
    ["video/mp4", true],
    ["application/pdf", true],
    ["application/pdf; version=1", true],
    ["image/svg+xml", false],
    ["Image/SVG+xml; charset=utf-8", false],
    ["application/pdfx", false],
    ["text/html", false],
    ["application/xhtml+xml", false],
    ["application/octet-stream", false]
  ])("%s may be displayed: %s", (type, isShown) => {
    assert.strictEqual(isShownInline(type), isShown)
  })
})
