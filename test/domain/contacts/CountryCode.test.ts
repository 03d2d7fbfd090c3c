import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { CountryCode, readCountryCode } from "../../../src/domain/contacts/PhoneNumber.ts"

describe("a country code", () => {
  it.each(["GB", "gb", "Gb", "gB"])("can be written %s", (text) => {
    assert.deepStrictEqual(readCountryCode(text), Option.some(CountryCode.make("GB")))
  })

  // The last of them have two capitals of the Latin alphabet.
  it.each(["", "G", "GBR", "44", "G1", " GB", "GB ", "G-", "ÄÖ", "ß", "ﬁ"])("cannot be written %j", (text) => {
    assert.deepStrictEqual(readCountryCode(text), Option.none())
  })
})
