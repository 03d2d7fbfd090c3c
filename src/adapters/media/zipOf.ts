import { DateTime, Effect, Schema, Stream } from "effect"

/** The files of an archive, which are consumed in their order. */
export interface ArchivedFiles<E> {
  readonly exportedAt: DateTime.Utc
  readonly files: Stream.Stream<{ readonly path: string; readonly bytes: Stream.Stream<Uint8Array, E> }, E>
}

/** An archive that ended before its last file, for instance because the contact was erased meanwhile. It cannot be opened. */
export class ArchiveBroken extends Schema.TaggedError<ArchiveBroken>()("ArchiveBroken", { cause: Schema.Defect() }) {}

/**
 * The files as one ZIP archive, uncompressed, with the sizes behind the files, so that neither the archive nor a file is
 * held in memory. The package is loaded with the first archive.
 */
export const zipOf = <E>({ exportedAt, files }: ArchivedFiles<E>) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const { makeZip } = yield* Effect.promise(() => import("client-zip"))
      const lastModified = DateTime.toDateUtc(exportedAt)
      const inputs = Stream.map(files, ({ bytes, path }) => ({
        name: path,
        lastModified,
        input: Stream.toReadableStream(Stream.map(bytes, (part) => new Uint8Array(part)))
      }))
      return Stream.fromReadableStream({
        evaluate: () => makeZip(Stream.toAsyncIterable(inputs)),
        onError: (cause) => new ArchiveBroken({ cause })
      })
    })
  )
