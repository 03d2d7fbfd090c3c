import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { isoInstant } from "../../../src/domain/text/isoInstant.ts"

const minute = 60_000
const Millis = Schema.Union([
  Schema.Int.check(Schema.isBetween({ minimum: -8_640_000_000_000_000, maximum: 8_640_000_000_000_000 })),
  Schema.Int.check(Schema.isBetween({ minimum: -62_167_219_300_000, maximum: -62_167_219_100_000 })),
  Schema.Int.check(Schema.isBetween({ minimum: 253_402_300_700_000, maximum: 253_402_300_900_000 })),
  Schema.Int.check(Schema.isBetween({ minimum: 1_700_000_000_000, maximum: 1_900_000_000_000 }))
])

const same = (millis: number) => {
  const instant = DateTime.makeUnsafe(millis)
  assert.strictEqual(isoInstant(instant), DateTime.formatIso(instant))
}

describe("isoInstant", () => {
  it.prop("is what JavaScript writes", { millis: Millis }, ({ millis }) => same(millis))

  it("is so around every midnight of the years in which leap days are decided", () => {
    for (const year of [0, 4, 100, 400, 1600, 1900, 1970, 1999, 2000, 2023, 2024, 2100, 2400, 9999]) {
      const start = Date.parse(`${String(year).padStart(4, "0")}-01-01T00:00:00.000Z`)
      for (let day = 0; day < 367; day++) {
        for (const offset of [-1, 0, 1, 59_999, minute]) same(start + day * 1_440 * minute + offset)
      }
    }
  })
})
