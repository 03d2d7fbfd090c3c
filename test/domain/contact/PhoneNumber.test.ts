import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { CountryCode, PhoneNumber, phoneIdentity } from "../../../src/domain/contact/PhoneNumber.ts"

const isPhoneNumber = Schema.is(PhoneNumber)
const isCountryCode = Schema.is(CountryCode)

const matching = (pattern: RegExp) => Schema.String.check(Schema.isPattern(pattern))
const identity = (digits: string): string => phoneIdentity(PhoneNumber.make(digits))

describe("PhoneNumber", () => {
  it.each(["1234567", "15551234567", "123456789012345"])("takes %s", (text) => {
    assert.isTrue(isPhoneNumber(text))
  })

  it.each([
    "",
    "123456",
    "1234567890123456",
    "05551234567",
    "+15551234567",
    "1555 1234567",
    "1555123456a",
    "15551234567\n"
  ])("refuses %j", (text) => {
    assert.isFalse(isPhoneNumber(text))
  })
})

describe("CountryCode", () => {
  it("is two capital letters", () => {
    assert.deepStrictEqual(["US", "us", "USA", "U1", ""].map(isCountryCode), [true, false, false, false, false])
  })
})

describe("phoneIdentity", () => {
  it.prop(
    "is one for a Brazilian mobile number with and without its ninth digit",
    {
      area: matching(/^[1-9]\d$/),
      subscriber: matching(/^[6-9]\d{7}$/)
    },
    ({ area, subscriber }) => {
      assert.strictEqual(identity(`55${area}9${subscriber}`), identity(`55${area}${subscriber}`))
    }
  )

  it.prop(
    "is one for a Mexican number with and without the 1 after the calling code",
    {
      number: matching(/^\d{10}$/)
    },
    ({ number }) => {
      assert.strictEqual(identity(`521${number}`), identity(`52${number}`))
    }
  )

  it.prop(
    "is one for an Argentine number with and without the 9 after the calling code",
    {
      number: matching(/^\d{10}$/)
    },
    ({ number }) => {
      assert.strictEqual(identity(`549${number}`), identity(`54${number}`))
    }
  )

  it.prop("is the number itself in every other country", { phone: PhoneNumber }, ({ phone }) => {
    if (!/^5[245]/.test(phone)) assert.strictEqual<string>(phoneIdentity(phone), phone)
  })

  it.prop(
    "differs for two subscribers, whichever forms their numbers have",
    {
      one: matching(/^[1-9]\d[6-9]\d{7}$/),
      other: matching(/^[1-9]\d[6-9]\d{7}$/)
    },
    ({ one, other }) => {
      if (one === other) return
      for (const [short, long] of [
        ["52", "521"],
        ["54", "549"]
      ] as const) {
        const identities = [short, long].flatMap((code) => [identity(code + one), identity(code + other)])
        assert.strictEqual(new Set(identities).size, 2)
      }
    }
  )

  it.prop("is found again from itself, so that it can be kept and compared", { phone: PhoneNumber }, ({ phone }) => {
    const key = phoneIdentity(phone)
    if (isPhoneNumber(key)) assert.strictEqual(phoneIdentity(key), key)
  })

  it("leaves a Brazilian landline its one form", () => {
    assert.strictEqual(identity("551132654321"), "551132654321")
    assert.notStrictEqual(identity("5511932654321"), identity("551132654321"))
  })

  it("does not take the first digit of a shorter number for the one that may be missing", () => {
    assert.strictEqual(identity("521234567890"), "521234567890")
    assert.strictEqual(identity("549112345678"), "549112345678")
    assert.strictEqual(identity("551198765432"), "551198765432")
    assert.strictEqual(identity("5511998765432"), "551198765432")
  })
})
