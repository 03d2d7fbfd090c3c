import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result, Schema } from "effect"
import {
  assignedLabels,
  byLabelName,
  changedLabel,
  isSameLabels,
  type Label,
  labelName,
  maxLabelsOfOne,
  renamedLabels
} from "../../../src/domain/conversations/Label.ts"
import { LabelId, OrganizationId } from "../../../src/domain/Ids.ts"

const uuid = (n: number) => `018f4e2a-7c1b-7d3e-9a56-${String(n).padStart(12, "0")}`
const label = (name: string, n: number): Label => ({
  id: LabelId.make(uuid(n)),
  organizationId: OrganizationId.make(uuid(0)),
  name,
  color: "#2f80ed",
  createdAt: DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
})
const [vip, angry, cafe] = [label("VIP", 1), label("angry", 2), label("Café", 3)]
const known = [vip, angry, cafe]
const Names = Schema.Array(Schema.Literals(["VIP", "vip", " angry ", "ANGRY", "cafe", "CAFÉ"]))
const Words = Schema.Array(Schema.Literals(["a", "b", "c"]))

describe("assignedLabels", () => {
  it.prop("assignedLabels: stored names, each once, by name", { names: Names }, ({ names }) => {
    const assigned = Result.getOrThrow(assignedLabels(known, names))
    assert.strictEqual(new Set(assigned).size, assigned.length)
    const expected = known.filter(({ name }) => assigned.includes(name)).toSorted(byLabelName)
    assert.deepStrictEqual(
      assigned,
      expected.map(({ name }) => name)
    )
    assert.deepStrictEqual(assignedLabels(known, assigned), Result.succeed(assigned))
  })

  it("names the first unknown label", () => {
    const refused = assignedLabels(known, ["vip", "new", "old"])
    assert.deepStrictEqual(
      Result.isFailure(refused) && [refused.failure._tag, "index" in refused.failure && refused.failure.index],
      ["LabelUnknown", 1]
    )
  })

  it("refuses more labels than one conversation may have", () => {
    const many = Array.from({ length: maxLabelsOfOne + 1 }, (_, n) => label(`l${n}`, n))
    const names = many.map(({ name }) => name)
    assert.isTrue(Result.isSuccess(assignedLabels(many, names.slice(1))))
    const refused = assignedLabels(many, names)
    assert.strictEqual(Result.isFailure(refused) && refused.failure._tag, "TooManyLabelsOfOne")
  })
})

describe("names of labels", () => {
  it("differ by more than capitals, accents and spaces around them", () => {
    for (const name of ["vip", " VIP ", "ViP"]) assert.isTrue(Result.isFailure(labelName([vip], name)))
    assert.isTrue(Result.isFailure(labelName([cafe], "cafe")))
    assert.deepStrictEqual(labelName(known, " new "), Result.succeed("new"))
  })

  it("have 1 to 64 characters", () => {
    assert.deepStrictEqual(labelName([], "👍".repeat(64)), Result.succeed("👍".repeat(64)))
    for (const name of ["", "  ", "a".repeat(65)]) assert.isTrue(Result.isFailure(labelName([], name)))
  })

  it("of the same label may change their capitals", () => {
    assert.deepStrictEqual(changedLabel(known, vip, { name: "vip" }), Result.succeed({ ...vip, name: "vip" }))
    assert.isTrue(Result.isFailure(changedLabel(known, vip, { name: "Angry" })))
    assert.deepStrictEqual(changedLabel(known, vip, { color: "#000000" }), Result.succeed({ ...vip, color: "#000000" }))
  })
})

describe("renamedLabels", () => {
  it.prop("renamedLabels: other labels keep their places", { labels: Words }, ({ labels }) => {
    assert.deepStrictEqual(renamedLabels(labels, "x", "y"), labels)
    assert.deepStrictEqual(renamedLabels(renamedLabels(labels, "a", "z"), "z", "a"), labels)
    assert.deepStrictEqual(
      renamedLabels(labels, "a", null),
      labels.filter((name) => name !== "a")
    )
  })

  it.prop("isSameLabels: the order makes no difference", { labels: Words }, ({ labels }) => {
    const distinct = [...new Set(labels)]
    assert.isTrue(isSameLabels(distinct, distinct.toReversed()))
    assert.isFalse(isSameLabels(distinct, [...distinct, "d"]))
  })
})
