import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import * as Domain from "../../src/entries/domain.ts"
import { phoneIdentity } from "../../src/domain/contact/PhoneNumber.ts"
import { Arbitraries } from "../../src/testing/arbitraries/Arbitraries.ts"

const isFailure = (value: unknown): boolean => typeof value === "function" && value.prototype instanceof Error

/** Every type of the domain that has a schema, by the name of its arbitrary. */
const types = Object.entries(Domain).flatMap(([name, value]) =>
  Schema.isSchema(value) && !isFailure(value)
    ? [[`${name.charAt(0).toLowerCase()}${name.slice(1)}`, value] as const]
    : []
)

const byName: Readonly<Record<string, Arbitrary.Arbitrary<unknown>>> = Arbitraries

describe("Arbitraries", () => {
  it.effect.each(types)("has values of %s that its schema takes", ([name, schema]) =>
    Effect.gen(function* () {
      const values = yield* Arbitrary.sampleEffect(byName[name] ?? assert.fail(name), { count: 10, size: 4, seed: 1 })
      assert.lengthOf(values.filter(Schema.is(Schema.toType(schema))), 10)
    })
  )

  it.prop("writes one number in two forms", { forms: Arbitraries.phoneForms }, ({ forms: [short, long] }) => {
    assert.strictEqual(short.length + 1, long.length)
    assert.strictEqual(phoneIdentity(short), phoneIdentity(long))
  })

  it.effect("has texts that are hard to cut", () =>
    Effect.gen(function* () {
      const all = (yield* Arbitrary.sampleEffect(Arbitraries.text, { count: 300, seed: 1 })).join("")
      for (const part of ["\u200d", "\u0301", "😀", "שלום", "مرحبا", "🇩🇪"]) assert.include(all, part)
      assert.isFalse(all.isWellFormed())
    })
  )
})
