import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { makeFolder } from "../../src/adapters/media/makeFolder.ts"

const mode = 0o700

describe("makeFolder", () => {
  it.effect("creates the folder and its parents, and leaves an existing one", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = `${yield* fs.makeTempDirectoryScoped()}/a/b/c`
      yield* makeFolder(folder, mode)
      yield* makeFolder(folder, mode)
      assert.strictEqual((yield* fs.stat(folder)).mode & 0o777, mode)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect("simultaneous calls create one folder", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = `${yield* fs.makeTempDirectoryScoped()}/a/b/c`
      yield* Effect.replicateEffect(makeFolder(folder, mode), 20, { concurrency: "unbounded" })
      assert.isTrue(yield* fs.exists(folder))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.effect.each(["/proc/x", "/proc/x/y", "/dev/null/x", "/dev/null"])("%s is refused, and the call ends", (folder) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(makeFolder(folder, mode))
      assert.strictEqual(failure._tag, "PlatformError")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("a file is refused", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* fs.makeTempDirectoryScoped()}/file`
      yield* fs.writeFileString(file, "")
      assert.match((yield* Effect.flip(makeFolder(file, mode))).message, /AlreadyExists/)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
