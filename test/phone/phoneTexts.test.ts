import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { getCountries, getExampleNumber } from "libphonenumber-js/max"
import examples from "libphonenumber-js/mobile/examples"
import { readNumber } from "../../src/adapters/phone/readNumber.ts"
import { CountryCode } from "../../src/domain/contacts/PhoneNumber.ts"

const read = (text: string, country: string | null = null): string | null =>
  Result.getOrNull(
    Result.map(readNumber(text, country === null ? null : CountryCode.make(country)), ({ phone }): string => phone)
  )

const reasonOf = (text: string, country: string | null = null) =>
  Result.getOrThrow(Result.flip(readNumber(text, country === null ? null : CountryCode.make(country)))).reason

/** A mobile number of each country. */
const mobiles = getCountries().flatMap((country) => {
  const example = getExampleNumber(country, examples)
  return example === undefined ? [] : [{ country, example, phone: example.number.slice(1) }]
})

describe("text after a phone number", () => {
  it.each([
    ["4915112345678.0", "4915112345678"],
    ["4915112345678.00", "4915112345678"],
    ["+4915112345678,0", "4915112345678"],
    ["4915112345678,00", "4915112345678"],
    [" 34612345678.0\n", "34612345678"],
    ["٤٩١٥١١٢٣٤٥٦٧٨.0", "4915112345678"]
  ])("decimals: the zeros of a spreadsheet are removed from %j", (text, phone) => {
    assert.strictEqual(read(text), phone)
  })

  it.each([
    "4915112345678.5",
    "4915112345678.000",
    "4915112345678.0000",
    "493012345678.0000",
    "4915112345678.0.0",
    "+49 1512 345678-12",
    "+49151123456/78",
    "+49 151 234 567/89",
    "+49 151 2345 678-12",
    "+49-151-2345-678-12",
    "+49 151 12345678-0",
    "+49 151 12345678 12",
    "+49 30 123456-12",
    "+49 30 123456-1234",
    "+49 30 12345-0",
    "+49 151 1234 (5678)",
    "+49 151 12345678 (2)",
    "+49 151 12345678 / 79",
    "+49 30 1234567\n1234568",
    "+49 30 1234567\t1234568",
    "+4915112345678 +4915112345679",
    "+4915112345678;ext=5",
    "+4915112345678 ext. 5",
    "+4915112345678x12",
    "+4915112345678#12",
    "+4915112345678,12",
    "+4915112345678 (mobile)",
    "+4915112345678 a",
    "4.915E+12",
    "4,915E+12",
    "4.915112345678E+12",
    "tel:+4915112345678",
    "+49 151 1234--5678",
    "+49 151 12345678-",
    "+4915112345678\u0000",
    "++4915112345678",
    "+49151+12345678",
    "-4915112345678"
  ])("junk: %j is not a phone number", (text) => {
    assert.isNull(read(text))
    assert.strictEqual(reasonOf(text), "not a number")
  })

  it.each(mobiles)("junk: no text changes a number of $country into another one", ({ country, example, phone }) => {
    const forms = [example.number, phone, example.formatInternational(), example.formatNational()]
    const junk = [".0", ".00", ".5", ",0", "-1", "-12", "-123", "/7", "/78", " / 12", " x12", "x1", " ext. 5", ";ext=1"]
    for (const form of forms)
      for (const tail of [...junk, "#1", "(1)", " (12)", "\n12", "\t1", ",1", "E+1", "\u0000", "a", "+1"])
        assert.include([null, phone], read(form + tail, country), `${form}${tail}`)
  })
})

