import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { keptReadings, remembering } from "../../src/adapters/phone/LibPhoneNumbers.ts"
import { readNumber } from "../../src/adapters/phone/readNumber.ts"

const texts = ["+1 202 555 0123", "12025550123", "+44 (0)20 7946 0018", "5511987654321", "no number", "+0", ""]
const Text = Schema.Union([Schema.Literals(texts), Schema.String])

/** A reader that says what it was asked for. */
const asked = () => {
  const texts: Array<string> = []
  const read = remembering((text) => {
    texts.push(text)
    return readNumber(text)
  })
  return { read, texts }
}

const numbers = Array.from({ length: 3 * keptReadings }, (_, n) => `+1202${2_000_000 + n}`)

describe("cached readings", () => {
  it.effect.prop("equal those of the reader, whatever was read before", { given: Schema.Array(Text) }, ({ given }) =>
    Effect.sync(() => {
      const read = remembering(readNumber)
      for (const text of [...given, ...given]) {
        const [kept, anew] = [read(text), readNumber(text)]
        assert.deepStrictEqual(Result.getOrNull(kept), Result.getOrNull(anew))
        assert.strictEqual(Result.isFailure(kept) && kept.failure.text, Result.isFailure(anew) && anew.failure.text)
      }
    })
  )

  it("are computed once, and those of invalid numbers each time", () => {
    const { read, texts } = asked()
    for (const text of ["12025550123", "none", "12025550123", "+12025550123", "none"]) read(text)
    assert.deepStrictEqual(texts, ["12025550123", "none", "+12025550123", "none"])
  })

  it("are the latest and the reused ones", () => {
    const { read, texts } = asked()
    const [regular = "", ...others] = numbers
    for (const text of others) {
      read(text)
      read(regular)
    }
    assert.strictEqual(texts.filter((text) => text === regular).length, 1)
    assert.strictEqual(texts.length, numbers.length)
    read(others[0] ?? "")
    assert.strictEqual(texts.length, numbers.length + 1)
    for (const text of others.slice(-keptReadings / 2)) read(text)
    assert.strictEqual(texts.length, numbers.length + 1)
  })
})
