import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer, Ref } from "effect"
import { maxPasses, rotateSecrets, rotationBatch } from "../../../src/app/access/rotateSecrets.ts"
import { type ResealedRows, SealedSecrets } from "../../../src/ports/access/SealedSecrets.ts"

const nothing: ResealedRows = { resealed: 0, overtaken: 0, unreadable: 0, next: null }

/** Rows of one kind that answer as the test says, and remember the places that they were read from. */
const scene = (answers: ReadonlyArray<Partial<ResealedRows>>, afterwards: Partial<ResealedRows> = {}) => {
  const asked: Array<string | null> = []
  const secrets = SealedSecrets.of({
    kinds: ["table.column"],
    keys: Effect.succeed({ present: "new", former: ["old", "older"], used: ["new", "older"] }),
    reseal: (kind, after, limit) =>
      Effect.sync(() => {
        assert.strictEqual(kind, "table.column")
        assert.strictEqual(limit, rotationBatch)
        asked.push(after)
        return { ...nothing, ...(answers[asked.length - 1] ?? afterwards) }
      })
  })
  return { asked, layer: Layer.succeed(SealedSecrets, secrets) }
}

describe("a rotation of the secrets", () => {
  it.effect("reads the rows in batches to the end, and reports its progress", () => {
    const { asked, layer } = scene([{ resealed: 200, next: "a" }, { resealed: 150, unreadable: 3 }, { unreadable: 3 }])
    return Effect.gen(function* () {
      const reports = yield* Ref.make<ReadonlyArray<number>>([])
      const rotation = yield* rotateSecrets(({ resealed }) => Ref.update(reports, (all) => [...all, resealed]))
      assert.deepStrictEqual(rotation, {
        kinds: [{ kind: "table.column", resealed: 350, unreadable: 3, isComplete: true }],
        presentKey: "new",
        removableKeys: ["old"],
        neededKeys: ["older"]
      })
      assert.deepStrictEqual(asked, [null, "a", null])
      assert.deepStrictEqual(yield* Ref.get(reports), [200, 350, 350])
    }).pipe(Effect.provide(layer))
  })

  it.effect("makes another pass for a row that another process wrote during the rotation", () => {
    const { asked, layer } = scene([{ resealed: 4, overtaken: 1 }, { resealed: 1 }])
    return Effect.gen(function* () {
      const { kinds } = yield* rotateSecrets(() => Effect.void)
      assert.deepStrictEqual(kinds, [{ kind: "table.column", resealed: 5, unreadable: 0, isComplete: true }])
      assert.lengthOf(asked, 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends as incomplete if other processes continue to write with an old key", () => {
    const { asked, layer } = scene([], { resealed: 1 })
    return Effect.gen(function* () {
      const { kinds } = yield* rotateSecrets(() => Effect.void)
      assert.deepStrictEqual(kinds, [{ kind: "table.column", resealed: maxPasses, unreadable: 0, isComplete: false }])
      assert.lengthOf(asked, maxPasses)
    }).pipe(Effect.provide(layer))
  })

  it.effect("can be interrupted between two batches", () => {
    const { asked, layer } = scene([{ resealed: 200, next: "a" }], { resealed: 1, next: "b" })
    return Effect.gen(function* () {
      const reached = yield* Latch.make()
      const fiber = yield* Effect.forkChild(rotateSecrets(() => Effect.andThen(reached.open, Effect.never)))
      yield* reached.await
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(asked, [null])
    }).pipe(Effect.provide(layer))
  })
})
