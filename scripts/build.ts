import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { bundle } from "./bundle.ts"
import { bundleConsole } from "./bundleConsole.ts"
import { bundleLibrary } from "./bundleLibrary.ts"

/**
 * The declarations of the library and its code, since Node does not strip types inside node_modules. The command, and the
 * console that it serves.
 */
rmSync("dist", { recursive: true, force: true })
const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit" })
if (status === 0) {
  await bundleLibrary("dist")
  await bundle("dist/bin")
  await bundleConsole("dist/console")
}
process.exitCode = status ?? 1
