import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { licences } from "./licences.ts"
import { pureDefinitions } from "./pureDefinitions.ts"

const root = join(import.meta.dirname, "..")

/** Of the ten megabytes of this package, the library needs one of five forms of the numbering plans. */
const copied = /^libphonenumber-js/

const copiedChunk = "numberingPlans"

/** Whether a module is a package's: each is found by the program that uses the library, so that it has one `effect`. */
const isPackage = (id: string): boolean => !/^[./]/.test(id) && !copied.test(id)

/** Its sources are not in the package. */
const withoutMap = (file: string): void => {
  writeFileSync(file, readFileSync(file, "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"))
  rmSync(`${file}.map`)
}

/**
 * The entries of the library with what they share in few files: to find and link a module takes Node half a millisecond.
 * The domain is one file, since nearly everything needs it. Names and sources stay, for the stacks of errors.
 */
export const bundleLibrary = async (folder: string): Promise<void> => {
  const entries = readdirSync(join(root, "src/entries"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -".ts".length).replaceAll("\\", "/"))
  const bundled = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((name) => [`src/entries/${name}`, `src/entries/${name}.ts`])),
    platform: "node",
    external: isPackage,
    experimental: { nativeMagicString: true },
    plugins: [pureDefinitions(/[\\/]src[\\/]domain[\\/]/)]
  })
  const { output } = await bundled.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "shared/[name].js",
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: {
      groups: [
        { name: "domain", test: /[\\/]src[\\/]domain[\\/]/ },
        { name: copiedChunk, test: /[\\/]node_modules[\\/]libphonenumber-js[\\/]/ }
      ]
    }
  })
  await bundled.close()
  withoutMap(join(root, folder, `shared/${copiedChunk}.js`))
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
  writeFileSync(join(root, folder, "LICENSES.txt"), licences(modules))
}
