import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

const root = join(import.meta.dirname, "..")

/** Bytes of script and style that a browser loads before it shows the first page, compressed. */
const firstPageBudget = 230_000

/** Shorter files are not worth a second form. */
const smallestCompressed = 512

/** Vite is there for development only: an installation without it has no console to build. */
const loadVite = () =>
  import("vite").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return null
    throw error
  })

/** The names of the forms of each file that callers may get, beside the file. */
const compress = (folder: string): void => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(?:js|css|html|svg)$/.test(name)
  )
  for (const name of files) {
    const file = join(folder, name)
    const bytes = readFileSync(file)
    if (bytes.byteLength < smallestCompressed) continue
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/** As much of a part of the bundle as says what is loaded with it. */
interface Part {
  readonly type: string
  readonly fileName: string
  readonly isEntry?: boolean
  readonly imports?: ReadonlyArray<string>
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> }
}

/** The files that the page loads before it shows something. */
const firstPage = (parts: ReadonlyArray<Part>): ReadonlySet<string> => {
  const byName = new Map(parts.map((part) => [part.fileName, part]))
  const found = new Set<string>()
  const add = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    const part = byName.get(name)
    part?.imports?.forEach(add)
    part?.viteMetadata?.importedCss.forEach(add)
  }
  for (const part of parts) if (part.isEntry === true) add(part.fileName)
  return found
}

/** The console for browsers, with the compressed forms of its files. False: Vite is not installed. */
export const bundleConsole = async (folder: string): Promise<boolean> => {
  const vite = await loadVite()
  if (vite === null) {
    process.stdout.write("the console was not built: vite is not installed\n")
    return false
  }
  // Vite takes React's build for development if the caller's variable says so, as test runners do.
  process.env["NODE_ENV"] = "production"
  const built = await vite.build({
    configFile: false,
    root: join(root, "console"),
    base: "/",
    publicDir: false,
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "react" } },
    build: {
      outDir: resolve(root, folder),
      emptyOutDir: true,
      target: "es2023",
      sourcemap: false,
      modulePreload: { polyfill: false },
      // Nothing is a data: URL, and no script or style is within the page.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // The budget below counts what is sent.
      chunkSizeWarningLimit: 1_000,
      license: { fileName: "LICENSES.md" },
      rolldownOptions: {
        onLog: (level, log, defaultHandler) => {
          // Packages say for servers what is for browsers.
          if (log.code !== "MODULE_LEVEL_DIRECTIVE") defaultHandler(level, log)
        }
      }
    }
  })
  const parts = [built].flat().flatMap((one): ReadonlyArray<Part> => ("output" in one ? one.output : []))
  const outDir = resolve(root, folder)
  compress(outDir)
  const first = [...firstPage(parts)]
  const bytes = first.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(outDir, name)), { level: 9 }).byteLength,
    0
  )
  process.stdout.write(`the console: ${first.length} files of ${bytes} bytes, compressed, for the first page\n`)
  if (bytes > firstPageBudget) throw new Error(`the first page of the console has more than ${firstPageBudget} bytes`)
  return true
}

if (import.meta.main) await bundleConsole("dist/console")
