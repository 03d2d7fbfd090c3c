import { createRequire } from "node:module"
import { join } from "node:path"

/** Resolves packages of `scripts/package.json`, which the commands that need them install. */
export const scriptPackages = createRequire(join(import.meta.dirname, "../../../scripts/package.json"))
