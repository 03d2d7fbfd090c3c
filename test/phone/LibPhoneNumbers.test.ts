import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Option, Result, Schema } from "effect"
import { getCountries, getCountryCallingCode, getExampleNumber } from "libphonenumber-js/min"
import examples from "libphonenumber-js/mobile/examples"
import * as LibPhoneNumbers from "../../src/adapters/phone/LibPhoneNumbers.ts"
import { CountryCode, PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { phoneIdentity } from "../../src/domain/contacts/phoneIdentity.ts"
import { PhoneNumbers } from "../../src/ports/contacts/ContactStore.ts"

const read = (text: string) => Effect.map(PhoneNumbers, (numbers) => Result.getOrNull(numbers.read(text)))

const countries = getCountries()

/** One mobile number for every country there is. */
const mobiles = countries.flatMap((country) => {
  const example = getExampleNumber(country, examples)
  return example === undefined ? [] : [{ country, digits: example.number.slice(1) }]
})

const subscriber = (digits: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10 ** digits - 1 }))
const padded = (value: number, digits: number) => String(value).padStart(digits, "0")

layer(LibPhoneNumbers.layer)("LibPhoneNumbers", (it) => {
  it.effect.each([
    { text: "+1 555 123 4567", phone: "15551234567", countryCode: "US" },
    { text: "15551234567", phone: "15551234567", countryCode: "US" },
    { text: "+1 (555) 123-4567", phone: "15551234567", countryCode: "US" },
    { text: "001-555-123-4567", phone: "15551234567", countryCode: "US" },
    { text: "1.555.123.4567", phone: "15551234567", countryCode: "US" },
    { text: "+1 416 555 0123", phone: "14165550123", countryCode: "CA" },
    { text: "+44 20 7946 0958", phone: "442079460958", countryCode: "GB" },
    { text: "+44 (0)20 7946 0958", phone: "442079460958", countryCode: "GB" },
    { text: "(+44) 20 7946 0958", phone: "442079460958", countryCode: "GB" },
    { text: "0044 20 7946 0958", phone: "442079460958", countryCode: "GB" },
    { text: "+4402079460958", phone: "442079460958", countryCode: "GB" },
    { text: "+49 (0) 30 / 123456", phone: "4930123456", countryCode: "DE" },
    { text: "+36 (0)1 234 5678", phone: "3612345678", countryCode: "HU" },
    { text: "+34 (0)91 123 45 67", phone: "34911234567", countryCode: "ES" },
    { text: "+39 06 698 12345", phone: "390669812345", countryCode: "VA" },
    { text: "+39 (0)2 1234 5678", phone: "390212345678", countryCode: "IT" },
    { text: "+39 347 123 4567", phone: "393471234567", countryCode: "IT" },
    { text: "+225 01 23 45 67 89", phone: "2250123456789", countryCode: "CI" },
    { text: "\u202A+44 20 7946 0958\u202C", phone: "442079460958", countryCode: "GB" },
    { text: "+44\u00A020\u20117946\u20130958", phone: "442079460958", countryCode: "GB" },
    { text: "＋４４ ２０ ７９４６ ０９５８", phone: "442079460958", countryCode: "GB" },
    { text: "+٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨", phone: "442079460958", countryCode: "GB" },
    { text: "  +44 20 7946 0958\n", phone: "442079460958", countryCode: "GB" },
    { text: "+800 1234 5678", phone: "80012345678", countryCode: null },
    { text: "+7 777 123 45 67", phone: "77771234567", countryCode: "KZ" },
    { text: "+7 8 495 123-45-67", phone: "74951234567", countryCode: "RU" }
  ])("reads $text as $phone", ({ countryCode, phone, text }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(text), {
        phone: PhoneNumber.make(phone),
        countryCode: countryCode === null ? null : CountryCode.make(countryCode)
      })
    })
  )

  it.effect.each([
    { text: "+52 1 55 1234 5678", phone: "5215512345678", countryCode: "MX" },
    { text: "+52 55 1234 5678", phone: "525512345678", countryCode: "MX" },
    { text: "+54 9 11 2345 6789", phone: "5491123456789", countryCode: "AR" },
    { text: "+54 11 2345 6789", phone: "541123456789", countryCode: "AR" },
    { text: "+55 11 98765 4321", phone: "5511987654321", countryCode: "BR" },
    { text: "+55 11 8765 4321", phone: "551187654321", countryCode: "BR" }
  ])("stores $text unchanged", ({ countryCode, phone, text }) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(text), {
        phone: PhoneNumber.make(phone),
        countryCode: CountryCode.make(countryCode)
      })
    })
  )

  it.effect.each([
    "",
    " ",
    "+",
    "()",
    "12",
    "+1 555 123",
    "+1 555 123 4567 890",
    "0",
    "0000000000",
    "020 7946 0958",
    "+0044 20 7946 0958",
    "++44 20 7946 0958",
    "+44 20+7946 0958",
    "+999 123 456 789",
    "+32 00 63 72 43 83",
    "+44 20 7946 0958 ext. 3",
    "tel:+442079460958",
    "1-800-FLOWERS",
    "ada@example.com",
    "+52 1 55 1234 56",
    "+52 1 55 1234 56789",
    "+44 20 7946 095\u0000",
    "+44 २० ७९४६ ०९५८",
    "+1 555 123 4567, +1 555 123 4568",
    "1".repeat(16),
    "+44 20 7946 0958" + " ".repeat(200) + "1"
  ])("refuses %j", (text) =>
    Effect.gen(function* () {
      const error = Result.getOrThrow(Result.flip((yield* PhoneNumbers).read(text)))
      assert.deepStrictEqual([error._tag, error.text], ["InvalidPhoneNumber", text])
    })
  )

  it.effect.each(mobiles)("reads its own form of a mobile number of $country unchanged", ({ country, digits }) =>
    Effect.gen(function* () {
      const number = yield* read(digits)
      const found = countries.find((code) => code === number?.countryCode)
      assert.strictEqual(number?.phone, digits)
      assert.strictEqual(found && getCountryCallingCode(found), getCountryCallingCode(country))
    })
  )

  it.effect.prop(
    "reads its own result unchanged",
    { country: Schema.Literals(countries), rest: Schema.String.check(Schema.isPattern(/^\d{4,12}$/)) },
    ({ country, rest }) =>
      Effect.gen(function* () {
        const once = yield* read(`+${getCountryCallingCode(country)}${rest}`)
        if (once !== null) assert.deepStrictEqual(yield* read(`+${once.phone}`), once)
      }),
    { arbitrary: { runs: 500 } }
  )

  it.effect.prop(
    "reads the two forms of a number as numbers of one identity, each in its own form",
    { area: Schema.Int.check(Schema.isBetween({ minimum: 11, maximum: 99 })), rest: subscriber(7) },
    ({ area, rest }) =>
      Effect.gen(function* () {
        const pairs = [
          [`55${area}8${padded(rest, 7)}`, `55${area}98${padded(rest, 7)}`],
          [`52${area}3${padded(rest, 7)}`, `521${area}3${padded(rest, 7)}`],
          [`54${area}3${padded(rest, 7)}`, `549${area}3${padded(rest, 7)}`]
        ] as const
        for (const [short, long] of pairs) {
          const one = yield* read(`+${short}`)
          const other = yield* read(`+${long}`)
          assert.deepStrictEqual([one?.phone, other?.phone], [PhoneNumber.make(short), PhoneNumber.make(long)])
          const identities = [one, other].map((number) =>
            Option.map(Option.fromNullOr(number), ({ phone }) => phoneIdentity(phone))
          )
          assert.deepStrictEqual(identities[0], identities[1])
        }
      })
  )
})

describe("examples of mobile numbers", () => {
  it("cover more than 200 countries", () => {
    assert.isAbove(mobiles.length, 200)
  })

  it.effect("keep digits of a number that only seems too long", () =>
    Effect.gen(function* () {
      const numbers = yield* PhoneNumbers
      // Brazil's 90 asks for a collect call, and may begin a number; a zero before 151 is dialled inside Germany only.
      assert.strictEqual(Result.getOrThrow(numbers.read("+5590980000000")).phone, PhoneNumber.make("5590980000000"))
      assert.strictEqual(Result.getOrThrow(numbers.read("+49 0151 23456789")).phone, PhoneNumber.make("4915123456789"))
    }).pipe(Effect.provide(LibPhoneNumbers.layer))
  )
})
