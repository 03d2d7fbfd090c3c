import { Effect, Option, Result } from "effect"
import { Base64 } from "effect/encoding"
import { type GivenMedia, MediaVault, type StoredMedia } from "../media/MediaVault.ts"
import { BadInbound } from "./BadInbound.ts"
import type { File } from "./personFields.ts"
import { sampleFiles } from "./sampleFiles.ts"

const encoder = new TextEncoder()

const bytesOf = ({ base64 = "", text }: File): Result.Result<Uint8Array, BadInbound> =>
  text === undefined
    ? Result.mapError(Base64.decode(base64), () => new BadInbound({ reason: "media.base64: is not base64" }))
    : Result.succeed(encoder.encode(text))

const givenMedia = (file: File | undefined, kind: keyof typeof sampleFiles): Result.Result<GivenMedia, BadInbound> =>
  file === undefined
    ? Result.succeed(sampleFiles[kind])
    : Result.map(bytesOf(file), (bytes) => ({ mimeType: file.mimeType, bytes, filename: file.filename ?? null }))

/** Has the platform keep the file, or a small one of its kind when none is given, for whom it is sent to. */
export const keepFile = Effect.fnUntraced(function* (
  file: File | undefined,
  kind: keyof typeof sampleFiles,
  owner: string | null
) {
  const media = yield* Effect.fromResult(givenMedia(file, kind))
  return yield* (yield* MediaVault).keep({ ...media, owner })
})

/** A file that the platform has already. */
export const knownFile = Effect.fnUntraced(function* (
  id: string
): Effect.fn.Return<StoredMedia, BadInbound, MediaVault> {
  const found = yield* (yield* MediaVault).find(id)
  if (Option.isNone(found)) return yield* new BadInbound({ reason: "mediaId: names no file of the platform" })
  return found.value
})
