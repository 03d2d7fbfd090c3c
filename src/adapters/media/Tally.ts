import { Effect } from "effect"
import { createHash } from "node:crypto"
import { maxMediaBytes, MediaTooLarge } from "../../domain/media/Media.ts"
import type { KeptFile } from "../../ports/media/MediaStore.ts"

/** Size and hash of a file whose bytes pass by. */
export interface Tally {
  /** Fails when this is more than a file may have. */
  add(chunk: Uint8Array): Effect.Effect<void, MediaTooLarge>
  /** Of all that passed; to be asked for once, at the end. */
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
