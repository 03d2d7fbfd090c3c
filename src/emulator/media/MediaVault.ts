import { Context, Effect, Layer, Option, Ref } from "effect"
import { Digest } from "effect/crypto"
import { Base64, Hex } from "effect/encoding"
import { mediaId } from "../graph/randomIds.ts"

/** How many files the platform keeps, and how many bytes of them; the oldest are forgotten first. */
export const maxFiles = 1_000
export const maxKeptBytes = 256 * 1024 * 1024

/** A file as it is uploaded to the platform. */
export interface GivenMedia {
  /** With its parameters: `audio/ogg; codecs=opus`. */
  readonly mimeType: string
  readonly bytes: Uint8Array
  readonly filename?: string | null
  /** The phone number id whose token may read it; without one no token of WhatsApp may. */
  readonly owner?: string | null
  /** Whether the owner uploaded it. Otherwise a person sent it to the owner. */
  readonly uploaded?: boolean
}

/** A file that the platform has. */
export interface StoredMedia {
  /** Digits. */
  readonly id: string
  readonly mimeType: string
  readonly bytes: Uint8Array
  /** In bytes. */
  readonly size: number
  /** In base64, as webhooks tell it. */
  readonly sha256: string
  /** In hexadecimal, as the media endpoint tells it. */
  readonly sha256Hex: string
  readonly filename: string | null
  readonly owner: string | null
  readonly uploaded: boolean
}

/** The files of the platform, uploaded or received. */
export class MediaVault extends Context.Service<
  MediaVault,
  {
    /** Keeps the bytes as they are: they must not change afterwards. */
    keep(media: GivenMedia): Effect.Effect<StoredMedia>
    find(id: string): Effect.Effect<Option.Option<StoredMedia>>
    /** Forgets a file, which need not be there. */
    remove(id: string): Effect.Effect<void>
  }
>()("emulator/MediaVault") {}

type Files = ReadonlyMap<string, StoredMedia>

/** The newest that there is room for; the very newest has always room. */
const bounded = (files: Files): Files => {
  let excess = files.size - maxFiles
  let excessBytes = -maxKeptBytes
  for (const { size } of files.values()) excessBytes += size
  const kept = new Map(files)
  for (const { id, size } of files.values()) {
    if ((excess <= 0 && excessBytes <= 0) || kept.size === 1) break
    kept.delete(id)
    excess -= 1
    excessBytes -= size
  }
  return kept
}

const without = (files: Files, id: string): Files => new Map([...files].filter(([key]) => key !== id))

export const layer: Layer.Layer<MediaVault> = Layer.effect(
  MediaVault,
  Effect.gen(function* () {
    const files = yield* Ref.make<Files>(new Map())
    const { digest } = yield* Digest.Digest
    return MediaVault.of({
      keep: Effect.fnUntraced(function* ({ bytes, filename = null, mimeType, owner = null, uploaded = false }) {
        const hash = yield* digest(Digest.sha256, bytes)
        const media: StoredMedia = {
          id: yield* mediaId,
          mimeType,
          bytes,
          size: bytes.length,
          sha256: Base64.encode(hash),
          sha256Hex: Hex.encode(hash),
          filename,
          owner,
          uploaded
        }
        yield* Ref.update(files, (all) => bounded(new Map(all).set(media.id, media)))
        return media
      }),
      find: (id) => Effect.map(Ref.get(files), (all) => Option.fromUndefinedOr(all.get(id))),
      remove: (id) => Ref.update(files, (all) => without(all, id))
    })
  })
).pipe(Layer.provide(Digest.layerWebCrypto))
