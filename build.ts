import { spawnSync } from "node:child_process"
import { chmodSync, copyFileSync, rmSync } from "node:fs"

/** JavaScript and declarations into `dist`: Node does not strip types inside node_modules. */
rmSync("dist", { recursive: true, force: true })
const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit" })
if (status === 0) {
  chmodSync("dist/start.js", 0o755)
  const image = "adapters/postgres/emptyDatabase.tar.br"
  copyFileSync(`src/${image}`, `dist/${image}`)
}
process.exitCode = status ?? 1
