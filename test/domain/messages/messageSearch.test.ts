import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  excerptOf,
  maxExcerptLead,
  maxExcerptLength,
  messageExcerpt,
  messageSearch,
  searchedTexts
} from "../../../src/domain/messages/messageSearch.ts"

const needle = messageSearch(" Needle ") ?? assert.fail("the fragment is not blank")
const Length = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 400 }))

describe("messageSearch", () => {
  it("returns no pattern for a blank fragment", () => {
    assert.isNull(messageSearch(" \n\t "))
  })
})

describe("excerptOf", () => {
  it.prop(
    "returns the match and its context, and marks truncated sides",
    { before: Length, after: Length, unit: Schema.Literals(["a", "b ", "\u{1F680}", "é "]) },
    ({ after, before, unit }) => {
      const text = `${unit.repeat(before)}NEEDLE${unit.repeat(after)}`
      const excerpt = excerptOf(text, needle)
      const [head = "", tail = ""] = excerpt.split("NEEDLE")
      assert.isTrue(text.includes(excerpt.replaceAll("…", "")))
      assert.strictEqual(head.startsWith("…"), head !== unit.repeat(before))
      assert.strictEqual(tail.endsWith("…"), tail !== unit.repeat(after))
      assert.isAtMost(Array.from(head.replace("…", "")).length, maxExcerptLead)
      assert.isAtMost(Array.from(excerpt.replaceAll("…", "")).length, maxExcerptLength)
    }
  )

  it("returns the same for the part of a text around the match, which is the part that a store reads", () => {
    const text = `${"word ".repeat(100)}needle ${"word ".repeat(100)}`
    const at = text.indexOf("needle")
    assert.strictEqual(excerptOf(text.slice(at - 100, at + 300), needle), excerptOf(text, needle))
  })
})

describe("searchedTexts", () => {
  it("returns the whole text or caption, and the preview of other kinds", () => {
    const long = "x".repeat(1_000)
    assert.include(searchedTexts({ type: "text", content: { text: long } }), long)
    assert.include(searchedTexts({ type: "image", content: { url: "u", caption: long } }), long)
    assert.deepStrictEqual(searchedTexts({ type: "list_reply", content: { list_reply: { title: "Two seats" } } }), [
      "Two seats"
    ])
    assert.isNull(messageExcerpt({ type: "image", content: { url: "needle" } }, needle))
  })
})
