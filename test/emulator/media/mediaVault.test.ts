import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as MediaVault from "../../../emulator/media/MediaVault.ts"

const encoder = new TextEncoder()

describe("the media vault", () => {
  it.effect("media vault: files have size and hash, in the forms of webhooks and the media endpoint", () =>
    Effect.gen(function* () {
      const vault = yield* MediaVault.MediaVault
      const kept = yield* vault.store({ mimeType: "text/plain", bytes: encoder.encode("abc"), owner: "1" })
      assert.deepStrictEqual(kept, {
        id: kept.id,
        mimeType: "text/plain",
        bytes: encoder.encode("abc"),
        size: 3,
        sha256: "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
        sha256Hex: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        filename: null,
        owner: "1",
        uploaded: false
      })
      assert.deepStrictEqual(yield* vault.find(kept.id), Option.some(kept))
      yield* vault.remove(kept.id)
      yield* vault.remove(kept.id)
      assert.isTrue(Option.isNone(yield* vault.find(kept.id)))
    }).pipe(Effect.provide(MediaVault.layer))
  )

  it.effect("media vault: the oldest files are removed beyond the maximum number", () =>
    Effect.gen(function* () {
      const vault = yield* MediaVault.MediaVault
      const store = vault.store({ mimeType: "text/plain", bytes: encoder.encode("abc") })
      const kept = yield* Effect.replicateEffect(store, MediaVault.maxFiles + 2)
      const left = yield* Effect.filter(kept, ({ id }) => Effect.map(vault.find(id), Option.isSome))
      assert.deepStrictEqual(
        left.map(({ id }) => id),
        kept.slice(2).map(({ id }) => id)
      )
    }).pipe(Effect.provide(MediaVault.layer))
  )

  it.effect("media vault: the oldest files are removed beyond the maximum size, but never the newest", () =>
    Effect.gen(function* () {
      const vault = yield* MediaVault.MediaVault
      const third = new Uint8Array(Math.floor(MediaVault.maxStoredBytes / 3))
      const store = (bytes: Uint8Array) => vault.store({ mimeType: "application/pdf", bytes })
      const isThere = (id: string) => Effect.map(vault.find(id), Option.isSome)
      const [first, second, last] = [yield* store(third), yield* store(third), yield* store(third)]
      const all = Effect.forEach([first, second, last], ({ id }) => isThere(id))
      assert.deepStrictEqual(yield* all, [true, true, true])
      yield* store(encoder.encode("abc"))
      assert.deepStrictEqual(yield* all, [false, true, true])
      const huge = yield* store(new Uint8Array(MediaVault.maxStoredBytes + 1))
      assert.deepStrictEqual(yield* all, [false, false, false])
      assert.isTrue(yield* isThere(huge.id))
    }).pipe(Effect.provide(MediaVault.layer))
  )
})
