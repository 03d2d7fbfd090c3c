import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { ListedTemplate, type TemplateChange, changedBy, isApproved } from "../../../src/domain/templates/Template.ts"

const template = ListedTemplate.make({
  id: "1192339204654487",
  name: "hello_world",
  language: "en_US",
  status: "APPROVED",
  category: "MARKETING",
  components: [{ type: "BODY", text: "Hello {{1}}" }]
})

const change: TemplateChange = { templateId: template.id, name: null, language: null, status: null, category: null }

describe("a change of a template", () => {
  it.each(["REJECTED", "PAUSED", "DISABLED", "DELETED", "PENDING_DELETION", "PENDING", "IN_APPEAL", "LIMIT_EXCEEDED"])(
    "to %s removes its approval",
    (status) => {
      const after = changedBy({ ...change, status })(template)
      assert.deepStrictEqual(after, { ...template, status })
      assert.isFalse(isApproved(after))
    }
  )

  it.each(["APPROVED", "approved", "FLAGGED", "REINSTATED", null])("to %s leaves its approval", (status) => {
    assert.isTrue(isApproved(changedBy({ ...change, status })(template)))
  })

  it("to approved restores its approval", () => {
    assert.isTrue(isApproved(changedBy({ ...change, status: "APPROVED" })({ ...template, status: "PAUSED" })))
    assert.isFalse(isApproved(changedBy({ ...change, status: "FLAGGED" })({ ...template, status: "PAUSED" })))
  })

  it("of the category changes nothing else", () => {
    assert.deepStrictEqual(changedBy({ ...change, category: "UTILITY" })(template), {
      ...template,
      category: "UTILITY"
    })
  })

  it("is matched by name and language if the id lost its last digits", () => {
    const paused = { ...change, templateId: "1192339204654480", status: "PAUSED" }
    const { language, name } = template
    assert.isFalse(isApproved(changedBy({ ...paused, name, language })(template)))
    for (const other of [
      { name, language: null },
      { name: null, language },
      { name, language: "en" },
      { name: "hello", language }
    ]) {
      assert.deepStrictEqual(changedBy({ ...paused, ...other })(template), template)
    }
  })

  const Word = Schema.NullOr(Schema.NonEmptyString)
  const Change = Schema.Struct({
    templateId: Schema.Literals(["1", "2"]),
    name: Word,
    language: Word,
    status: Word,
    category: Word
  })

  it.prop("has the same result if it is repeated", [ListedTemplate, Change], ([before, change]) => {
    const once = changedBy(change)({ ...before, id: "1" })
    assert.deepStrictEqual(changedBy(change)(once), once)
  })

  it.prop(
    "applies only to the template with its id or name, and never changes type or content",
    [ListedTemplate, Change],
    ([any, change]) => {
      const before = { ...any, id: "1" }
      const { category, status, ...after } = changedBy(change)(before)
      const { category: _, status: __, ...same } = before
      assert.deepStrictEqual(after, same)
      if (change.templateId !== "1" && change.name !== before.name) {
        assert.deepStrictEqual({ category, status }, { category: before.category, status: before.status })
      }
    }
  )
})
