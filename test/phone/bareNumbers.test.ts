import { assert, layer } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { getCountries, getCountryCallingCode } from "libphonenumber-js/min"
import * as LibPhoneNumbers from "../../src/adapters/phone/LibPhoneNumbers.ts"
import { PhoneNumbers } from "../../src/ports/contacts/ContactStore.ts"

const prefixes = ["", "+", "00", "+00", "0", "000"]

const bare = Schema.Struct({
  prefix: Schema.Literals(prefixes),
  callingCode: Schema.Literals(["", "999", ...getCountries().map((country) => String(getCountryCallingCode(country)))]),
  rest: Schema.String.check(Schema.isPattern(/^\d{0,15}$/))
})

layer(LibPhoneNumbers.layer)("numbers of digits only", (it) => {
  it.effect.prop(
    "are read as with surrounding spaces",
    { number: bare },
    ({ number: { callingCode, prefix, rest } }) =>
      Effect.gen(function* () {
        const numbers = yield* PhoneNumbers
        const text = `${prefix}${callingCode}${rest}`
        const read = (given: string) => Result.getOrNull(numbers.read(given))
        assert.deepStrictEqual(read(text), read(` ${text}`))
      }),
    { arbitrary: { runs: 2_000 } }
  )

  it.effect("are rejected if they are empty or very long", () =>
    Effect.gen(function* () {
      const numbers = yield* PhoneNumbers
      assert.isTrue(Result.isFailure(numbers.read("1".repeat(10_000))))
      assert.isTrue(Result.isFailure(numbers.read("")))
    })
  )
})
