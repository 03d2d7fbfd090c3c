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

interface FileKey {
  readonly organizationId: OrganizationId
  readonly id: MediaId
}

const putAt = Effect.fnUntraced(function* <E>({ id, organizationId }: FileKey, bytes: Stream.Stream<Uint8Array, E>) {
  return yield* (yield* MediaStore).put(organizationId, id, { mimeType, bytes })
})

/** The stored file: its size and the requested bytes; null if there is none. */
const storedAt = Effect.fnUntraced(function* ({ id, organizationId }: FileKey, range: ByteRange | null = null) {
  const found = yield* (yield* MediaStore).get(organizationId, id, range)
  if (Option.isNone(found)) return null
  return { size: found.value.size, bytes: yield* collected(found.value.bytes) }
})

/** Compares hashes, because printing the difference of large files takes minutes. */
const assertStored = (stored: Effect.Success<ReturnType<typeof storedAt>>, bytes: Uint8Array) => {
  assert.strictEqual(stored?.size, bytes.length)
  assert.strictEqual(sha256(stored?.bytes ?? new Uint8Array()), sha256(bytes))
}

/**
 * Checks storing and reading of bytes, whole or in ranges, and the state after failures. Writes files of up to 100 MiB.
 */
export const mediaStoreContract = <E>(runner: Runner, name: string, stores: Layer.Layer<MediaStore, E>) =>
  suite(runner, `MediaStore: ${name}`, stores, (it) => {
    it.effect.each([0, 1, 65_521, 5 * mebibyte - 1, 5 * mebibyte, 5 * mebibyte + 1, 12 * mebibyte + 7])(
      "media store: a file of %d bytes is stored, and its size and hash are returned",
      (length) =>
        Effect.gen(function* () {
          const key = yield* someFile
          const bytes = bytesOf(length)
          assert.deepStrictEqual(yield* putAt(key, pieces(bytes)), { size: length, sha256: sha256(bytes) })
          assertStored(yield* storedAt(key), bytes)
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
    ])("media store: a range is returned: from %d, %d bytes", ([offset = 0, length = 0]) =>
      Effect.gen(function* () {
        const key = yield* someFile
        const bytes = bytesOf(100)
        yield* putAt(key, pieces(bytes, 7))
        const stored = yield* storedAt(key, { offset, length })
        assert.deepStrictEqual(stored, { size: 100, bytes: bytes.slice(offset, offset + length) })
      })
    )

    it.effect("media store: an unknown file is absent, and organizations and files are separate", () =>
      Effect.gen(function* () {
        const [one, other] = [yield* someFile, yield* someFile]
        yield* putAt(one, Stream.make(bytesOf(10)))
        yield* putAt(other, Stream.make(bytesOf(10, 1)))
        yield* putAt({ ...one, id: other.id }, Stream.make(bytesOf(10, 2)))
        assertStored(yield* storedAt(one), bytesOf(10))
        assertStored(yield* storedAt(other), bytesOf(10, 1))
        assertStored(yield* storedAt({ ...one, id: other.id }), bytesOf(10, 2))
        assert.isNull(yield* storedAt({ ...other, id: one.id }))
        assert.isNull(yield* storedAt(yield* someFile))
      })
    )

    it.effect("media store: a second file replaces the first one", () =>
      Effect.gen(function* () {
        const key = yield* someFile
        yield* putAt(key, Stream.make(bytesOf(6 * mebibyte)))
        yield* putAt(key, Stream.make(bytesOf(10, 1)))
        assertStored(yield* storedAt(key), bytesOf(10, 1))
      })
    )

    it.effect.each([10, 11 * mebibyte])(
      "media store: a file that fails after %d bytes leaves nothing, and its error is returned",
      (length) =>
        Effect.gen(function* () {
          const [empty, full] = [yield* someFile, yield* someFile]
          yield* putAt(full, Stream.make(bytesOf(10)))
          const broken = Stream.concat(pieces(bytesOf(length, 1)), Stream.fail("reset" as const))
          for (const key of [empty, full]) assert.strictEqual(yield* Effect.flip(putAt(key, broken)), "reset")
          assert.isNull(yield* storedAt(empty))
          assertStored(yield* storedAt(full), bytesOf(10))
        })
    )

    it.effect("media store: an interrupted file leaves nothing", () =>
      Effect.gen(function* () {
        const key = yield* someFile
        const started = yield* Deferred.make<void>()
        const waiting = Stream.fromEffect(Effect.andThen(Deferred.succeed(started, undefined), Effect.never))
        const fiber = yield* Effect.forkChild(putAt(key, Stream.concat(pieces(bytesOf(6 * mebibyte)), waiting)))
        yield* Deferred.await(started)
        yield* Fiber.interrupt(fiber)
        assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
        assert.isNull(yield* storedAt(key))
      })
    )

    it.effect("media store: the largest allowed file is stored, a larger one is not", () =>
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
        assert.isNull(yield* storedAt(larger))
        yield* (yield* MediaStore).remove(largest.organizationId, largest.id)
      })
    )

    it.effect("media store: removing deletes a file and ignores a missing one", () =>
      Effect.gen(function* () {
        const [key, other] = [yield* someFile, yield* someFile]
        const { remove } = yield* MediaStore
        yield* putAt(key, Stream.make(bytesOf(10)))
        yield* putAt(other, Stream.make(bytesOf(10, 1)))
        yield* remove(key.organizationId, key.id)
        yield* remove(key.organizationId, key.id)
        yield* remove((yield* someFile).organizationId, key.id)
        assert.isNull(yield* storedAt(key))
        assertStored(yield* storedAt(other), bytesOf(10, 1))
      })
    )
  })
