import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Installs the packages of folders that have a lock file of their own, such as `bench`: `node scripts/installPackages.ts FOLDER…`.
 * Does nothing, and needs no network, if all of them are installed in the versions of the manifest.
 */
const root = join(import.meta.dirname, "..")

/** An object of a file in JSON; an empty one if there is no such file. */
const readJson = (path: string): Readonly<Record<string, unknown>> =>
  existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}

/** The exact version in `1.2.3` or `npm:package@1.2.3`. */
const versionOf = (specifier: unknown): string => String(specifier).replace(/^npm:.+@/, "")

const isInstalled = (folder: string): boolean =>
  Object.entries(readJson(join(folder, "package.json"))["dependencies"] ?? {}).every(
    ([name, specifier]) =>
      readJson(join(folder, "node_modules", name, "package.json"))["version"] === versionOf(specifier)
  )

const missing = process.argv.slice(2).filter((name) => !isInstalled(join(root, name)))
for (const name of missing) {
  const args = ["ci", "--prefix", join(root, name), "--no-audit", "--no-fund"]
  process.stdout.write(`Installing the packages of ${name}\n`)
  const { error, status } = spawnSync("npm", args, { cwd: join(root, name), stdio: "inherit" })
  if (status !== 0) {
    const reason = error === undefined ? `exit code ${status}` : error.message
    process.stderr.write(
      `The packages of ${name} are not installed: npm ci --prefix ${name} failed (${reason}). ` +
        "Run it again when the package registry is reachable.\n"
    )
    process.exit(1)
  }
}
