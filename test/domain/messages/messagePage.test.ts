import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { defaultMessages, maxMessages, messagePage, pageShares } from "../../../src/domain/messages/messagePage.ts"

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("messagePage", () => {
  it("has 50 messages by default, and at most 100", () => {
    assert.deepStrictEqual([defaultMessages, maxMessages], [50, 100])
  })

  it.each([
    ["nothing at all", { newer: 0, shown: 0, total: 0 }, 50, { page: 1, hasNext: false, hasPrevious: false }],
    ["the newest of few", { newer: 0, shown: 3, total: 3 }, 50, { page: 1, hasNext: false, hasPrevious: false }],
    ["the newest of many", { newer: 0, shown: 50, total: 51 }, 50, { page: 1, hasNext: true, hasPrevious: false }],
    [
      "what follows a whole page",
      { newer: 50, shown: 1, total: 51 },
      50,
      { page: 2, hasNext: false, hasPrevious: true }
    ],
    [
      "what follows a part of a page",
      { newer: 49, shown: 50, total: 120 },
      50,
      { page: 1, hasNext: true, hasPrevious: true }
    ],
    ["what follows the oldest", { newer: 51, shown: 0, total: 51 }, 50, { page: 2, hasNext: false, hasPrevious: true }],
    ["one by one", { newer: 6, shown: 1, total: 8 }, 1, { page: 7, hasNext: true, hasPrevious: true }]
  ])("is classified: %s", (_, counts, limit, page) => {
    assert.deepStrictEqual(messagePage(counts, limit), page)
  })

  it.prop(
    "counts the pages from each last message, and the last page has no next one",
    { total: Between(0, 500), limit: Between(1, maxMessages) },
    ({ limit, total }) => {
      const pages = Array.from({ length: Math.max(1, Math.ceil(total / limit)) }, (_, place) => {
        const newer = place * limit
        return messagePage({ newer, shown: Math.min(limit, total - newer), total }, limit)
      })
      assert.deepStrictEqual(
        pages,
        pages.map((_, place) => ({ page: place + 1, hasNext: place + 1 < pages.length, hasPrevious: place > 0 }))
      )
    }
  )
})

describe("pageShares", () => {
  it.prop(
    "add up to the limit, with the anchor in the middle of a page around it",
    { limit: Between(1, maxMessages) },
    ({ limit }) => {
      assert.deepStrictEqual(pageShares(limit, "before"), { newer: 0, older: limit })
      assert.deepStrictEqual(pageShares(limit, "after"), { newer: limit, older: 0 })
      const { newer, older } = pageShares(limit, "around")
      assert.strictEqual(newer + older, limit)
      // One of the older is the anchor itself.
      assert.include([0, 1], older - 1 - newer)
    }
  )
})
