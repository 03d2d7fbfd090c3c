import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as MediaVault from "../../../emulator/media/MediaVault.ts"

const encoder = new TextEncoder()

describe("the files of the platform", () => {
  it.effect("are described with hash and size, as webhooks and the media endpoint write them", () =>
    Effect.gen(function* () {
      const vault = yield* MediaVault.MediaVault
      const kept = yield* vault.keep({ mimeType: "text/plain", bytes: encoder.encode("abc"), owner: "1" })
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

  it.effect("are forgotten when there are too many, the oldest first", () =>
    Effect.gen(function* () {
      const vault = yield* MediaVault.MediaVault
      const keep = vault.keep({ mimeType: "text/plain", bytes: encoder.encode("abc") })
      const kept = yield* Effect.replicateEffect(keep, MediaVault.maxFiles + 2)
      const left = yield* Effect.filter(kept, ({ id }) => Effect.map(vault.find(id), Option.isSome))
      assert.deepStrictEqual(
        left.map(({ id }) => id),
        kept.slice(2).map(({ id }) => id)
      )
    }).pipe(Effect.provide(MediaVault.layer))
  )

  it.effect("are forgotten when they are too large together, but never the last one", () =>
    Effect.gen(function* () {
      const vault = yield* MediaVault.MediaVault
      const third = new Uint8Array(Math.floor(MediaVault.maxKeptBytes / 3))
      const keep = (bytes: Uint8Array) => vault.keep({ mimeType: "application/pdf", bytes })
      const isThere = (id: string) => Effect.map(vault.find(id), Option.isSome)
      const [first, second, last] = [yield* keep(third), yield* keep(third), yield* keep(third)]
      const all = Effect.forEach([first, second, last], ({ id }) => isThere(id))
      assert.deepStrictEqual(yield* all, [true, true, true])
      yield* keep(encoder.encode("abc"))
      assert.deepStrictEqual(yield* all, [false, true, true])
      const huge = yield* keep(new Uint8Array(MediaVault.maxKeptBytes + 1))
      assert.deepStrictEqual(yield* all, [false, false, false])
      assert.isTrue(yield* isThere(huge.id))
    }).pipe(Effect.provide(MediaVault.layer))
  )
})
