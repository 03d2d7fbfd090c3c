import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { platformTime } from "../../../src/adapters/meta/inbound/PlatformJson.ts"

const iso = (value: Schema.Json | undefined): string | null => {
  const at = platformTime(value)
  return at === null ? null : DateTime.formatIso(at)
}

const Seconds = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 999_999_999_999 }))
const Millis = Schema.Int.check(Schema.isBetween({ minimum: 1_000_000_000_000, maximum: 253_402_300_799_999 }))

describe("platform times", () => {
  it.each<[Schema.Json | undefined, string | null]>([
    ["1749416383", "2025-06-08T20:59:43.000Z"],
    [1_749_416_383, "2025-06-08T20:59:43.000Z"],
    [1_749_416_383_123, "2025-06-08T20:59:43.123Z"],
    ["1749416383123", "2025-06-08T20:59:43.123Z"],
    [999_999_999_999, null],
    [1_000_000_000_000, "2001-09-09T01:46:40.000Z"],
    [253_402_300_799_999, "9999-12-31T23:59:59.999Z"],
    [253_402_300_800_000, null],
    [253_402_300_799, "9999-12-31T23:59:59.000Z"],
    [1, "1970-01-01T00:00:01.000Z"],
    [0, null],
    [-1, null],
    [1.5, null],
    [1e300, null],
    ["", null],
    [" 1749416383", null],
    ["1e9", null],
    ["TIMESTAMP", null],
    ["99999999999999999", null],
    [undefined, null],
    [null, null],
    [true, null],
    [[1_749_416_383], null]
  ])("platform times: %j is %s", (value, at) => {
    assert.strictEqual(iso(value), at)
  })

  it.prop(
    "platform times: seconds and milliseconds, as text and number, are the same time",
    { seconds: Seconds },
    ({ seconds }) => {
      assert.strictEqual(iso(seconds), iso(String(seconds)))
      if (seconds >= 1_000_000_000) assert.strictEqual(iso(seconds), iso(seconds * 1_000))
    }
  )

  it.prop("platform times: the value is preserved exactly", { millis: Millis }, ({ millis }) => {
    const at = platformTime(millis)
    assert.strictEqual(at === null ? null : DateTime.toEpochMillis(at), millis)
  })
})
