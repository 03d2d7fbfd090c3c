import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { phoneIdentity } from "../../src/domain/contacts/phoneIdentity.ts"
import { Arbitraries } from "../../testing/arbitraries/Arbitraries.ts"

const isFailure = (value: unknown): boolean => typeof value === "function" && value.prototype instanceof Error

const folder = join(import.meta.dirname, "../../src/domain")
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))
const modules: ReadonlyArray<object> = await Promise.all(files.map((file) => import(join(folder, file))))
const Domain: Readonly<Record<string, unknown>> = Object.assign({}, ...modules)

/** Every type of the domain that has a schema, by the name of its arbitrary. */
const types = Object.entries(Domain).flatMap(([name, value]) =>
  Schema.isSchema(value) && !isFailure(value)
    ? [[`${name.charAt(0).toLowerCase()}${name.slice(1)}`, value] as const]
    : []
)

const byName: Readonly<Record<string, Arbitrary.Arbitrary<unknown>>> = Arbitraries

describe("Arbitraries", () => {
  it.effect.each(types)("Arbitraries: values of %s are valid for their schema", ([name, schema]) =>
    Effect.gen(function* () {
      const values = yield* Arbitrary.sampleEffect(byName[name] ?? assert.fail(name), { count: 10, size: 4, seed: 1 })
      assert.lengthOf(values.filter(Schema.is(Schema.toType(schema))), 10)
    })
  )

  it.prop(
    "Arbitraries: a phone number has two forms",
    { forms: Arbitraries.phoneForms },
    ({ forms: [short, long] }) => {
      assert.strictEqual(short.length + 1, long.length)
      assert.strictEqual(phoneIdentity(short), phoneIdentity(long))
    }
  )

  it.effect("Arbitraries: texts include joined, combining and right-to-left characters", () =>
    Effect.gen(function* () {
      const all = (yield* Arbitrary.sampleEffect(Arbitraries.text, { count: 300, seed: 1 })).join("")
      for (const part of ["\u200d", "\u0301", "😀", "שלום", "مرحبا", "🇩🇪"]) assert.include(all, part)
      assert.isFalse(all.isWellFormed())
    })
  )

  const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
  /** Texts that no service has: it cannot store them, or its own ids and instants never look like them. */
  const isOutlandish = (text: string): boolean =>
    !text.isWellFormed() ||
    text.includes("\0") ||
    (uuid.test(text) && (text !== text.toLowerCase() || text.startsWith("00000000"))) ||
    /^[+-]\d{6}-\d\d-|^19\d\d-\d\d-\d\dT/.test(text)

  const textsOf = (value: unknown): ReadonlyArray<string> => {
    if (typeof value === "string") return [value]
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : []
  }

  it.effect.each(types)("Arbitraries: values of %s are realistic", ([name]) =>
    Effect.gen(function* () {
      const values = yield* Arbitrary.sampleEffect(byName[name] ?? assert.fail(name), { count: 100, seed: 11 })
      assert.deepStrictEqual(textsOf(JSON.parse(JSON.stringify(values))).filter(isOutlandish), [])
    })
  )

  it.effect("Arbitraries: nearly every sample has a different id", () =>
    Effect.gen(function* () {
      const ids = yield* Arbitrary.sampleEffect(Arbitraries.contactId, { count: 100, seed: 11 })
      assert.isAbove(new Set(ids).size, 90)
    })
  )

  it.effect("Arbitraries: a value shrinks to a small value of the same kind", () =>
    Effect.gen(function* () {
      const result = yield* Arbitrary.checkEffect(
        Arbitraries.messengerContent,
        (content) => content._tag !== "GenericTemplate",
        { seed: 3 }
      )
      const { shrunkInput } = result._tag === "Falsified" ? result : assert.fail(result._tag)
      assert.lengthOf(shrunkInput._tag === "GenericTemplate" ? shrunkInput.elements : [], 1)
    })
  )
})
