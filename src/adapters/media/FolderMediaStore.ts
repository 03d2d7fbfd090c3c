import { DateTime, Duration, Effect, FileSystem, Layer, Option, Path, type PlatformError, Stream } from "effect"
import type { MediaId, OrganizationId } from "../../domain/Ids.ts"
import { MediaNotKept } from "../../domain/media/Media.ts"
import { type ByteRange, type IncomingFile, MediaStore } from "../../ports/media/MediaStore.ts"
import * as Tally from "./Tally.ts"
import { makeFolder } from "./makeFolder.ts"

/** Files of people are readable by the owner of the folder only. */
const folderMode = 0o700
const fileMode = 0o600

/** Where files are until they are whole; the name is no organization's id. */
const incomingName = ".incoming"

/** A file that is older than this and not whole was left behind by a process that ended. */
const abandonedAfter = Duration.hours(1)

/** What a put that was cut off has left behind, in a process that is gone. */
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

  /** Writes the file aside, and puts it in its place when it is whole and on the disk. */
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
    const place = fileOf(organizationId, id)
    yield* makeFolder(path.dirname(place), folderMode).pipe(
      Effect.andThen(fs.rename(aside, place)),
      Effect.mapError(notKept),
      Effect.provideContext(services)
    )
    return yield* tally.sum
  }, Effect.scoped)

  return MediaStore.of({
    put: (organizationId, id, file) => Effect.withSpan(put(organizationId, id, file), "FolderMediaStore.put"),
    get: Effect.fn("FolderMediaStore.get")(function* (organizationId, id, range) {
      const place = fileOf(organizationId, id)
      const found = yield* fs.stat(place).pipe(
        Effect.asSome,
        Effect.catchReason("PlatformError", "NotFound", () => Effect.succeedNone),
        Effect.orDie
      )
      return Option.map(found, ({ size }) => ({
        size: Number(size),
        bytes: range?.length === 0 ? Stream.empty : Stream.orDie(fs.stream(place, partOf(range)))
      }))
    }),
    remove: Effect.fn("FolderMediaStore.remove")((organizationId, id) =>
      Effect.orDie(fs.remove(fileOf(organizationId, id), { force: true }))
    )
  })
})

/** Files in a folder of this machine, a folder in it for each organization. */
export const layer = (folder: string) => Layer.effect(MediaStore, make(folder))
