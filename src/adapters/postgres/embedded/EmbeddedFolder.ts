import { DateTime, Effect, FileSystem, Path, type PlatformError } from "effect"
import { makeFolder } from "../../media/makeFolder.ts"

/**
 * The state of an embedded database's folder. PGlite accepts any folder with a PG_VERSION as a database, even if the
 * process was killed while its files were being written. Marker files therefore distinguish the states.
 * - `empty`: no files, or only our marker. The first database file follows it by seconds.
 * - `ours`: opened by this service before.
 * - `foreign`: looks complete, and was not created by this service.
 * - `broken`: creation began and did not finish, by this service or another program.
 */
export type State = "empty" | "ours" | "foreign" | "broken"

/**
 * A marker in the folder from before the first file of the database until its first opening, which renames it to the
 * other marker.
 */
const begunMark = "parley-begun"
const openedMark = "parley-opened"

/** The files of every complete database, which an interrupted initialisation may lack. */
const essential = ["PG_VERSION", "global/pg_control"]

type Access<A> = Effect.Effect<A, PlatformError.PlatformError, FileSystem.FileSystem | Path.Path>

const has = Effect.fnUntraced(function* (folder: string, ...names: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const found = yield* Effect.forEach(names, (name) => fs.exists(path.join(folder, name)))
  return found.every(Boolean)
})

/** Folders of the database are readable by their owner only. */
export const folderMode = 0o700

export const state = (folder: string): Access<State> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const names = (yield* fs.exists(folder)) ? yield* fs.readDirectory(folder) : []
    if (names.every((name) => name === begunMark)) return "empty"
    if ((yield* has(folder, begunMark)) || !(yield* has(folder, ...essential))) return "broken"
    return (yield* has(folder, openedMark)) ? "ours" : "foreign"
  })

/**
 * Creates the folder with the marker `unfinished`. Only this user may read it, since PGlite's files are readable by
 * everyone.
 */
export const begin = (folder: string): Access<void> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    yield* makeFolder(folder, folderMode)
    yield* fs.writeFileString(path.join(folder, begunMark), "")
  })

/** Marks the database as opened: from now on the folder is never set aside. */
export const finish = (folder: string): Access<void> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const [beginPath, openPath] = [path.join(folder, begunMark), path.join(folder, openedMark)]
    yield* (yield* fs.exists(beginPath)) ? fs.rename(beginPath, openPath) : fs.writeFileString(openPath, "")
  })

/** Renames the folder instead of removing it: its files may still be needed. */
export const setAside = (folder: string, why: string): Access<void> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const at = DateTime.formatIso(yield* DateTime.now).replaceAll(":", "-")
    const aside = `${folder}.broken-${at}`
    yield* fs.rename(folder, aside)
    yield* Effect.logWarning(`The embedded database in ${folder} ${why}: moved to ${aside}; a new database is created`)
  })
