import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { compareFacts, type Fact } from "../../soak/facts/compareFacts.ts"

const Facts = Schema.Array(
  Schema.Struct({
    kind: Schema.Literals(["message", "event"]),
    key: Schema.Literals(["1", "2", "3"]),
    owner: Schema.Literals(["a", "b"]),
    detail: Schema.Literals(["x", "y"])
  })
)

const fact = (key: string, owner: string, detail = "x"): Fact => ({ kind: "message", key, owner, detail })
const verdicts = (expected: ReadonlyArray<Fact>, found: ReadonlyArray<Fact>) =>
  compareFacts(expected, found).map(({ key, owner, verdict }) => `${verdict} ${key} ${owner}`)

const inOrder = (facts: ReadonlyArray<Fact>) => facts.map((one) => JSON.stringify(one)).toSorted()

describe("comparison of expected and found facts", () => {
  it.prop("has no differences for equal facts in any order", [Facts], ([facts]) => {
    assert.deepStrictEqual(compareFacts(facts, facts.toReversed()), [])
  })

  it.prop("has differences for unequal facts", [Facts, Facts], ([expected, found]) => {
    const same = JSON.stringify(inOrder(expected)) === JSON.stringify(inOrder(found))
    assert.strictEqual(compareFacts(expected, found).length === 0, same)
  })

  it("classifies facts as lost, doubled, crossed, changed or strange", () => {
    assert.deepStrictEqual(verdicts([fact("1", "a")], []), ["lost 1 a"])
    assert.deepStrictEqual(verdicts([fact("1", "a"), fact("1", "a")], [fact("1", "a")]), ["lost 1 a"])
    assert.deepStrictEqual(verdicts([fact("1", "a")], [fact("1", "a"), fact("1", "a")]), ["doubled 1 a"])
    assert.deepStrictEqual(verdicts([fact("1", "a")], [fact("1", "b")]), ["crossed 1 b"])
    assert.deepStrictEqual(verdicts([fact("1", "a")], [fact("1", "a"), fact("1", "b")]), ["crossed 1 b"])
    assert.deepStrictEqual(verdicts([fact("1", "a")], [fact("1", "a", "y")]), ["changed 1 a"])
    assert.deepStrictEqual(verdicts([], [fact("1", "a")]), ["strange 1 a"])
  })
})
