import { Deferred, Effect, Exit, Fiber, type Layer, Option, Stream } from "effect"
import type { MediaId, OrganizationId } from "../../src/domain/Ids.ts"
import { maxMediaBytes } from "../../src/domain/media/Media.ts"
import { type ByteRange, MediaStore } from "../../src/ports/media/MediaStore.ts"
import { bytesOf, collected, pieces, sha256, someFile } from "../given/files.ts"
import { assert } from "./assert.ts"
import type { Runner } from "./Runner.ts"
import { suite } from "./Suite.ts"

const mebibyte = 1024 * 1024
const mimeType = "audio/ogg; codecs=opus"

interface Place {
  readonly organizationId: OrganizationId
  readonly id: MediaId
}

const putAt = Effect.fnUntraced(function* <E>({ id, organizationId }: Place, bytes: Stream.Stream<Uint8Array, E>) {
  return yield* (yield* MediaStore).put(organizationId, id, { mimeType, bytes })
})

/** The stored file: its size, and the bytes that were asked for; null for nothing. */
const keptAt = Effect.fnUntraced(function* ({ id, organizationId }: Place, range: ByteRange | null = null) {
  const found = yield* (yield* MediaStore).get(organizationId, id, range)
  if (Option.isNone(found)) return null
  return { size: found.value.size, bytes: yield* collected(found.value.bytes) }
})

/** Compared by their hashes: a difference in large ones would be printed for minutes. */
const assertKept = (kept: Effect.Success<ReturnType<typeof keptAt>>, bytes: Uint8Array) => {
  assert.strictEqual(kept?.size, bytes.length)
  assert.strictEqual(sha256(kept?.bytes ?? new Uint8Array()), sha256(bytes))
}

/** Checks the bytes that are stored and read, whole or in parts, and the rest after failures. Files of up to 100 MiB are written. */
export const mediaStoreContract = <E>(runner: Runner, name: string, stores: Layer.Layer<MediaStore, E>) =>
  suite(runner, `MediaStore: ${name}`, stores, (it) => {
    it.effect.each([0, 1, 65_521, 5 * mebibyte - 1, 5 * mebibyte, 5 * mebibyte + 1, 12 * mebibyte + 7])(
      "keeps a file of %d bytes, and says its size and hash",
      (length) =>
        Effect.gen(function* () {
          const place = yield* someFile
          const bytes = bytesOf(length)
          assert.deepStrictEqual(yield* putAt(place, pieces(bytes)), { size: length, sha256: sha256(bytes) })
          assertKept(yield* keptAt(place), bytes)
        })
    )

    it.effect.each([
      [0, 2],
      [1, 1],
      [10, 20],
      [99, 1],
      [0, 100],
      [90, 1_000],
      [100, 1],
      [5, 0]
    ])("gives the part that is asked for: from %d, %d bytes", ([offset = 0, length = 0]) =>
      Effect.gen(function* () {
        const place = yield* someFile
        const bytes = bytesOf(100)
        yield* putAt(place, pieces(bytes, 7))
        const kept = yield* keptAt(place, { offset, length })
        assert.deepStrictEqual(kept, { size: 100, bytes: bytes.slice(offset, offset + length) })
      })
    )

    it.effect("has nothing that was not put there, and keeps organizations and files apart", () =>
      Effect.gen(function* () {
        const [one, other] = [yield* someFile, yield* someFile]
        yield* putAt(one, Stream.make(bytesOf(10)))
        yield* putAt(other, Stream.make(bytesOf(10, 1)))
        yield* putAt({ ...one, id: other.id }, Stream.make(bytesOf(10, 2)))
        assertKept(yield* keptAt(one), bytesOf(10))
        assertKept(yield* keptAt(other), bytesOf(10, 1))
        assertKept(yield* keptAt({ ...one, id: other.id }), bytesOf(10, 2))
        assert.isNull(yield* keptAt({ ...other, id: one.id }))
        assert.isNull(yield* keptAt(yield* someFile))
      })
    )

    it.effect("puts a file in the place of the one before it", () =>
      Effect.gen(function* () {
        const place = yield* someFile
        yield* putAt(place, Stream.make(bytesOf(6 * mebibyte)))
        yield* putAt(place, Stream.make(bytesOf(10, 1)))
        assertKept(yield* keptAt(place), bytesOf(10, 1))
      })
    )

    it.effect.each([10, 11 * mebibyte])(
      "keeps nothing of a file that breaks off after %d bytes, and says why",
      (length) =>
        Effect.gen(function* () {
          const [empty, full] = [yield* someFile, yield* someFile]
          yield* putAt(full, Stream.make(bytesOf(10)))
          const broken = Stream.concat(pieces(bytesOf(length, 1)), Stream.fail("reset" as const))
          for (const place of [empty, full]) assert.strictEqual(yield* Effect.flip(putAt(place, broken)), "reset")
          assert.isNull(yield* keptAt(empty))
          assertKept(yield* keptAt(full), bytesOf(10))
        })
    )

    it.effect("keeps nothing of a file when it is interrupted", () =>
      Effect.gen(function* () {
        const place = yield* someFile
        const begun = yield* Deferred.make<void>()
        const waiting = Stream.fromEffect(Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
        const fiber = yield* Effect.forkChild(putAt(place, Stream.concat(pieces(bytesOf(6 * mebibyte)), waiting)))
        yield* Deferred.await(begun)
        yield* Fiber.interrupt(fiber)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
        assert.isNull(yield* keptAt(place))
      })
    )

    it.effect("keeps the largest file that there may be, and none that is larger", () =>
      Effect.gen(function* () {
        const [largest, larger] = [yield* someFile, yield* someFile]
        const chunk = bytesOf(mebibyte)
        const bytes = Stream.fromIterable(
          Array.from({ length: maxMediaBytes / mebibyte }, () => chunk),
          { chunkSize: 1 }
        )
        assert.strictEqual((yield* putAt(largest, bytes)).size, maxMediaBytes)
        const failure = yield* Effect.flip(putAt(larger, Stream.concat(bytes, Stream.make(bytesOf(1)))))
        assert.strictEqual(failure._tag, "MediaTooLarge")
        assert.isNull(yield* keptAt(larger))
        yield* (yield* MediaStore).remove(largest.organizationId, largest.id)
      })
    )

    it.effect("removes a file, and minds nothing when it is gone already", () =>
      Effect.gen(function* () {
        const [place, other] = [yield* someFile, yield* someFile]
        const { remove } = yield* MediaStore
        yield* putAt(place, Stream.make(bytesOf(10)))
        yield* putAt(other, Stream.make(bytesOf(10, 1)))
        yield* remove(place.organizationId, place.id)
        yield* remove(place.organizationId, place.id)
        yield* remove((yield* someFile).organizationId, place.id)
        assert.isNull(yield* keptAt(place))
        assertKept(yield* keptAt(other), bytesOf(10, 1))
      })
    )
  })
