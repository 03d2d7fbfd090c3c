import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type MessagePart, messageParts, withoutStyles } from "../../../console/inbox/thread/messageParts.ts"

const text = (part: string): MessagePart => ({ kind: "text", text: part })
const link = (part: string, href = part): MessagePart => ({ kind: "link", text: part, href })

const visible = (parts: ReadonlyArray<MessagePart>): string =>
  parts.map((part) => ("parts" in part ? visible(part.parts) : part.text)).join("")

const hrefs = (parts: ReadonlyArray<MessagePart>): ReadonlyArray<string> =>
  parts.flatMap((part) => ("parts" in part ? hrefs(part.parts) : part.kind === "link" ? [part.href] : []))

const Written = Schema.Array(
  Schema.Union([
    Schema.Literals([
      "*",
      "_",
      "~",
      "`",
      "```",
      " ",
      "\n",
      "word",
      "https://example.com/a_b",
      "(www.example.com)",
      "+49 30 1234567"
    ]),
    Schema.String
  ])
)

describe("messageParts", () => {
  it("has the styles of WhatsApp, also inside each other", () => {
    assert.deepStrictEqual(messageParts("a *b _c_* ~d~ `e`", true), [
      text("a "),
      { kind: "bold", parts: [text("b "), { kind: "italic", parts: [text("c")] }] },
      text(" "),
      { kind: "strike", parts: [text("d")] },
      text(" "),
      { kind: "code", parts: [text("e")] }
    ])
  })

  it.each([
    ["snake_case_name", "snake_case_name"],
    ["2 * 3 * 4", "2 * 3 * 4"],
    ["*not\nover lines*", "*not\nover lines*"],
    ["**", "**"],
    ["```a *b*\nc```", "a *b*\nc"]
  ])("leaves marks inside words and lines alone: %j", (written, shown) => {
    assert.strictEqual(visible(messageParts(written, true)), shown)
  })

  it("has no styles on channels without marks, and links on all", () => {
    assert.deepStrictEqual(messageParts("*a* https://b.example", false), [text("*a* "), link("https://b.example")])
  })

  it.each([
    ["See https://example.com/a_b_c.", ["https://example.com/a_b_c"]],
    ["(https://example.com/x_(y))", ["https://example.com/x_(y)"]],
    ["*https://example.com*", ["https://example.com"]],
    ["www.example.com/?a=1!", ["https://www.example.com/?a=1"]],
    ["ada@example.co.uk, +49 (30) 123-4567", ["mailto:ada@example.co.uk", "tel:+49301234567"]],
    ["javascript:alert(1) data:text/html,x file:///etc", []]
  ])("finds the addresses of %j", (written, expected) => {
    assert.deepStrictEqual(hrefs(messageParts(written, true)), expected)
  })

  it.prop(
    "shows the whole text but for its marks, and links with safe schemes only",
    { written: Written },
    ({ written }) => {
      const whole = written.join("")
      assert.strictEqual(visible(messageParts(whole, false)), whole)
      const bare = (shown: string) => shown.replaceAll(/[*_~`]/g, "")
      assert.strictEqual(bare(withoutStyles(whole)), bare(whole))
      for (const href of hrefs(messageParts(whole, true))) assert.match(href, /^(?:https?:|mailto:|tel:\+)/i)
    }
  )
})
