import { Effect, FileSystem, Option, Path } from "effect"
import { createHash } from "node:crypto"
import { fileURLToPath } from "node:url"
import type { Encoding } from "../server/sharedDocument.ts"

/** File extensions of the compressed files that the build writes beside the originals. */
const ending = { br: ".br", gzip: ".gz", identity: "" } satisfies Record<Encoding, string>

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2"
}

/** A file in one encoding. */
export interface FileForm {
  readonly bytes: Uint8Array
  readonly etag: string
  readonly encoding: Encoding
}

/** A built file. Each encoding is read on first use and cached in memory. */
export interface ConsoleFile {
  readonly contentType: string
  /** Returns the file in the encoding, or uncompressed if the build made no such file. */
  readonly form: (encoding: Encoding) => Effect.Effect<FileForm>
}

/** The page, and the files that it loads by name. */
export interface ConsoleFiles {
  readonly page: ConsoleFile
  readonly assets: ReadonlyMap<string, ConsoleFile>
}

const etagOf = (bytes: Uint8Array): string => `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`

const fileOf = Effect.fnUntraced(function* (folder: string, name: string, names: ReadonlySet<string>) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const contentType = contentTypes[path.extname(name)]
  if (contentType === undefined) return null
  const form = (encoding: Encoding): Effect.Effect<Effect.Effect<FileForm>> => {
    const chosen = names.has(name + ending[encoding]) ? encoding : "identity"
    const read = files.readFile(path.join(folder, name + ending[chosen]))
    return Effect.cached(Effect.orDie(Effect.map(read, (bytes) => ({ bytes, etag: etagOf(bytes), encoding: chosen }))))
  }
  const forms = { br: yield* form("br"), gzip: yield* form("gzip"), identity: yield* form("identity") }
  return { contentType, form: (encoding) => forms[encoding] } satisfies ConsoleFile
})

/** The names of the files in a folder; empty if the folder does not exist. */
const namesIn = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  return new Set(yield* Effect.orElseSucceed(files.readDirectory(folder), () => []))
})

/** The console that `npm run build` built; none if there is no build. */
export const consoleFiles = Effect.fnUntraced(function* (folder: string) {
  const path = yield* Path.Path
  const here = yield* namesIn(folder)
  const page = here.has("index.html") ? yield* fileOf(folder, "index.html", here) : null
  if (page === null) return Option.none<ConsoleFiles>()
  const assetFolder = path.join(folder, "assets")
  const names = yield* namesIn(assetFolder)
  const assets = new Map<string, ConsoleFile>()
  for (const name of names) {
    const file = yield* fileOf(assetFolder, name, names)
    if (file !== null) assets.set(name, file)
  }
  return Option.some<ConsoleFiles>({ page, assets })
})

/** The folder of this file when the service runs from its sources. */
const fromSources = /\/src\/adapters\/http\/console\/[^/]+$/

/** The folder of the built console: beside the bundled command or library, or the output folder of a source build. */
export const folderFor = (module: string): string =>
  fileURLToPath(new URL(fromSources.test(module) ? "../../../../dist/console" : "../console", module))

/** The folder of the built console of this installation. */
export const consoleFolder: string = folderFor(import.meta.url)
