import { assert, describe, it } from "@effect/vitest"
import { accountsIn, platformMarks } from "../../soak/facts/platformMarks.ts"

const sender = { id: "5" }

const page = (...messaging: ReadonlyArray<object>) =>
  JSON.stringify({
    object: "page",
    entry: [{ id: "7", messaging }]
  })

describe("marks of the platform", () => {
  it("include reads up to the latest watermark, in any order", () => {
    const bodies = [
      page({ sender, read: { watermark: 3 } }, { sender, delivery: { watermark: 9 } }),
      page({ sender, read: { watermark: 2 } })
    ]
    const marks = platformMarks(bodies)
    assert.deepStrictEqual([...marks.read], [["7 5", 3]])
    assert.deepStrictEqual([...marks.delivered], [["7 5", 9]])
    assert.deepStrictEqual([...platformMarks(bodies.toReversed()).read], [["7 5", 3]])
  })

  it("name single messages on Instagram", () => {
    assert.deepStrictEqual([...platformMarks([page({ sender, read: { mid: "m" } })]).readIds], ["m"])
  })

  it("have the accounts of all entries, and the numbers in them", () => {
    const value = { metadata: { phone_number_id: "1" } }
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [{ id: "4", changes: [{ value }, { value: {} }] }, { id: "8" }]
    })
    assert.deepStrictEqual([...accountsIn(body)], ["4", "1", "8"])
    assert.deepStrictEqual([...accountsIn("no JSON")], [])
  })
})
