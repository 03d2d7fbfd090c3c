import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { licences } from "./licences.ts"
import { pureDefinitions } from "./pureDefinitions.ts"

const root = join(import.meta.dirname, "..")

/** The numbering plans. The library needs one of their five forms, which are ten megabytes together. */
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
 * Entries of the clients. A resource of HTTP has its endpoints and handlers in one file, and clients need the endpoints only.
 * They are bundled apart from the service, so that its code is not in the files that they share.
 */
const ofClients: ReadonlySet<string> = new Set(["client", "client/effect", "webhooks"])

/** Modules and functions whose calls at the top of a file only make values. What a client does not use of them is dropped. */
const pure = `
  ByteSize Context DateTime Duration Effect HttpApi HttpApiBuilder HttpApiEndpoint HttpApiGroup
  HttpApiMiddleware HttpApiSchema HttpApiSecurity HttpRouter HttpServerResponse Layer Option Schema
  SchemaIssue Stream answerDefects bodyRefusals conflict developerApi encodedFailure groupOf idIn idOr
  asCsvFile inDeveloper inSession invalidField keyFailures makePositions lookupFailures lookupRefusals mediaPendingAnswer
  notFound ofCaller ofOrganization refusal refusalFor sendFailures sendRefusals sessionApi userApi
`
  .trim()
  .split(/\s+/)

interface Part {
  readonly entries: ReadonlyArray<string>
  /** Beginning of the names of shared files. */
  readonly prefix: string
  readonly treeshake: { readonly moduleSideEffects: false; readonly manualPureFunctions: ReadonlyArray<string> } | true
}

const writePart = async (folder: string, { entries, prefix, treeshake }: Part) => {
  const bundled = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((name) => [`src/entries/${name}`, `src/entries/${name}.ts`])),
    platform: "node",
    external: isPackage,
    treeshake,
    experimental: { nativeMagicString: true },
    plugins: [pureDefinitions(/[\\/]src[\\/]domain[\\/]/)]
  })
  const { output } = await bundled.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: `shared/${prefix}[name].js`,
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
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
}

/**
 * The entries of the library with what they share in few files: to find and link a module takes Node half a millisecond.
 * The domain is one file, since nearly everything needs it. Names and sources stay, for the stacks of errors.
 */
export const bundleLibrary = async (folder: string): Promise<void> => {
  const entries = readdirSync(join(root, "src/entries"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -".ts".length).replaceAll("\\", "/"))
  const others = entries.filter((name) => !ofClients.has(name))
  const clients = entries.filter((name) => ofClients.has(name))
  const dropping = { moduleSideEffects: false, manualPureFunctions: pure } as const
  const modules = [
    ...(await writePart(folder, { entries: others, prefix: "", treeshake: true })),
    ...(await writePart(folder, { entries: clients, prefix: "client-", treeshake: dropping }))
  ]
  withoutMap(join(root, folder, `shared/${copiedChunk}.js`))
  writeFileSync(join(root, folder, "LICENSES.txt"), licences(modules))
}
