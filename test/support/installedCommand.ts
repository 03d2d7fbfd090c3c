import { Effect } from "effect"
import { symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { bundle } from "../../bundle.ts"
import { temporaryFolder } from "./service.ts"

/** The command as the published package has it, beside the packages that it needs; gives the path of its script. */
export const installedCommand = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  yield* Effect.promise(async () => {
    await bundle(join(folder, "dist/bin"))
    await writeFile(join(folder, "package.json"), '{"type":"module"}')
    await symlink(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"))
  })
  return join(folder, "dist/bin/parley.js")
})
