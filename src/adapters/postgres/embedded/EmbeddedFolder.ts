import { DateTime, Effect, FileSystem, Path, type PlatformError } from "effect"

/**
 * What a folder of the embedded database is. PGlite takes any folder with a PG_VERSION for a database, also one whose
 * files were being put there when the process was killed, so we leave marks of our own.
 * - `empty`: nothing there, or nothing but our mark: the first file of the database comes seconds after it.
 * - `ours`: has been opened by us once.
 * - `foreign`: looks whole, and was not begun by us.
 * - `broken`: was begun and not finished, by us or by somebody else.
 */
export type State = "empty" | "ours" | "foreign" | "broken"

/** In the folder from before the first file of the database until it has been opened, and then renamed to the other. */
const begunMark = "parley-begun"
const openedMark = "parley-opened"

/** What every database has, and an interrupted initialisation may not. */
const essential = ["PG_VERSION", "global/pg_control"]

type Access<A> = Effect.Effect<A, PlatformError.PlatformError, FileSystem.FileSystem | Path.Path>

const has = Effect.fnUntraced(function* (folder: string, ...names: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const found = yield* Effect.forEach(names, (name) => fs.exists(path.join(folder, name)))
  return found.every(Boolean)
})

export const state = (folder: string): Access<State> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const names = (yield* fs.exists(folder)) ? yield* fs.readDirectory(folder) : []
    if (names.every((name) => name === begunMark)) return "empty"
    if ((yield* has(folder, begunMark)) || !(yield* has(folder, ...essential))) return "broken"
    return (yield* has(folder, openedMark)) ? "ours" : "foreign"
  })

/** Makes the folder, for our eyes only (PGlite's files are readable by everyone), with the mark that says: unfinished. */
export const begin = (folder: string): Access<void> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    yield* fs.makeDirectory(folder, { recursive: true, mode: 0o700 })
    yield* fs.writeFileString(path.join(folder, begunMark), "")
  })

/** The database has been opened: from now on the folder is never set aside. */
export const finish = (folder: string): Access<void> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const [begun, opened] = [path.join(folder, begunMark), path.join(folder, openedMark)]
    yield* (yield* fs.exists(begun)) ? fs.rename(begun, opened) : fs.writeFileString(opened, "")
  })

/** Keeps the folder under another name: what is in it may matter to somebody. */
export const setAside = (folder: string, why: string): Access<void> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const at = DateTime.formatIso(yield* DateTime.now).replaceAll(":", "-")
    const aside = `${folder}.broken-${at}`
    yield* fs.rename(folder, aside)
    yield* Effect.logWarning(`The embedded database in ${folder} ${why}: moved to ${aside}, a new one is made`)
  })
