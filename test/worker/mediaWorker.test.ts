import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../src/adapters/memory/World.ts"
import { maxFilesInFlight } from "../../src/adapters/worker/workers.ts"
import { claimMedia, fetchMedia } from "../../src/app/media/fetchMedia.ts"
import { MediaId } from "../../src/domain/Ids.ts"
import { maxAttempts, MediaGone } from "../../src/domain/media/Media.ts"
import { MediaSource } from "../../src/ports/media/MediaStore.ts"
import { sha256 } from "../../testing/given/files.ts"
import { bytes, file, reset, scene, start, world } from "./mediaScene.ts"

describe("the media worker", () => {
  it.effect("fetches a new file at once, and stores it with its type", () =>
    Effect.gen(function* () {
      const { add, kept, known } = yield* scene(() => Effect.succeed(file))
      yield* TestClock.adjust("0 seconds")
      const [id] = yield* add(1)
      yield* TestClock.adjust("0 seconds")
      const { failures, mimeType, sha256: hash, size, status, storedAt } = yield* known(id)
      assert.deepStrictEqual(
        { failures, mimeType, hash, size, status, storedAt },
        { failures: 0, mimeType: "image/jpeg", hash: sha256(bytes), size: 1_000, status: "stored", storedAt: start }
      )
      assert.strictEqual(yield* kept(id ?? MediaId.make("")), sha256(bytes))
    }).pipe(Effect.provide(world))
  )

  it.effect("retries a file that is unavailable or cut off until it is stored", () =>
    Effect.gen(function* () {
      const { add, attempts, kept, known } = yield* scene((_, attempt) => {
        if (attempt === 1) return Effect.fail(reset)
        if (attempt === 2) return Effect.succeed({ ...file, bytes: Stream.concat(file.bytes, Stream.fail(reset)) })
        return Effect.succeed(file)
      })
      const [id] = yield* add(1)
      yield* TestClock.adjust("0 seconds")
      const { detail, failures, status } = yield* known(id)
      assert.deepStrictEqual([detail, failures, status], ["MediaNotReached: reset", 1, "pending"])
      yield* TestClock.adjust("4 seconds")
      assert.isNull(yield* kept(id ?? MediaId.make("")))
      yield* TestClock.adjust("20 seconds")
      const { failures: all, status: last } = yield* known(id)
      assert.deepStrictEqual([all, last], [2, "stored"])
      assert.lengthOf(yield* attempts, 3)
    }).pipe(Effect.provide(world))
  )

  it.effect("fails after a bounded number of attempts, with the reason", () =>
    Effect.gen(function* () {
      const { add, attempts, known, stop } = yield* scene(() => Effect.fail(reset))
      // The worker would look every second, for days.
      yield* stop
      const [id] = yield* add(1)
      const source = Layer.succeed(MediaSource, MediaSource.of({ fetch: () => Effect.fail(reset) }))
      const day = Effect.gen(function* () {
        yield* TestClock.adjust("1 day")
        const due = yield* claimMedia(10)
        yield* Effect.forEach(due, fetchMedia)
        return due.length
      }).pipe(Effect.provide(source))
      const claimed = yield* Effect.replicateEffect(day, maxAttempts + 2)
      assert.deepStrictEqual(claimed, [...Array.from({ length: maxAttempts }, () => 1), 0, 0])
      const { detail, failures, status } = yield* known(id)
      assert.deepStrictEqual([status, failures, detail], ["failed", maxAttempts, "MediaNotReached: reset"])
      assert.deepStrictEqual(yield* attempts, [])
    }).pipe(Effect.provide(world))
  )

  it.effect("does not change a stored file if another attempt fails", () =>
    Effect.gen(function* () {
      const { add, kept, known } = yield* scene(() => Effect.succeed(file))
      const [id = MediaId.make("")] = yield* add(1)
      yield* TestClock.adjust("0 seconds")
      const source = Layer.succeed(MediaSource, MediaSource.of({ fetch: () => Effect.fail(reset) }))
      yield* Effect.provide(fetchMedia(yield* known(id)), source)
      assert.strictEqual((yield* known(id)).status, "stored")
      assert.strictEqual(yield* kept(id), sha256(bytes))
    }).pipe(Effect.provide(world))
  )

  it.effect("fails at once for a file that is gone, with the reason", () =>
    Effect.gen(function* () {
      const { add, attempts, known } = yield* scene(() => Effect.fail(new MediaGone({ detail: "HTTP 404" })))
      const [id] = yield* add(1)
      yield* TestClock.adjust("1 hour")
      const { detail, failures, status } = yield* known(id)
      assert.deepStrictEqual([status, failures, detail], ["failed", 1, "MediaGone: HTTP 404"])
      assert.lengthOf(yield* attempts, 1)
    }).pipe(Effect.provide(world))
  )

  it.effect("sends no request for an account without a token", () =>
    Effect.gen(function* () {
      const { add, attempts, known } = yield* scene(() => Effect.succeed(file), null)
      const [id] = yield* add(1)
      yield* TestClock.adjust("3 minutes")
      const { detail, failures, status } = yield* known(id)
      assert.deepStrictEqual([detail, failures, status], ["ChannelTokenMissing", 1, "pending"])
      assert.deepStrictEqual(yield* attempts, [])
    }).pipe(Effect.provide(world))
  )

  it.effect("fetches at most eight files at once, and starts the next when one ends", () =>
    Effect.gen(function* () {
      const [first, others] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const { add, attempts, known, next } = yield* scene((media) =>
        Effect.as(Deferred.await(media.index === 0 ? first : others), file)
      )
      // Comes before the worker is stopped, which waits for what is running.
      yield* Effect.addFinalizer(() =>
        Effect.andThen(Deferred.succeed(first, undefined), Deferred.succeed(others, undefined))
      )
      const ids = yield* add(12)
      yield* Effect.replicateEffect(next, maxFilesInFlight)
      yield* TestClock.adjust("10 seconds")
      assert.lengthOf(yield* attempts, maxFilesInFlight)
      yield* Deferred.succeed(first, undefined)
      yield* next
      yield* TestClock.adjust("10 seconds")
      assert.lengthOf(yield* attempts, maxFilesInFlight + 1)
      assert.strictEqual((yield* known(ids[0])).status, "stored")
      yield* Deferred.succeed(others, undefined)
      yield* Effect.replicateEffect(next, 3)
      assert.deepStrictEqual((yield* attempts).map(({ id }) => id).sort(), ids.toSorted())
    }).pipe(Effect.provide(world))
  )

  it.effect("ends an attempt that takes too long before others may claim the file", () =>
    Effect.gen(function* () {
      const { add, attempts, known } = yield* scene((_, attempt) =>
        attempt === 1 ? Effect.never : Effect.succeed(file)
      )
      const [id] = yield* add(1)
      yield* TestClock.adjust("239 seconds")
      assert.strictEqual((yield* known(id)).failures, 0)
      yield* TestClock.adjust("1 second")
      assert.deepInclude(yield* known(id), { failures: 1, detail: "MediaNotReached: not kept within 4 minutes" })
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* known(id)).status, "stored")
      assert.lengthOf(yield* attempts, 2)
    }).pipe(Effect.provide(world))
  )

  it.effect("retries an attempt with a defect after its lease, and continues with the others", () =>
    Effect.gen(function* () {
      const { add, attempts, known } = yield* scene((media, attempt) =>
        media.index === 0 && attempt === 1 ? Effect.die("bug") : Effect.succeed(file)
      )
      const [first, second] = yield* add(2)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([(yield* known(first)).status, (yield* known(second)).status], ["pending", "stored"])
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual((yield* known(first)).status, "stored")
      assert.deepStrictEqual(
        (yield* attempts).map(({ at }) => at),
        [0, 0, 300]
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("continues after a failed query of the library, with all slots", () =>
    Effect.gen(function* () {
      const { failNext } = yield* World
      yield* failNext("MediaLibrary.claim", 20)
      const { add, known } = yield* scene(() => Effect.succeed(file))
      const ids = yield* add(3)
      yield* TestClock.adjust("30 seconds")
      const ends = yield* Effect.forEach(ids, known)
      assert.deepStrictEqual(
        ends.map(({ status }) => status),
        ["stored", "stored", "stored"]
      )
    }).pipe(Effect.provide(world))
  )

  it.effect("finishes running fetches for eight seconds at its stop, and claims no more", () =>
    Effect.gen(function* () {
      const { add, attempts, known, stop } = yield* scene((media) =>
        media.index === 0 ? Effect.as(Effect.sleep("7 seconds"), file) : Effect.never
      )
      const [first, second] = yield* add(2)
      yield* TestClock.adjust("0 seconds")
      const stopping = yield* Effect.forkChild(stop, { startImmediately: true })
      yield* add(1)
      yield* TestClock.adjust("7 seconds")
      assert.isUndefined(stopping.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.isDefined(stopping.pollUnsafe())
      assert.deepStrictEqual([(yield* known(first)).status, (yield* known(second)).status], ["stored", "pending"])
      assert.lengthOf(yield* attempts, 2)
    }).pipe(Effect.provide(world))
  )
})
