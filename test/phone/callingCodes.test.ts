import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { getCountries, getCountryCallingCode } from "libphonenumber-js/min"
import * as LibPhoneNumbers from "../../src/adapters/phone/LibPhoneNumbers.ts"
import { CallingCode, CountryCode } from "../../src/domain/contacts/PhoneNumber.ts"
import { PhoneNumbers } from "../../src/ports/contacts/ContactStore.ts"

const countries = getCountries()

/** Every text that could be a calling code. */
const everyCode = Array.from({ length: 999 }, (_, n) => CallingCode.make(String(n + 1)))

layer(LibPhoneNumbers.layer)("calling codes", (it) => {
  it.effect.each(countries)("are known for %s, and lead to a country with the same code", (country) =>
    Effect.gen(function* () {
      const numbers = yield* PhoneNumbers
      const code = numbers.callingCodeOf(CountryCode.make(country))
      assert.strictEqual(code, CallingCode.make(getCountryCallingCode(country)))
      const main = code === null ? null : numbers.mainCountryOf(code)
      assert.strictEqual(main === null ? null : numbers.callingCodeOf(main), code)
    })
  )

  it.effect.each([
    { code: "1", main: "US" },
    { code: "7", main: "RU" },
    { code: "39", main: "IT" },
    { code: "44", main: "GB" },
    { code: "47", main: "NO" },
    { code: "52", main: "MX" },
    { code: "55", main: "BR" },
    { code: "61", main: "AU" },
    { code: "262", main: "RE" },
    { code: "358", main: "FI" },
    { code: "383", main: "XK" },
    { code: "590", main: "GP" },
    { code: "599", main: "CW" }
  ])("$code belongs mainly to $main", ({ code, main }) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* PhoneNumbers).mainCountryOf(CallingCode.make(code)), CountryCode.make(main))
    })
  )

  it.effect("are those of countries, and no others", () =>
    Effect.gen(function* () {
      const numbers = yield* PhoneNumbers
      const known = everyCode.filter((code) => numbers.mainCountryOf(code) !== null)
      const expected: ReadonlySet<string> = new Set(countries.map((country) => getCountryCallingCode(country)))
      assert.deepStrictEqual(
        known,
        everyCode.filter((code) => expected.has(code))
      )
      assert.isAbove(known.length, 200)
    })
  )

  it.effect.each(["12", "800", "878", "881", "999"])("%s belongs to no country", (text) =>
    Effect.gen(function* () {
      assert.isNull((yield* PhoneNumbers).mainCountryOf(CallingCode.make(text)))
    })
  )

  it.effect("are unknown for a country without numbers", () =>
    Effect.gen(function* () {
      const numbers = yield* PhoneNumbers
      assert.isNull(numbers.callingCodeOf(CountryCode.make("AQ")))
      assert.isNull(numbers.callingCodeOf(CountryCode.make("ZZ")))
    })
  )
})
