import { Context, Effect, Layer, Option, Ref, Schema, Struct } from "effect"
import { Digest } from "effect/crypto"
import { Base64, Hex } from "effect/encoding"
import { mediaId } from "../graph/randomIds.ts"
import { savedPart, SavedState } from "../SavedState.ts"

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

/** What the platform knows of a file beside its bytes. */
const MediaFacts = Schema.Struct({
  /** Digits. */
  id: Schema.String.check(Schema.isPattern(/^\d+$/)),
  mimeType: Schema.String,
  /** In bytes. */
  size: Schema.Int,
  /** In base64, as webhooks tell it. */
  sha256: Schema.String,
  /** In hexadecimal, as the media endpoint tells it. */
  sha256Hex: Schema.String,
  filename: Schema.NullOr(Schema.String),
  owner: Schema.NullOr(Schema.String),
  uploaded: Schema.Boolean
})
type MediaFacts = typeof MediaFacts.Type

/** A file that the platform has. */
export interface StoredMedia extends MediaFacts {
  readonly bytes: Uint8Array
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

const part = savedPart("media", Schema.Array(MediaFacts))

/** The saved files whose bytes are there as well. */
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
        Effect.map(decodeExported(json), (given) =>
          Effect.andThen(
            Effect.forEach(given, ({ bytes, id }) => saved.putBytes(id, bytes), { discard: true }),
            change(() => bounded(new Map(given.map((media) => [media.id, media]))))
          )
        )
    })

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
        yield* saved.putBytes(media.id, bytes)
        yield* change((all) => bounded(new Map(all).set(media.id, media)))
        return media
      }),
      find: (id) => Effect.map(Ref.get(files), (all) => Option.fromUndefinedOr(all.get(id))),
      remove: (id) => change((all) => without(all, id))
    })
  })
).pipe(Layer.provide(Digest.layerWebCrypto))
