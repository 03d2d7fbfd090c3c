import { spawnSync } from "node:child_process"
import { join } from "node:path"

/**
 * Makes the reference of the public entries from their declarations, which `npm run build` makes, into `.reference`.
 * Fails when an export has no comment, but for the entries that are left to comment.
 */
const uncommented: ReadonlySet<string> = new Set(["domain", "memory", "meta"])

const folder = join(import.meta.dirname, "typescript5")
const typedoc = join(folder, "node_modules/typedoc/bin/typedoc")
const { error, status, stderr, stdout } = spawnSync("node", [typedoc, "--options", join(folder, "typedoc.json")], {
  encoding: "utf8",
  timeout: 300_000,
  env: { ...process.env, NO_COLOR: "1" }
})
const lines = `${stdout}${stderr}`.split("\n")
const missing = lines.filter((line) => line.includes("does not have any documentation"))
const entryOf = (line: string): string => /\] ([\w/]+)\./.exec(line)?.[1] ?? ""
const wrong = missing.filter((line) => !uncommented.has(entryOf(line)))
const others = lines.filter((line) => /^\[(?:warning|error)\]/.test(line) && !missing.includes(line))
const unexpected = others.filter((line) => !/Found \d+ errors and \d+ warnings/.test(line))

for (const line of [...wrong, ...unexpected]) process.stdout.write(`${line}\n`)
process.stdout.write(
  `${missing.length - wrong.length} exports of ${[...uncommented].join(", ")} have no comment yet; ${wrong.length} of other entries\n`
)
process.exitCode = status === 0 && error === undefined && wrong.length + unexpected.length === 0 ? 0 : 1
