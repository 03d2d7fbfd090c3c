import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { newestOf } from "../../../emulator/person/Windows.ts"

const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 60 }))

describe("what is remembered", () => {
  it.prop("is the newest, as much as there is room for", { size: Size, capacity: Size }, ({ capacity, size }) => {
    const keys = Array.from({ length: size }, (_, index) => index)
    const kept = [...newestOf(new Map(keys.map((key) => [key, String(key)] as const)), capacity)]
    assert.isAtMost(kept.length, capacity * 1.1)
    assert.isAtLeast(kept.length, Math.min(size, capacity))
    assert.deepStrictEqual(
      kept,
      keys.slice(size - kept.length).map((key) => [key, String(key)])
    )
  })
})
