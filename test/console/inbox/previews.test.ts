import { assert, describe, it } from "vitest"
import { noticeLength, noticeText } from "../../../console/inbox/noticeText.ts"
import { previewKind } from "../../../console/inbox/previewKind.ts"
import { templateLine } from "../../../console/inbox/template/templateLine.ts"
import { inbox } from "../../../console/text/english/inbox.ts"

describe("the preview of a message", () => {
  it("names a kind in brackets where it has no text, and is text else", () => {
    assert.deepStrictEqual(previewKind("[image]"), { kind: "image" })
    assert.deepStrictEqual(previewKind("[template: order_update]"), { kind: "template", name: "order_update" })
    for (const text of ["", "image", "[image] and more", "[something new]", "[something]", "see [image]"]) {
      assert.isNull(previewKind(text))
    }
  })

  it("of a template is its text, with a mark for each value, if its name says which text it is", () => {
    const given = (name: string, language: string, text: string) => ({
      id: `${name} ${language}`,
      name,
      language,
      status: "APPROVED",
      category: "UTILITY",
      components: [{ type: "BODY", text }]
    })
    const listed = [
      given("order", "en_US", "Hello {{1}},\nyour order {{ 2 }} is here."),
      given("offer", "en_US", "For you"),
      given("offer", "es", "Para ti"),
      given("empty", "en_US", ""),
      { name: "order" }
    ]
    assert.strictEqual(templateLine(listed, "order"), "Hello …, your order … is here.")
    for (const name of ["offer", "empty", "unknown"]) assert.isNull(templateLine(listed, name))
  })

  it("is what a notice of the system says, shortened", () => {
    const notice = (type: string, content: { readonly [name: string]: unknown }) =>
      noticeText({ type, content }, inbox.previews)
    assert.strictEqual(notice("text", { text: "x".repeat(noticeLength + 1) }), "x".repeat(noticeLength))
    assert.strictEqual(notice("image", { url: "/v1/media/1", caption: "By the window" }), "By the window")
    assert.strictEqual(notice("image", { url: "/v1/media/1", caption: "" }), "Picture")
    assert.strictEqual(notice("something new", {}), "")
  })
})
