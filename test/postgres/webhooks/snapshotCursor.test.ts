import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  cursorText,
  decodeCursor,
  maxRemembered,
  rememberedCursors
} from "../../../src/adapters/postgres/webhooks/SnapshotCursor.ts"

const cursor = {
  since: "7:9:8",
  until: "11:11:",
  after: { commitOrder: "9", sequence: 2, id: "01a20000-0000-7000-8000-000000000001" },
  floor: "00000000-0000-0000-0000-000000000000"
}

describe("a cursor between two snapshots", () => {
  it.effect("is decoded as it was written", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* decodeCursor(cursorText(cursor)), cursor)
      const unread = { ...cursor, until: null, after: null }
      assert.deepStrictEqual(yield* decodeCursor(cursorText(unread)), unread)
    })
  )

  it("is cached until it is taken", () => {
    const { take, textOf } = rememberedCursors()
    const text = textOf(cursor)
    assert.strictEqual(take(text), cursor)
    assert.isUndefined(take(text))
  })

  it("is evicted by many newer ones", () => {
    const { take, textOf } = rememberedCursors()
    const text = textOf(cursor)
    const newer = Array.from({ length: maxRemembered }, (_, place) => ({
      ...cursor,
      after: { ...cursor.after, sequence: place + 3 }
    }))
    const texts = newer.map(textOf)
    assert.isUndefined(take(text))
    assert.deepStrictEqual(texts.map(take), newer)
  })
})
