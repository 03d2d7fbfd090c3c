import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { serverDatabase } from "../support/serverDatabase.ts"
import { freePort, ready, start, temporaryFolder } from "../support/service.ts"

/** Long enough for the service to join those who share the deliveries, and to take shards. */
const joined = "3 seconds"

describe("a service on a server that is told to stop", () => {
  it.live(
    "warns of nothing",
    () =>
      Effect.gen(function* () {
        const url = yield* serverDatabase()
        const port = yield* freePort
        const service = yield* start({
          DATA_DIR: yield* temporaryFolder,
          DATABASE_URL: url,
          PORT: String(port),
          EMULATOR_PORT: String(yield* freePort)
        })
        yield* ready(service, `http://127.0.0.1:${port}`)
        yield* Effect.sleep(joined)
        assert.strictEqual(yield* service.stop, 0)
        assert.notMatch(service.output(), /"level":"(?:WARN|ERROR|FATAL)"/i)
      }).pipe(Effect.scoped),
    60_000
  )
})
