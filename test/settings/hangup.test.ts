import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { type CurrentLogLevel, reloadLogLevel } from "../../src/adapters/settings/hangup.ts"
import { temporaryFolder } from "../support/processes/service.ts"

describe("SIGHUP", () => {
  it.live("log level: SIGHUP reads DATA_DIR/log-level, and restores the setting without the file", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const dataDir = yield* temporaryFolder
      const current: CurrentLogLevel = { level: "Info" }
      const levelWith = Effect.fnUntraced(function* (content: string) {
        yield* files.writeFileString(`${dataDir}/log-level`, content)
        yield* reloadLogLevel(current, { dataDir, logLevel: "Info" })
        return current.level
      })
      assert.strictEqual(yield* levelWith("debug\n"), "Debug")
      assert.strictEqual(yield* levelWith("loud"), "Debug")
      assert.strictEqual(yield* levelWith("ERROR"), "Error")
      yield* files.remove(`${dataDir}/log-level`)
      yield* reloadLogLevel(current, { dataDir, logLevel: "Info" })
      assert.strictEqual(current.level, "Info")
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
