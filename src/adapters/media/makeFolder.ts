import { Effect, FileSystem, Path } from "effect"

/**
 * Creates a folder and its missing parents, one after the other. Node's recursive call never ends on file systems that
 * reject new folders as missing, such as `/proc`. Fails if the path is a file.
 */
export const makeFolder = Effect.fnUntraced(function* (folder: string, mode: number) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const missing: Array<string> = []
  let present = path.resolve(folder)
  while (path.dirname(present) !== present && !(yield* fs.exists(present))) {
    missing.unshift(present)
    present = path.dirname(present)
  }
  // Creating an existing path returns the reason.
  if ((yield* fs.stat(present)).type !== "Directory") yield* fs.makeDirectory(present)
  for (const one of missing) {
    // Another process may have created it meanwhile.
    yield* Effect.catchReason(fs.makeDirectory(one, { mode }), "PlatformError", "AlreadyExists", () => Effect.void)
  }
})
