import { Effect } from "effect"
import { createHash } from "node:crypto"
import { maxMediaBytes, MediaTooLarge } from "../../domain/media/Media.ts"
import type { KeptFile } from "../../ports/media/MediaStore.ts"

/** Accumulates size and hash of a file. */
export interface Tally {
  /** Adds a chunk; fails above the maximum file size. */
  add(chunk: Uint8Array): Effect.Effect<void, MediaTooLarge>
  /** Size and hash of all chunks; to be read once, at the end. */
  readonly sum: Effect.Effect<KeptFile>
}

export const make: Effect.Effect<Tally> = Effect.sync(() => {
  const hash = createHash("sha256")
  let size = 0
  return {
    add: (chunk) =>
      Effect.suspend(() => {
        size += chunk.length
        if (size > maxMediaBytes) return new MediaTooLarge()
        hash.update(chunk)
        return Effect.void
      }),
    sum: Effect.sync(() => ({ size, sha256: hash.digest("hex") }))
  }
})
