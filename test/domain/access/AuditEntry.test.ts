import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  AuditValue,
  auditValue,
  changesBetween,
  maxAuditList,
  maxAuditText
} from "../../../src/domain/access/AuditEntry.ts"

const Fields = Schema.Record(Schema.String, AuditValue)

describe("fields of audit entries", () => {
  it.prop("changesBetween: equal states have no changes", [Fields], ([fields]) => {
    assert.deepStrictEqual(changesBetween(fields, { ...fields }), [])
  })

  it.prop("changesBetween: the reverse change has before and after exchanged", [Fields, Fields], ([one, other]) => {
    assert.deepStrictEqual(
      changesBetween(one, other).map(({ after, before, field }) => ({ field, before: after, after: before })),
      changesBetween(other, one)
    )
  })

  it.prop(
    "auditValue: a value within its limits is unchanged, and a second call changes nothing",
    [AuditValue],
    ([value]) => {
      const stored = auditValue(value)
      assert.deepStrictEqual(auditValue(stored), stored)
    }
  )

  it("changesBetween: an added subject has fields without a value before, and a removed one without a value after", () => {
    const fields = { role: "agent", name: null }
    assert.deepStrictEqual(changesBetween(null, fields), [{ field: "role", before: null, after: "agent" }])
    assert.deepStrictEqual(changesBetween(fields, null), [{ field: "role", before: "agent", after: null }])
  })

  it("auditValue: longer texts and lists are truncated", () => {
    const text = "x".repeat(maxAuditText + 1)
    assert.strictEqual(auditValue(text), `${"x".repeat(maxAuditText)}…`)
    assert.deepStrictEqual(
      auditValue(Array.from({ length: maxAuditList + 1 }, () => "a")),
      Array(maxAuditList).fill("a")
    )
  })
})
