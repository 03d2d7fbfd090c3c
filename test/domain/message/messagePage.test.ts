import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { defaultMessages, maxMessages, messagePage } from "../../../src/domain/message/messagePage.ts"

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("messagePage", () => {
  it("has 50 messages when nobody says how many, and at most 100", () => {
    assert.deepStrictEqual([defaultMessages, maxMessages], [50, 100])
  })

  it.each([
    ["nothing at all", { newer: 0, shown: 0, total: 0 }, 50, { page: 1, hasNext: false }],
    ["the newest of few", { newer: 0, shown: 3, total: 3 }, 50, { page: 1, hasNext: false }],
    ["the newest of many", { newer: 0, shown: 50, total: 51 }, 50, { page: 1, hasNext: true }],
    ["what follows a whole page", { newer: 50, shown: 1, total: 51 }, 50, { page: 2, hasNext: false }],
    ["what follows a part of a page", { newer: 49, shown: 50, total: 120 }, 50, { page: 1, hasNext: true }],
    ["what follows the oldest", { newer: 51, shown: 0, total: 51 }, 50, { page: 2, hasNext: false }],
    ["one by one", { newer: 6, shown: 1, total: 8 }, 1, { page: 7, hasNext: true }]
  ])("is told of %s", (_, counts, limit, page) => {
    assert.deepStrictEqual(messagePage(counts, limit), page)
  })

  it.prop(
    "counts the pages of who reads on from the last message of each, and ends with the last one",
    { total: Between(0, 500), limit: Between(1, maxMessages) },
    ({ limit, total }) => {
      const pages = Array.from({ length: Math.max(1, Math.ceil(total / limit)) }, (_, place) => {
        const newer = place * limit
        return messagePage({ newer, shown: Math.min(limit, total - newer), total }, limit)
      })
      assert.deepStrictEqual(
        pages,
        pages.map((_, place) => ({ page: place + 1, hasNext: place + 1 < pages.length }))
      )
    }
  )
})
