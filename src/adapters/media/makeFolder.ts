import { Effect, FileSystem, Path } from "effect"

/**
 * Makes a folder and the missing folders above it, one after the other. Node's recursive call does not end where a file
 * system refuses new folders as missing, such as `/proc`. Fails if the path is that of a file.
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
  // Making what is there names the reason.
  if ((yield* fs.stat(present)).type !== "Directory") yield* fs.makeDirectory(present)
  for (const one of missing) {
    // Another process may have made it meanwhile.
    yield* Effect.catchReason(fs.makeDirectory(one, { mode }), "PlatformError", "AlreadyExists", () => Effect.void)
  }
})
