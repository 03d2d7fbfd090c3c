import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Plugin, rolldown } from "rolldown"
import { licences } from "./licences.ts"

/** What looks for files beside its own code. */
const left = /^(?:node:|@electric-sql\/pglite|@aws-sdk\/client-s3)/

const root = join(import.meta.dirname, "..")

/** It hands on all of a CommonJS package, and a bundler sees nothing of what that is: here is what is used of it. */
const undici: Plugin = {
  name: "undici",
  load: (id) =>
    /@effect[\\/]platform-node[\\/]dist[\\/]Undici\.js$/.test(id)
      ? 'import Undici from "undici"\nexport default Undici\nexport const { Agent, getGlobalDispatcher } = Undici'
      : null
}

/** A script with what it loads, in few files: to find and link a thousand of them is half of a start. Gives the modules. */
export const bundleScript = async (script: string, folder: string, name: string): Promise<ReadonlyArray<string>> => {
  const bundled = await rolldown({
    cwd: root,
    input: join(root, script),
    platform: "node",
    external: left,
    plugins: [undici]
  })
  const { output } = await bundled.write({
    dir: folder,
    format: "esm",
    entryFileNames: name,
    chunkFileNames: "[name].js",
    // Names stay, for the stacks of errors.
    minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } }
  })
  await bundled.close()
  return output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
}

/** The command. */
export const bundle = async (folder: string): Promise<void> => {
  const modules = await bundleScript("src/start.ts", folder, "parley.js")
  writeFileSync(join(folder, "LICENSES.txt"), licences(modules))
  chmodSync(join(folder, "parley.js"), 0o755)
}
