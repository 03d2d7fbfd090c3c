import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fillDataFolder } from "../support/database/embeddedDatabase.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { freePort, ready, temporaryFolder } from "../support/processes/service.ts"

describe("SIGHUP to a running service", () => {
  it.live(
    "SIGHUP: the process continues, and logs by the level of DATA_DIR/log-level",
    () =>
      Effect.gen(function* () {
        const port = yield* freePort
        const dataDir = yield* temporaryFolder
        yield* fillDataFolder(dataDir)
        const service = yield* startInstalled({
          DEMO: "1",
          DATA_DIR: dataDir,
          PORT: String(port),
          EMULATOR_PORT: String(yield* freePort),
          LOG_LEVEL: "error"
        })
        const appUrl = `http://127.0.0.1:${port}`
        yield* ready(service, appUrl)
        assert.notInclude(service.output(), '"level":"INFO"')

        yield* Effect.promise(() => writeFile(join(dataDir, "log-level"), "info\n"))
        service.process.kill("SIGHUP")
        // At the level of the start this line is not logged.
        yield* Effect.sync(() => service.output()).pipe(
          Effect.repeat({
            schedule: Schedule.spaced("25 millis"),
            until: (output) => output.includes("SIGHUP set the log level")
          }),
          Effect.timeout("10 seconds")
        )
        yield* ready(service, appUrl)
        assert.strictEqual(yield* service.stop, 0)
        assert.include(service.output(), "effect-parley stopped")
      }).pipe(Effect.scoped),
    180_000
  )
})
