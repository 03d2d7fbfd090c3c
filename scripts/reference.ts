import { spawnSync } from "node:child_process"
import { join } from "node:path"

/**
 * Makes the reference of the public entries from their declarations, which `npm run build` makes, into `.reference`.
 * Fails when an export has no comment.
 */
const folder = import.meta.dirname
const typedoc = join(folder, "node_modules/typedoc/bin/typedoc")
const { error, status, stderr, stdout } = spawnSync("node", [typedoc, "--options", join(folder, "typedoc.json")], {
  encoding: "utf8",
  timeout: 300_000,
  env: { ...process.env, NO_COLOR: "1" }
})
const lines = `${stdout}${stderr}`.split("\n")
const missing = lines.filter((line) => line.includes("does not have any documentation"))
const others = lines.filter((line) => /^\[(?:warning|error)\]/.test(line) && !missing.includes(line))
const unexpected = others.filter((line) => !/Found \d+ errors and \d+ warnings/.test(line))
const isMade = status === 0 && error === undefined

for (const line of [...missing, ...unexpected]) process.stdout.write(`${line}\n`)
if (!isMade && missing.length + unexpected.length === 0) process.stdout.write(`typedoc failed\n${lines.join("\n")}\n`)
process.stdout.write(`${missing.length} exports have no comment\n`)
process.exitCode = isMade && missing.length + unexpected.length === 0 ? 0 : 1
