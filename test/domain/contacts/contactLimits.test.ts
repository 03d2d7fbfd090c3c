import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import {
  checkAttributes,
  checkEmail,
  checkName,
  checkSource,
  checkTags,
  type ContactFieldRefused
} from "../../../src/domain/contacts/contactLimits.ts"

/** What is kept, or what is wrong: the field and the reason. */
const answer = <A>(checked: Result.Result<A, ContactFieldRefused>) =>
  Result.match(checked, { onSuccess: (value) => value, onFailure: ({ field, reason }) => [field, reason] })

/** One character that takes two of JavaScript's. */
const wide = "😀"

const numbered = (count: number, prefix = "t") => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

describe("the limits of a contact", () => {
  it("allow 512 characters in a name, for any number of UTF-16 units each", () => {
    assert.strictEqual(answer(checkName("x".repeat(512))), "x".repeat(512))
    assert.strictEqual(answer(checkName(wide.repeat(512))), wide.repeat(512))
    assert.strictEqual(answer(checkName("")), "")
    assert.deepStrictEqual(answer(checkName("x".repeat(513))), ["name", "name too long"])
    assert.deepStrictEqual(answer(checkName(wide.repeat(513))), ["name", "name too long"])
    assert.deepStrictEqual(answer(checkName("x".repeat(10_000))), ["name", "name too long"])
  })

  it.each(["ada@example.com", "a@b", "ada+news@mail.example.co.uk", "Ada@EXAMPLE.com", "josé@bücher.example"])(
    "accept the address %s unchanged",
    (email) => {
      assert.strictEqual(answer(checkEmail(email)), email)
    }
  )

  it.each([
    "ada",
    "@example.com",
    "ada@",
    "a b@example.com",
    "ada@exam ple.com",
    " ada@example.com",
    "a@b@c",
    "\t",
    "ada@example.com\n"
  ])("reject the address %j", (email) => {
    assert.deepStrictEqual(answer(checkEmail(email)), ["email", "not an e-mail address"])
  })

  it("allow 320 characters in an address, and treat empty text as no address", () => {
    const host = "@example.com"
    const longest = "a".repeat(320 - host.length) + host
    assert.strictEqual(answer(checkEmail(longest)), longest)
    assert.deepStrictEqual(answer(checkEmail(`a${longest}`)), ["email", "e-mail too long"])
    assert.isNull(answer(checkEmail("")))
    assert.isNull(answer(checkEmail(null)))
  })

  it("allow 100 tags, of which repeated ones count once", () => {
    assert.deepStrictEqual(answer(checkTags(numbered(100))), numbered(100))
    assert.deepStrictEqual(answer(checkTags([...numbered(100), ...numbered(100)])), numbered(100))
    assert.deepStrictEqual(answer(checkTags(numbered(101))), ["tags", "too many tags"])
  })

  it("allow 1 to 128 characters in a tag", () => {
    assert.deepStrictEqual(answer(checkTags(["x", wide.repeat(128)])), ["x", wide.repeat(128)])
    assert.deepStrictEqual(answer(checkTags(["x", wide.repeat(129)])), ["tags", "tag empty or too long"])
    assert.deepStrictEqual(answer(checkTags(["x", ""])), ["tags", "tag empty or too long"])
  })

  it("allow 16 KiB for all tags together as JSON in UTF-8", () => {
    // A tag of 128 characters takes about 512 bytes.
    const tags = (count: number) => numbered(count, "").map((n) => wide.repeat(128 - n.length) + n)
    assert.isBelow(Buffer.byteLength(JSON.stringify(tags(32))), 16_384)
    assert.deepStrictEqual(answer(checkTags(tags(32))), tags(32))
    assert.deepStrictEqual(answer(checkTags(tags(33))), ["tags", "tags too large"])
  })

  it("allow 128 characters in a source, or an empty one", () => {
    for (const source of ["", "fair", wide.repeat(128)]) assert.strictEqual(answer(checkSource(source)), source)
    assert.deepStrictEqual(answer(checkSource("x".repeat(129))), ["source", "source too long"])
  })

  it("allow 100 keys and 16 KiB in attributes as JSON in UTF-8", () => {
    const keys = (count: number) => Object.fromEntries(numbered(count).map((key) => [key, 1]))
    assert.deepStrictEqual(answer(checkAttributes(keys(100))), keys(100))
    assert.deepStrictEqual(answer(checkAttributes(keys(101))), ["attributes", "too many attributes"])

    // {"a":"…"} is eight bytes around the text; each é takes two.
    const largest = { a: "é".repeat((16_384 - 8) / 2) }
    assert.deepStrictEqual(answer(checkAttributes(largest)), largest)
    assert.deepStrictEqual(answer(checkAttributes({ a: `${largest.a}x` })), ["attributes", "attributes too large"])
    assert.deepStrictEqual(answer(checkAttributes({ a: { b: [largest.a] } })), ["attributes", "attributes too large"])
  })
})
