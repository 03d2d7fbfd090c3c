import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { CountryCode, PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { phoneIdentity } from "../../../src/domain/contacts/phoneIdentity.ts"
import { lawTests } from "../../../testing/laws/Law.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { runner } from "../../support/runner.ts"

const isPhoneNumber = Schema.is(PhoneNumber)
const isCountryCode = Schema.is(CountryCode)

const identity = (digits: string): string => phoneIdentity(PhoneNumber.make(digits))

lawTests(runner, "phoneIdentity, by its laws", Laws.phoneIdentity, phoneIdentity)

describe("PhoneNumber", () => {
  it.each(["1234567", "15551234567", "123456789012345"])("accepts %s", (text) => {
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
  it("returns a Brazilian landline number unchanged", () => {
    assert.strictEqual(identity("551132654321"), "551132654321")
    assert.notStrictEqual(identity("5511932654321"), identity("551132654321"))
  })

  it("does not remove the first digit of a shorter number as the optional digit", () => {
    assert.strictEqual(identity("521234567890"), "521234567890")
    assert.strictEqual(identity("549112345678"), "549112345678")
    assert.strictEqual(identity("551198765432"), "551198765432")
    assert.strictEqual(identity("5511998765432"), "551198765432")
  })
})
