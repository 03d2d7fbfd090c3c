import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Ref } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../src/adapters/memory/World.ts"
import { pollInterval } from "../../src/adapters/worker/runDueWork.ts"
import { MediaId } from "../../src/domain/Ids.ts"
import { MediaStore } from "../../src/ports/media/MediaStore.ts"
import { file, reset, scene, world } from "./mediaScene.ts"

describe("the media worker for a deleted message", () => {
  /** What is left of the organization's files, and whether there are bytes of this one. */
  const left = Effect.fnUntraced(function* (kept: Effect.Effect<string | null, never, MediaStore>) {
    const { media } = yield* (yield* World).state
    return { files: media.map(({ media: { status } }) => status), bytes: (yield* kept) !== null }
  })
  const none = { files: [], bytes: false }

  it.effect("removes the stored file and its record", () =>
    Effect.gen(function* () {
      const { add, kept, takeBack } = yield* scene(() => Effect.succeed(file))
      const [id = MediaId.make("")] = yield* add(1)
      yield* TestClock.adjust("0 seconds")
      assert.deepStrictEqual(yield* left(kept(id)), { files: ["stored"], bytes: true })
      yield* takeBack
      yield* TestClock.adjust(pollInterval)
      assert.deepStrictEqual(yield* left(kept(id)), none)
    }).pipe(Effect.provide(world))
  )

  it.effect("no longer fetches its file", () =>
    Effect.gen(function* () {
      const { add, attempts, kept, takeBack } = yield* scene(() => Effect.fail(reset))
      const [id = MediaId.make("")] = yield* add(1)
      yield* TestClock.adjust("0 seconds")
      yield* takeBack
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual(yield* left(kept(id)), none)
      assert.lengthOf(yield* attempts, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("stores nothing of a file that was being fetched", () =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      const { add, kept, next, takeBack } = yield* scene(() => Effect.as(Deferred.await(arrived), file))
      const [id = MediaId.make("")] = yield* add(1)
      yield* next
      yield* takeBack
      yield* TestClock.adjust("10 seconds")
      yield* Deferred.succeed(arrived, undefined)
      yield* TestClock.adjust("0 seconds")
      assert.deepStrictEqual(yield* left(kept(id)), none)
    }).pipe(Effect.provide(world))
  )

  it.effect("removes a file whose fetch was interrupted after it was stored", () =>
    Effect.gen(function* () {
      const { add, kept, takeBack } = yield* scene(() => Effect.succeed(file))
      yield* (yield* World).failNext("MediaLibrary.recordOutcome")
      const [id = MediaId.make("")] = yield* add(1)
      yield* TestClock.adjust("1 minute")
      yield* takeBack
      assert.deepStrictEqual(yield* left(kept(id)), { files: ["discarded"], bytes: true })
      yield* TestClock.adjust("4 minutes")
      assert.deepStrictEqual(yield* left(kept(id)), none)
    }).pipe(Effect.provide(world))
  )

  it.effect("retries a failed removal after its lease, for as long as it fails", () =>
    Effect.gen(function* () {
      const store = yield* MediaStore
      const removals = yield* Ref.make(0)
      const failing = MediaStore.of({
        ...store,
        remove: Effect.fnUntraced(function* (organizationId, id) {
          if ((yield* Ref.updateAndGet(removals, (count) => count + 1)) <= 20) return yield* Effect.die("down")
          yield* store.remove(organizationId, id)
        })
      })
      yield* Effect.gen(function* () {
        const { add, attempts, kept, takeBack } = yield* scene(() => Effect.succeed(file))
        const [id = MediaId.make("")] = yield* add(1)
        yield* TestClock.adjust("0 seconds")
        yield* takeBack
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* left(kept(id)), { files: ["discarded"], bytes: true })
        yield* TestClock.adjust("99 minutes")
        assert.deepStrictEqual(yield* left(kept(id)), { files: ["discarded"], bytes: true })
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* left(kept(id)), none)
        assert.strictEqual(yield* Ref.get(removals), 21)
        assert.lengthOf(yield* attempts, 1)
      }).pipe(Effect.provideService(MediaStore, failing))
    }).pipe(Effect.provide(world))
  )

  it.effect("removes a file again if its record could not be removed", () =>
    Effect.gen(function* () {
      const { add, kept, takeBack } = yield* scene(() => Effect.succeed(file))
      const [id = MediaId.make("")] = yield* add(1)
      yield* TestClock.adjust("0 seconds")
      yield* (yield* World).failNext("MediaLibrary.forget")
      yield* takeBack
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* left(kept(id)), { files: ["discarded"], bytes: false })
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(yield* left(kept(id)), none)
    }).pipe(Effect.provide(world))
  )
})
