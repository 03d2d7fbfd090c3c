import { Effect, FileSystem, Option } from "effect"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"

/** The version of PGlite that the image was made with and fits: a test compares it with the installed one. */
export const madeWith = "0.5.16"

/** Options of initdb. Small log files are quicker to make. */
export const initialisation = ["--wal-segsize=1"]

/** A packed tar of the data folder after initdb; `npm run image` makes it. */
export const imageUrl = new URL("./emptyDatabase.tar.br", import.meta.url)

/**
 * The image of an empty database for PGlite's `loadDataDir`: unpacking it takes half the time of initdb. None if the
 * image was not shipped, as in a bundle: then initdb runs.
 */
export const load = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const packed = yield* files.readFile(fileURLToPath(imageUrl))
  const tar = yield* Effect.tryPromise(() => promisify(brotliDecompress)(packed))
  return new Blob([tar])
}).pipe(
  Effect.asSome,
  Effect.catch((error) =>
    Effect.as(
      Effect.logDebug("the image of an empty database cannot be read; the schema is built instead", error),
      Option.none<Blob>()
    )
  )
)
