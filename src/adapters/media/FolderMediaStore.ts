import { DateTime, Duration, Effect, FileSystem, Layer, Option, Path, type PlatformError, Stream } from "effect"
import type { MediaId, OrganizationId } from "../../domain/Ids.ts"
import { MediaNotKept } from "../../domain/media/Media.ts"
import { type ByteRange, type IncomingFile, MediaStore } from "../../ports/media/MediaStore.ts"
import * as Tally from "./Tally.ts"
import { makeFolder } from "./makeFolder.ts"

/** Permissions: files of people are readable by the owner of the folder only. */
const folderMode = 0o700
const fileMode = 0o600

/** Folder of incomplete files; the name is no organization's id. */
const incomingName = ".incoming"

/** Age after which an incomplete file counts as abandoned by an ended process. */
const abandonedAfter = Duration.hours(1)

/** Removes incomplete files of ended processes. */
const sweep = Effect.fnUntraced(function* (incoming: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const now = yield* DateTime.now
  for (const name of yield* fs.readDirectory(incoming)) {
    const left = path.join(incoming, name)
    const modified = Option.flatMap(yield* Effect.option(fs.stat(left)), ({ mtime }) => mtime)
    const isOld = Option.exists(
      modified,
      (at) => now.epochMilliseconds - at.getTime() > Duration.toMillis(abandonedAfter)
    )
    if (isOld) yield* fs.remove(left, { recursive: true, force: true })
  }
})

const partOf = (range: ByteRange | null) => (range === null ? {} : { offset: range.offset, bytesToRead: range.length })

const make = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const services = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const incoming = path.join(folder, incomingName)
  yield* makeFolder(incoming, folderMode)
  yield* sweep(incoming)

  const fileOf = (organizationId: OrganizationId, id: MediaId) => path.join(folder, organizationId, id)
  const notKept = ({ message }: PlatformError.PlatformError) => new MediaNotKept({ detail: message })

  /** Writes the file to a temporary path, and moves it to its final path once it is complete on the disk. */
  const put = Effect.fnUntraced(function* <E>(organizationId: OrganizationId, id: MediaId, { bytes }: IncomingFile<E>) {
    const aside = path.join(yield* Effect.mapError(fs.makeTempDirectoryScoped({ directory: incoming }), notKept), id)
    const tally = yield* Tally.make
    yield* Effect.scoped(
      Effect.gen(function* () {
        const file = yield* Effect.mapError(fs.open(aside, { flag: "wx", mode: fileMode }), notKept)
        yield* Stream.runForEach(bytes, (chunk) =>
          Effect.andThen(tally.add(chunk), Effect.mapError(file.writeAll(chunk), notKept))
        )
        yield* Effect.mapError(file.sync, notKept)
      })
    )
    const target = fileOf(organizationId, id)
    yield* makeFolder(path.dirname(target), folderMode).pipe(
      Effect.andThen(fs.rename(aside, target)),
      Effect.mapError(notKept),
      Effect.provideContext(services)
    )
    return yield* tally.sum
  }, Effect.scoped)

  return MediaStore.of({
    put: (organizationId, id, file) => Effect.withSpan(put(organizationId, id, file), "FolderMediaStore.put"),
    get: Effect.fn("FolderMediaStore.get")(function* (organizationId, id, range) {
      const target = fileOf(organizationId, id)
      const found = yield* fs.stat(target).pipe(
        Effect.asSome,
        Effect.catchReason("PlatformError", "NotFound", () => Effect.succeedNone),
        Effect.orDie
      )
      return Option.map(found, ({ size }) => ({
        size: Number(size),
        bytes: range?.length === 0 ? Stream.empty : Stream.orDie(fs.stream(target, partOf(range)))
      }))
    }),
    remove: Effect.fn("FolderMediaStore.remove")((organizationId, id) =>
      Effect.orDie(fs.remove(fileOf(organizationId, id), { force: true }))
    )
  })
})

/** Files in a local folder, with a subfolder per organization. */
export const layer = (folder: string) => Layer.effect(MediaStore, make(folder))
