import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as FolderMediaStore from "../../src/adapters/media/FolderMediaStore.ts"
import { MediaStore } from "../../src/ports/media/MediaStore.ts"
import { bytesOf, collected, pieces, sha256, someFile } from "../../testing/given/files.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "parley-media-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

const storeIn = (path: string) =>
  Effect.map(
    Layer.build(FolderMediaStore.layer(path).pipe(Layer.provide(NodeServices.layer))),
    (context) =>
      <A, E>(effect: Effect.Effect<A, E, MediaStore>) =>
        Effect.provideContext(effect, context)
  )

const namesIn = (path: string) => Effect.promise(() => readdir(path))
const modeOf = (path: string) =>
  Effect.map(
    Effect.promise(() => stat(path)),
    ({ mode }) => (mode & 0o777).toString(8)
  )
const mimeType = "image/jpeg"

describe("the folder of a media store", () => {
  it.effect("has a private folder for each organization, and no other files", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "made", "here")
      const inStore = yield* storeIn(path)
      const { id, organizationId } = yield* someFile
      const put = Effect.flatMap(MediaStore, (store) =>
        store.put(organizationId, id, { mimeType, bytes: pieces(bytesOf(100), 7) })
      )
      yield* inStore(put)
      yield* inStore(put)
      assert.deepStrictEqual((yield* namesIn(path)).sort(), [".incoming", organizationId])
      assert.deepStrictEqual(yield* namesIn(join(path, organizationId)), [id])
      assert.deepStrictEqual(yield* namesIn(join(path, ".incoming")), [])
      assert.strictEqual(yield* modeOf(join(path, organizationId)), "700")
      assert.strictEqual(yield* modeOf(join(path, organizationId, id)), "600")
    })
  )

  it.effect("does not show a file before it is complete, and removes one that was cut off", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const inStore = yield* storeIn(path)
      const { id, organizationId } = yield* someFile
      const begun = yield* Deferred.make<void>()
      const waiting = Stream.fromEffect(Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
      const bytes = Stream.concat(Stream.make(bytesOf(10)), waiting)
      const fiber = yield* Effect.forkChild(
        inStore(Effect.flatMap(MediaStore, ({ put }) => put(organizationId, id, { mimeType, bytes })))
      )
      yield* Deferred.await(begun)
      assert.deepStrictEqual(yield* namesIn(path), [".incoming"])
      assert.lengthOf(yield* namesIn(join(path, ".incoming")), 1)
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* namesIn(join(path, ".incoming")), [])
    })
  )

  it.effect("stores one complete file of several simultaneous ones with the same id", () =>
    Effect.gen(function* () {
      const inStore = yield* storeIn(yield* folder)
      const { id, organizationId } = yield* someFile
      const files = Array.from({ length: 6 }, (_, seed) => bytesOf(1_000_000 + seed, seed))
      const { get, put } = yield* inStore(MediaStore)
      yield* Effect.forEach(files, (bytes) => put(organizationId, id, { mimeType, bytes: pieces(bytes) }), {
        concurrency: "unbounded"
      })
      const kept = yield* Effect.flatMap(get(organizationId, id, null), Effect.fromOption)
      assert.include(files.map(sha256), sha256(yield* collected(kept.bytes)))
    })
  )

  it.effect("removes files begun by a killed process once they are an hour old", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const incoming = join(path, ".incoming")
      const now = Date.parse("2026-11-20T12:00:00.000Z")
      yield* TestClock.setTime(now)
      const leftBehind = Effect.fnUntraced(function* (name: string, age: number) {
        const left = join(incoming, name)
        yield* Effect.promise(() => mkdir(left, { recursive: true }))
        yield* Effect.promise(() => writeFile(join(left, "file"), "half of"))
        const at = new Date(now - age)
        yield* Effect.promise(() => utimes(left, at, at))
      })
      yield* leftBehind("old", 3_601_000)
      yield* leftBehind("young", 3_599_000)
      yield* storeIn(path)
      assert.deepStrictEqual(yield* namesIn(incoming), ["young"])
    })
  )

  it.effect("reports an error if it is not writable", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const inStore = yield* storeIn(path)
      const { id, organizationId } = yield* someFile
      // Somebody has put a file where the organization's folder belongs; permissions would not stop root.
      yield* Effect.promise(() => writeFile(join(path, organizationId), "in the way"))
      yield* Effect.promise(() => chmod(join(path, organizationId), 0o600))
      const { put } = yield* inStore(MediaStore)
      const failure = yield* Effect.flip(put(organizationId, id, { mimeType, bytes: Stream.make(bytesOf(1)) }))
      assert.strictEqual(failure._tag, "MediaNotKept")
      assert.deepStrictEqual(yield* namesIn(join(path, ".incoming")), [])
    })
  )
})
