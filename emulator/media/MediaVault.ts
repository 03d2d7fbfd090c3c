import { Context, Effect, Layer, Option, Ref, Schema, Struct } from "effect"
import { Digest } from "effect/crypto"
import { Base64, Hex } from "effect/encoding"
import { mediaId } from "../graph/randomIds.ts"
import { savedPart, SavedState } from "../SavedState.ts"

/** Limits of stored files: their number and their total bytes. The oldest are removed first. */
export const maxFiles = 1_000
export const maxStoredBytes = 256 * 1024 * 1024

/** A file to upload to the platform. */
export interface MediaInput {
  /** With its parameters: `audio/ogg; codecs=opus`. */
  readonly mimeType: string
  readonly bytes: Uint8Array
  readonly filename?: string | null
  /** The phone number id whose token may read the file. Without it, no WhatsApp token may. */
  readonly owner?: string | null
  /** Whether the owner uploaded the file. Otherwise a person sent it to the owner. */
  readonly uploaded?: boolean
}

/** The metadata of a file. */
const MediaFacts = Schema.Struct({
  /** Digits. */
  id: Schema.String.check(Schema.isPattern(/^\d+$/)),
  mimeType: Schema.String,
  /** In bytes. */
  size: Schema.Int,
  /** In base64, as in webhooks. */
  sha256: Schema.String,
  /** In hexadecimal, as in answers of the media endpoint. */
  sha256Hex: Schema.String,
  filename: Schema.NullOr(Schema.String),
  owner: Schema.NullOr(Schema.String),
  uploaded: Schema.Boolean
})
type MediaFacts = typeof MediaFacts.Type

/** A stored file. */
export interface StoredMedia extends MediaFacts {
  readonly bytes: Uint8Array
}

/** The files of the platform, uploaded or received. */
export class MediaVault extends Context.Service<
  MediaVault,
  {
    /** Stores the bytes without a copy: they must not change afterwards. */
    store(media: MediaInput): Effect.Effect<StoredMedia>
    find(id: string): Effect.Effect<Option.Option<StoredMedia>>
    /** Removes a file; no effect if it does not exist. */
    remove(id: string): Effect.Effect<void>
  }
>()("emulator/MediaVault") {}

type Files = ReadonlyMap<string, StoredMedia>

/** The newest files within the limits; always at least the newest one. */
const bounded = (files: Files): Files => {
  let excess = files.size - maxFiles
  let excessBytes = -maxStoredBytes
  for (const { size } of files.values()) excessBytes += size
  const remaining = new Map(files)
  for (const { id, size } of files.values()) {
    if ((excess <= 0 && excessBytes <= 0) || remaining.size === 1) break
    remaining.delete(id)
    excess -= 1
    excessBytes -= size
  }
  return remaining
}

const without = (files: Files, id: string): Files => new Map([...files].filter(([key]) => key !== id))

const part = savedPart("media", Schema.Array(MediaFacts))

/** The saved files whose bytes exist. */
const load = Effect.fnUntraced(function* (facts: ReadonlyArray<MediaFacts>) {
  const saved = yield* SavedState
  const files = new Map<string, StoredMedia>()
  for (const known of facts) {
    const bytes = yield* saved.bytes(known.id)
    if (Option.isSome(bytes) && bytes.value.length === known.size) files.set(known.id, { ...known, bytes: bytes.value })
  }
  yield* saved.keepBytes(new Set(files.keys()))
  return files
})

/** A file in an export, with its bytes. */
const ExportedMedia = Schema.toCodecJson(
  Schema.Array(
    Schema.Struct({ ...MediaFacts.fields, bytes: Schema.Uint8ArrayFromBase64 }).check(
      Schema.makeFilter(({ bytes, size }) =>
        bytes.length === size ? undefined : { path: ["size"], issue: `is not the number of bytes, ${bytes.length}` }
      )
    )
  )
)
const encodeExported = Schema.encodeEffect(ExportedMedia)
const decodeExported = Schema.decodeUnknownEffect(ExportedMedia, { onExcessProperty: "error" })

const factsOf = (media: StoredMedia): MediaFacts => Struct.omit(media, ["bytes"])

export const layer: Layer.Layer<MediaVault> = Layer.effect(
  MediaVault,
  Effect.gen(function* () {
    const saved = yield* SavedState
    const facts = yield* saved.ref<ReadonlyArray<MediaFacts>>(part, [], { isExported: false })
    const files = yield* Ref.make<Files>(yield* load(yield* Ref.get(facts)))
    const { digest } = yield* Digest.Digest

    const change = Effect.fnUntraced(function* (how: (files: Files) => Files) {
      const [before, after] = yield* Ref.modify(files, (all) => {
        const changed = how(all)
        return [[all, changed] as const, changed]
      })
      yield* Ref.set(facts, [...after.values()].map(factsOf))
      yield* saved.removeBytes([...before.keys()].filter((id) => !after.has(id)))
    })

    yield* saved.register({
      name: part.name,
      read: Effect.flatMap(Ref.get(files), (all) => encodeExported([...all.values()])),
      stage: (json) =>
        Effect.map(decodeExported(json), (files) =>
          Effect.andThen(
            Effect.forEach(files, ({ bytes, id }) => saved.putBytes(id, bytes), { discard: true }),
            change(() => bounded(new Map(files.map((media) => [media.id, media]))))
          )
        )
    })

    return MediaVault.of({
      store: Effect.fnUntraced(function* ({ bytes, filename = null, mimeType, owner = null, uploaded = false }) {
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
        yield* saved.putBytes(media.id, bytes)
        yield* change((all) => bounded(new Map(all).set(media.id, media)))
        return media
      }),
      find: (id) => Effect.map(Ref.get(files), (all) => Option.fromUndefinedOr(all.get(id))),
      remove: (id) => change((all) => without(all, id))
    })
  })
).pipe(Layer.provide(Digest.layerWebCrypto))
