import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  cursorText,
  decodeCursor,
  maxRemembered,
  rememberedCursors
} from "../../../src/adapters/postgres/delivery/SnapshotCursor.ts"

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

  it.effect("is remembered until it is read, and read from its text where it is not", () =>
    Effect.gen(function* () {
      const { read, textOf } = rememberedCursors()
      const text = textOf(cursor)
      assert.strictEqual(yield* read(text), cursor)
      const again = yield* read(text)
      assert.notStrictEqual(again, cursor)
      assert.deepStrictEqual(again, cursor)
    })
  )

  it.effect("is forgotten for many newer ones", () =>
    Effect.gen(function* () {
      const { read, textOf } = rememberedCursors()
      const text = textOf(cursor)
      const newer = Array.from({ length: maxRemembered }, (_, place) =>
        textOf({ ...cursor, after: { ...cursor.after, sequence: place + 3 } })
      )
      assert.notStrictEqual(yield* read(text), cursor)
      for (const one of newer) assert.strictEqual(yield* Effect.map(read(one), cursorText), one)
    })
  )
})
