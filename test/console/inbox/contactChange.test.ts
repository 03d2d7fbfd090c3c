import { assert, describe, it } from "vitest"
import { attributeText, withAttribute, withoutAttribute, withTag } from "../../../console/inbox/panel/contactChange.ts"

describe("changes of a contact", () => {
  it("a tag is added once and within the limits", () => {
    assert.deepStrictEqual(withTag(["a"], " b "), ["a", "b"])
    assert.strictEqual(withTag(["a"], "a"), null)
    assert.strictEqual(withTag([], " "), null)
    assert.strictEqual(withTag([], "x".repeat(129)), null)
    assert.strictEqual(
      withTag(
        Array.from({ length: 100 }, (_, index) => `${index}`),
        "b"
      ),
      null
    )
  })

  it("a changed attribute preserves the type of its value if the text permits it", () => {
    assert.deepStrictEqual(withAttribute({ age: 36 }, "age", "37"), { age: 37 })
    assert.deepStrictEqual(withAttribute({ age: 36 }, "age", "old"), { age: "old" })
    assert.deepStrictEqual(withAttribute({ vip: true }, "vip", "false"), { vip: false })
    assert.deepStrictEqual(withAttribute({ code: "7" }, "code", "8"), { code: "8" })
    assert.deepStrictEqual(withAttribute({ sizes: [1] }, "sizes", "[1,2]"), { sizes: [1, 2] })
    assert.deepStrictEqual(withAttribute({}, " zip ", "01067"), { zip: "01067" })
  })

  it("a changed attribute preserves the others, also under names such as constructor", () => {
    assert.deepStrictEqual(withAttribute({ a: 1 }, "constructor", "x"), { a: 1, constructor: "x" })
    assert.deepStrictEqual(withoutAttribute({ a: 1, b: null }, "a"), { b: null })
    assert.strictEqual(withAttribute({}, "", "x"), null)
  })

  it("an attribute shows strings unchanged and other values as JSON", () => {
    assert.deepStrictEqual([attributeText("a"), attributeText(1), attributeText({ a: [1] })], ["a", "1", '{"a":[1]}'])
  })
})
