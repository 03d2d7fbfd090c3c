import { assert, describe, it } from "vitest"
import {
  type Draft,
  draftProblem,
  emptyDraft,
  exampleInputs,
  inOrder,
  requestOf
} from "../../../console/templates/templateDraft.ts"
import {
  foundByName,
  inListOrder,
  type ListedTemplate,
  listedPreview,
  wordsOf
} from "../../../console/templates/templateLists.ts"

const draft: Draft = {
  ...emptyDraft,
  name: "order_late",
  header: "News for {{1}} now",
  body: "Hello {{1}}, order {{2}} is late. Sorry.",
  buttons: [{ kind: "QUICK_REPLY", text: "Thanks", value: "" }],
  examples: { "header.1": "Ann", "body.1": "Ann", "body.2": "7" }
}

describe("the form of a new template", () => {
  it("a new template has its examples in the form of the platform, by number and by name", () => {
    assert.isNull(draftProblem(draft))
    assert.deepStrictEqual(requestOf(draft).components.slice(0, 2), [
      { type: "HEADER", format: "TEXT", text: draft.header, example: { header_text: ["Ann"] } },
      { type: "BODY", text: draft.body, example: { body_text: [["Ann", "7"]] } }
    ])
    const withName: Draft = {
      ...emptyDraft,
      name: "a",
      body: "Hello {{name}}, good day.",
      examples: { "body.name": "Ann" }
    }
    assert.isNull(draftProblem(withName))
    assert.strictEqual(requestOf(withName).parameter_format, "NAMED")
    assert.deepStrictEqual(requestOf(withName).components, [
      {
        type: "BODY",
        text: withName.body,
        example: { body_text_named_params: [{ param_name: "name", example: "Ann" }] }
      }
    ])
  })

  it("the first problem of a new template names its input", () => {
    const cases: ReadonlyArray<readonly [Partial<Draft>, string, string]> = [
      [{ name: "Order Late" }, "name", "Malformed"],
      [{ language: "english" }, "language", "Malformed"],
      [{ body: "{{1}} is late" }, "body", "PlaceholderAtEnd"],
      [{ examples: { "header.1": "Ann", "body.1": "Ann", "body.2": " " } }, "example.body.2", "ExampleMissing"],
      [{ footer: "x".repeat(61) }, "footer", "TooLong"],
      [{ buttons: [{ kind: "URL", text: "Open", value: "example.com" }] }, "button.0.value", "NotALink"],
      [{ buttons: [{ kind: "QUICK_REPLY", text: "x".repeat(26), value: "" }] }, "button.0.text", "TooLong"]
    ]
    for (const [changes, input, kind] of cases) {
      const problem = draftProblem({ ...draft, ...changes })
      assert.deepStrictEqual([problem?.input, problem?.kind], [input, kind])
    }
  })

  it("each placeholder of header and body has one example, and quick replies come first", () => {
    assert.deepStrictEqual(
      exampleInputs(draft).map(({ id }) => id),
      ["header.1", "body.1", "body.2"]
    )
    const link = { kind: "URL", text: "Open", value: "https://example.com" } as const
    const reply = { kind: "QUICK_REPLY", text: "Thanks", value: "" } as const
    assert.deepStrictEqual(inOrder([link, reply]), [reply, link])
  })
})

describe("the list of templates", () => {
  const listed = (name: string, language: string): ListedTemplate => ({
    id: `${name} ${language}`,
    name,
    language,
    status: "APPROVED",
    category: "UTILITY",
    components: [{ type: "BODY", text: "Hello {{1}}" }]
  })

  it("templates are sorted by name and language, and found by a part of the name", () => {
    const late = listed("b_late", "en")
    const all = [late, listed("a", "es"), listed("a", "en")]
    assert.deepStrictEqual(
      inListOrder(all).map(({ id }) => id),
      ["a en", "a es", "b_late en"]
    )
    assert.deepStrictEqual(foundByName(all, "B late"), [late])
  })

  it("a template has a preview with its placeholders, and the platform's words are readable", () => {
    assert.strictEqual(listedPreview(listed("a", "en"))?.body, "Hello {{1}}")
    assert.strictEqual(wordsOf("LIMIT_EXCEEDED"), "Limit exceeded")
  })
})
