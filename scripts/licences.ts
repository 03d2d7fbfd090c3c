import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The folder of the package that a module belongs to. */
const packageOf = (module: string): string | undefined =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module.replaceAll("\\", "/"))?.[0]

const licenceFiles = ["LICENSE", "LICENSE.md", "LICENCE", "license"]

/** What the packages of these modules, whose code is copied, want to be said with it. */
export const licences = (modules: ReadonlyArray<string>): string =>
  [...new Set(modules.flatMap((module) => packageOf(module) ?? []))]
    .toSorted()
    .map((folder) => {
      const { license, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
      const file = licenceFiles.map((file) => join(folder, file)).find((file) => existsSync(file))
      return `${name} ${version} (${license})\n\n${file === undefined ? "" : readFileSync(file, "utf8").trim()}\n`
    })
    .join(`\n${"-".repeat(80)}\n\n`)