describe("formats of phone numbers", () => {
  it.each([
    ["06.12.34.56.78", "FR", "33612345678"],
    ["030/1234567", "DE", "49301234567"],
    ["+49 30/1234567", null, "49301234567"],
    ["+49 (0) 151 12345678", null, "4915112345678"],
    ["+49-151-12345678", null, "4915112345678"],
    ["0151/123 456 78", "DE", "4915112345678"],
    ["+49-30-1234-5678", null, "493012345678"],
    ["+7 (495) 123-45-67", null, "74951234567"],
    ["+91 98765-43210", null, "919876543210"],
    ["+1-555-123-4567", null, "15551234567"],
    ["[+44] 20 7946 0958", null, "442079460958"],
    ["(+49 151 12345678)", null, "4915112345678"],
    ["+55 (11) 96123-4567", null, "5511961234567"]
  ])("formats: %j is one number", (text, country, phone) => {
    assert.strictEqual(read(text, country), phone)
  })

  it.each(mobiles)("formats: a mobile number of $country is read in each usual form", ({ country, example, phone }) => {
    const national = example.formatNational()
    const international = example.formatInternational()
    assert.strictEqual(read(international), phone, international)
    assert.strictEqual(read(`00${international.slice(1)}`), phone)
    assert.strictEqual(read(national, country), phone, national)
    assert.strictEqual(read(example.nationalNumber, country), phone, example.nationalNumber)
    assert.strictEqual(read(phone), phone)
    for (const mark of ["-", ".", "\u2011", "\u00A0"]) {
      const marked = international.replaceAll(/[ -]+/g, mark)
      assert.strictEqual(read(marked), phone, marked)
    }
  })
})

describe("digits without a country code", () => {
  it.each(["11988887777", "612345678", "5512345678", "1999123456", "0151 12345678", "(030) 1234567", "020 7946 0958"])(
    "digits: %j is refused with the missing country code as the reason",
    (text) => {
      assert.isNull(read(text))
      assert.strictEqual(reasonOf(text), "no country code")
    }
  )

  it.each([
    ["4915112345678", "4915112345678"],
    ["15551234567", "15551234567"],
    ["1 (555) 123-4567", "15551234567"],
    ["551187654321", "551187654321"],
    ["5215512345678", "5215512345678"],
    ["541123456789", "541123456789"],
    ["841201234567", "841201234567"],
    ["22996123456", "22996123456"],
    ["22507123456", "22507123456"],
    ["24107123456", "24107123456"],
    ["2417123456", "2417123456"],
    ["23771234567", "23771234567"],
    ["2307123456", "2307123456"],
    ["201012345678", "201012345678"]
  ])("digits: %j is an international number", (text, phone) => {
    assert.strictEqual(read(text), phone)
    assert.strictEqual(read(`+${text.replaceAll(/\D/g, "")}`), phone)
  })

  it.each([
    ["11988887777", "BR", "5511988887777"],
    ["(11) 98888-7777", "BR", "5511988887777"],
    ["1188887777", "BR", "551188887777"],
    ["011 98888-7777", "BR", "5511988887777"],
    ["5511988887777", "BR", "5511988887777"],
    ["612345678", "ES", "34612345678"],
    ["5512345678", "MX", "525512345678"],
    ["13123456789", "CN", "8613123456789"],
    ["13123456789", "US", "13123456789"],
    ["2015550123", "US", "12015550123"],
    ["5551234567", "US", "15551234567"],
    ["011 49 151 12345678", "US", "4915112345678"],
    ["15551234567", "BR", "15551234567"],
    ["493012345678", "DE", "493012345678"],
    ["0151 12345678", "DE", "4915112345678"],
    ["02 1234 5678", "IT", "390212345678"],
    ["01201234567", "VN", "841201234567"],
    ["96123456", "BJ", "22996123456"],
    ["07123456", "CI", "22507123456"],
    ["+1 198 888 7777", "BR", "11988887777"],
    ["0049 151 12345678", "BR", "4915112345678"]
  ])("default country: %j in %s is %s", (text, country, phone) => {
    assert.strictEqual(read(text, country), phone)
  })

  it.each([
    ["+378933831", "378933831"],
    ["378933831", "378933831"],
    ["+67222222", "67222222"]
  ])("digits: %s of a country whose area code the library adds is read as %s", (text, phone) => {
    assert.strictEqual(read(text), phone)
  })

  it.effect.prop(
    "digits: a number is read as written, or without the national trunk zero",
    { text: Schema.String.check(Schema.isPattern(/^[1-9]\d{5,14}$/)) },
    ({ text }) =>
      Effect.sync(() =>
        assert.include(
          [null, text, ...[1, 2, 3].map((length) => text.slice(0, length) + text.slice(length + 1))],
          read(text)
        )
      ),
    { arbitrary: { runs: 5_000 } }
  )
})
