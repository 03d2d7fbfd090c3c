import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { EmailAddress, emailAddressOf, maxEmailAddressLength } from "../../../src/domain/access/Member.ts"

describe("emailAddressOf", () => {
  it.each([
    ["ada@example.com", "ada@example.com"],
    ["  Ada@Example.COM ", "ada@example.com"],
    ["Ünïcödé+tag@exämple.com", "Ünïcödé+tag@exämple.com"]
  ])("returns the canonical form of %j", (text, expected) => {
    assert.deepStrictEqual(emailAddressOf(text), Option.some(EmailAddress.make(expected)))
  })

  it("distinguishes letters of other alphabets from the ASCII letters that Unicode maps them to", () => {
    assert.strictEqual("bo\u212A@example.com".toLowerCase(), "bok@example.com")
    assert.notDeepEqual(emailAddressOf("bo\u212A@example.com"), emailAddressOf("bok@example.com"))
    assert.notDeepEqual(emailAddressOf("\u0130da@example.com"), emailAddressOf("ida@example.com"))
  })

  it.each([
    "",
    "ada",
    "@example.com",
    "ada@",
    "a@b@c",
    "a b@c.de",
    "ada@exa\nmple.com",
    "a\u0000@b.c",
    "\u202ea@b.c",
    "\ud800@b"
  ])("finds no address in %j", (text) => {
    assert.isTrue(Option.isNone(emailAddressOf(text)))
  })

  it("rejects an address that is too long", () => {
    const longest = `${"x".repeat(maxEmailAddressLength - 4)}@b.c`
    assert.isTrue(Option.isSome(emailAddressOf(longest)))
    assert.isTrue(Option.isNone(emailAddressOf(`x${longest}`)))
  })

  it.prop(
    "leaves a canonical form unchanged, and returns one for every text that has one",
    { text: Schema.String },
    ({ text }) => {
      Option.match(emailAddressOf(text), {
        onNone: () => undefined,
        onSome: (email) => assert.deepStrictEqual(emailAddressOf(email), Option.some(email))
      })
    }
  )
})
