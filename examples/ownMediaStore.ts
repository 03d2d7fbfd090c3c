/** A store of files that is written by a user of the library, and its contract. */
import { Effect, Layer, Option, Stream } from "effect"
import { type MediaId, maxMediaBytes, MediaTooLarge, type OrganizationId } from "effect-parley/domain"
import { MediaStore } from "effect-parley/ports"
import { mediaStoreContract } from "effect-parley/testing"
import { createHash } from "node:crypto"
import { after, describe, it } from "node:test"

/** Files in a map. A store of yours would write them where yours are. */
const layer = Layer.sync(MediaStore, () => {
  const files = new Map<string, Uint8Array>()
  const keyOf = (organizationId: OrganizationId, id: MediaId) => `${organizationId}/${id}`
  return MediaStore.of({
    put: Effect.fn("OwnMediaStore.put")(function* (organizationId, id, { bytes }) {
      const chunks: Array<Uint8Array> = []
      let size = 0
      // A file that is too large, or whose source fails, leaves the file before it in its place.
      yield* Stream.runForEach(bytes, (chunk) =>
        Effect.suspend(() => {
          size += chunk.length
          chunks.push(chunk.slice())
          return size > maxMediaBytes ? new MediaTooLarge() : Effect.void
        })
      )
      const whole = Buffer.concat(chunks)
      files.set(keyOf(organizationId, id), whole)
      return { size, sha256: createHash("sha256").update(whole).digest("hex") }
    }),
    get: (organizationId, id, range) =>
      Effect.sync(() =>
        Option.map(Option.fromUndefinedOr(files.get(keyOf(organizationId, id))), (whole) => {
          const part = range === null ? whole : whole.subarray(range.offset, range.offset + range.length)
          return { size: whole.length, bytes: part.length === 0 ? Stream.empty : Stream.make(part) }
        })
      ),
    remove: (organizationId, id) => Effect.sync(() => void files.delete(keyOf(organizationId, id)))
  })
})

// The suite that the stores of the package pass, with the runner of Node. `{ describe, it, afterAll }` of Vitest fits too.
mediaStoreContract({ describe, it, afterAll: after }, "my own", layer)
