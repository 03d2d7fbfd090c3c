import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

/**
 * What a container image holds beside Node, in a folder: the command and the console that `npm run build` has made, and the packages that
 * are loaded from beside it, with all that these need. Neither the embedded database nor a development package.
 */
const root = join(import.meta.dirname, "..")
const target = resolve(process.argv[2] ?? join(root, "dist/image"))

/** The packages that the bundle of the command leaves out (`bundle.ts`), but for the embedded database. */
const wanted = ["@aws-sdk/client-s3"]

/** Packages at their places in `node_modules`, as the lock file has them. */
interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
const { packages }: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8")
)

/** Where Node finds a package that one at some place imports: in the nearest `node_modules`. */
const placeOf = (name: string, from: string): string | null => {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const place = `${at === "" ? "" : `${at}/`}node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (at === "") return null
  }
}

const places = new Set<string>()
const add = (name: string, from: string): void => {
  const place = placeOf(name, from)
  if (place === null || places.has(place)) return
  places.add(place)
  const { dependencies, optionalDependencies } = packages[place] ?? {}
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, place)
}
for (const name of wanted) add(name, "")

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
cpSync(join(root, "dist/bin"), join(target, "bin"), { recursive: true })
cpSync(join(root, "dist/console"), join(target, "console"), { recursive: true })
for (const place of places) {
  cpSync(join(root, place), join(target, place), {
    recursive: true,
    // A package in a package's own folder has a place of its own.
    filter: (source) => source === join(root, place) || !source.slice(join(root, place).length).includes("node_modules")
  })
}
const { license, name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
writeFileSync(join(target, "package.json"), JSON.stringify({ name, version, license, type: "module", private: true }))
process.stdout.write(`${target}: the command and ${places.size} packages\n`)
