import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { createHash } from "node:crypto"
import { estimatedBits, weaknessOf } from "../../../src/domain/access/weakSecret.ts"

const strength = { minLength: 32, minBits: 80 }
const tagOf = (text: string) => weaknessOf(text, strength)?._tag ?? "strong"

/** So many bytes that look random, and are the same for the same seed. */
const bytesOf = (seed: number, length: number): Buffer => {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, block) =>
    createHash("sha256").update(`${seed} ${block}`).digest()
  )
  return Buffer.concat(blocks).subarray(0, length)
}

const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 }))

describe("a weak secret", () => {
  it.each([
    ["", "TooShort"],
    ["short but $tr0ng!", "TooShort"],
    ["changeme", "WellKnown"],
    ["Change-Me!", "WellKnown"],
    ["super-secret-jwt-token-with-at-least-32-characters-long", "WellKnown"],
    ["your-super-secret-jwt-token-with-at-least-32-characters-long", "WellKnown"],
    ["0".repeat(64), "Predictable"],
    ["ab".repeat(32), "Predictable"],
    ["changeme".repeat(8), "Predictable"],
    ["abcdefghijklmnopqrstuvwxyz0123456789", "Predictable"],
    ["zyxwvutsrqponmlkjihgfedcba9876543210", "Predictable"],
    ["0123456789".repeat(4), "Predictable"],
    ["aaaaaaaabbbbbbbbccccccccdddddddd", "Predictable"],
    [`${"ab".repeat(31)}cd`, "Predictable"],
    ["password1password2password3password4", "Predictable"],
    [String.fromCharCode(...Array.from({ length: 32 }, () => 0)), "Predictable"],
    [String.fromCharCode(...Array.from({ length: 32 }, (_, at) => at)), "Predictable"]
  ])("is recognized: %j", (text, expected) => assert.strictEqual(tagOf(text), expected))

  it.prop(
    "is none that the documented commands make",
    { seed: Seed },
    ({ seed }) => {
      const made = [
        bytesOf(seed, 32).toString("hex"),
        bytesOf(seed, 16).toString("hex"),
        bytesOf(seed, 32).toString("base64"),
        bytesOf(seed, 24).toString("base64url"),
        bytesOf(seed, 48).toString("base64"),
        bytesOf(seed, 32).toString("latin1"),
        `sb_secret_${bytesOf(seed, 24).toString("hex")}`
      ]
      for (const text of made) assert.strictEqual(tagOf(text), "strong", text)
    },
    { arbitrary: { runs: 2_000 } }
  )

  it.prop("is worth no more when it is repeated", { seed: Seed }, ({ seed }) => {
    const text = bytesOf(seed, 8).toString("hex")
    const bits = estimatedBits(text)
    // Where one copy meets the next, two groups of three are new.
    assert.isAtMost(estimatedBits(text.repeat(20)), bits + 2 * Math.log2(16))
  })
})
