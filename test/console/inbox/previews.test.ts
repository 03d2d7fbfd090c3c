import { assert, describe, it } from "vitest"
import { noticeLength, noticeText } from "../../../console/inbox/noticeText.ts"
import { previewKind } from "../../../console/inbox/previewKind.ts"
import { templateLine } from "../../../console/inbox/template/templateLine.ts"
import { inbox } from "../../../console/text/english/inbox.ts"

describe("message previews", () => {
  it("a message preview is a text, or a kind in brackets without one", () => {
    assert.deepStrictEqual(previewKind("[image]"), { kind: "image" })
    assert.deepStrictEqual(previewKind("[template: order_update]"), { kind: "template", name: "order_update" })
    for (const text of ["", "image", "[image] and more", "[something new]", "[something]", "see [image]"]) {
      assert.isNull(previewKind(text))
    }
  })

  it("the preview of a template is its text with a mark for each value, if the name determines the text", () => {
    const template = (name: string, language: string, text: string) => ({
      id: `${name} ${language}`,
      name,
      language,
      status: "APPROVED",
      category: "UTILITY",
      components: [{ type: "BODY", text }]
    })
    const listed = [
      template("order", "en_US", "Hello {{1}},\nyour order {{ 2 }} is here."),
      template("offer", "en_US", "For you"),
      template("offer", "es", "Para ti"),
      template("empty", "en_US", ""),
      { name: "order" }
    ]
    assert.strictEqual(templateLine(listed, "order"), "Hello …, your order … is here.")
    for (const name of ["offer", "empty", "unknown"]) assert.isNull(templateLine(listed, name))
  })

  it("a desktop notification shows the shortened preview of a message", () => {
    const notice = (type: string, content: { readonly [name: string]: unknown }) =>
      noticeText({ type, content }, inbox.previews)
    assert.strictEqual(notice("text", { text: "x".repeat(noticeLength + 1) }), "x".repeat(noticeLength))
    assert.strictEqual(notice("image", { url: "/v1/media/1", caption: "By the window" }), "By the window")
    assert.strictEqual(notice("image", { url: "/v1/media/1", caption: "" }), "Picture")
    assert.strictEqual(notice("something new", {}), "")
  })
})
