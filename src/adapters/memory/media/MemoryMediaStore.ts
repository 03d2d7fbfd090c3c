import { Effect, Layer, Option, Ref, Stream } from "effect"
import { createHash } from "node:crypto"
import type { MediaId, OrganizationId } from "../../../domain/Ids.ts"
import { maxMediaBytes, MediaTooLarge } from "../../../domain/media/Media.ts"
import { MediaStore } from "../../../ports/media/MediaStore.ts"

const keyOf = (organizationId: OrganizationId, id: MediaId): string => `${organizationId}/${id}`

/** Files that nothing outlives the layer of. They are no part of the world: a rollback leaves them where they are. */
export const layer = Layer.effect(
  MediaStore,
  Effect.gen(function* () {
    const files = yield* Ref.make<ReadonlyMap<string, Uint8Array>>(new Map())
    return MediaStore.of({
      put: Effect.fn("MemoryMediaStore.put")(function* (organizationId, id, { bytes }) {
        const chunks: Array<Uint8Array> = []
        let size = 0
        yield* Stream.runForEach(bytes, (chunk) =>
          Effect.suspend(() => {
            size += chunk.length
            chunks.push(chunk.slice())
            return size > maxMediaBytes ? new MediaTooLarge() : Effect.void
          })
        )
        const whole = Buffer.concat(chunks)
        yield* Ref.update(files, (all) => new Map(all).set(keyOf(organizationId, id), whole))
        return { size, sha256: createHash("sha256").update(whole).digest("hex") }
      }),
      get: (organizationId, id, range) =>
        Effect.map(Ref.get(files), (all) =>
          Option.map(Option.fromUndefinedOr(all.get(keyOf(organizationId, id))), (whole) => ({
            size: whole.length,
            bytes: Stream.make(range === null ? whole : whole.subarray(range.offset, range.offset + range.length)).pipe(
              Stream.filter(({ length }) => length > 0)
            )
          }))
        ),
      remove: (organizationId, id) =>
        Ref.update(files, (all) => {
          const others = new Map(all)
          others.delete(keyOf(organizationId, id))
          return others
        })
    })
  })
)
