import { assert, describe, it } from "@effect/vitest"
import { disorder } from "../../soak/facts/disorder.ts"
import { quietAfternoon } from "./quietAfternoon.ts"

const { known, received } = quietAfternoon()
const [first, second, ...rest] = received

describe("the order of deliveries", () => {
  it("is that of each conversation without faults", () => {
    assert.deepStrictEqual(disorder(known.kept, received), [])
  })

  it("is arbitrary between conversations", () => {
    const half = received.length / 2
    const turned = Array.from(received, ({ turn, ...one }) => ({ ...one, turn: (turn + half) % received.length }))
    assert.deepStrictEqual(disorder(known.kept, turned), [])
  })

  it("is broken by a delivery before an earlier one", () => {
    assert.isDefined(first)
    assert.isDefined(second)
    const swapped = [{ ...first, turn: second.turn }, { ...second, turn: first.turn }, ...rest]
    assert.strictEqual(disorder(known.kept, swapped).length, 1)
  })

  it("is that of the sequence header", () => {
    assert.isDefined(first)
    assert.strictEqual(disorder(known.kept, [{ ...first, sequence: "7" }]).length, 1)
  })
})
