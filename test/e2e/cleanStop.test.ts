import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { demoFile, freePort, ready, start, temporaryFolder } from "../support/processes/service.ts"

/** Long enough for the service to join those who share the deliveries, and to take shards. */
const joined = "3 seconds"

/** Well below the 8 seconds that running requests have: an open stream does not use them up. */
const prompt = 4_000

const given = Effect.gen(function* () {
  const url = yield* serverDatabase()
  const port = yield* freePort
  const dataDir = yield* temporaryFolder
  const service = yield* start({
    DEMO: "1",
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    PORT: String(port),
    EMULATOR_PORT: String(yield* freePort)
  })
  const appUrl = `http://127.0.0.1:${port}`
  yield* ready(service, appUrl)
  return { appUrl, dataDir, service }
})

describe("a service on a server that receives SIGTERM", () => {
  it.live(
    "logs no warning",
    () =>
      Effect.gen(function* () {
        const { service } = yield* given
        yield* Effect.sleep(joined)
        assert.strictEqual(yield* service.stop, 0)
        assert.notMatch(service.output(), /"level":"(?:WARN|ERROR|FATAL)"/i)
      }).pipe(Effect.scoped),
    180_000
  )

  it.live(
    "ends an open stream cleanly and at once, and stops within its time",
    () =>
      Effect.gen(function* () {
        const { appUrl, dataDir, service } = yield* given
        const { orgId, serviceRoleKey } = yield* demoFile(dataDir)
        const streams = yield* Effect.promise(() =>
          Promise.all(
            Array.from({ length: 3 }, async () => {
              const response = await fetch(`${appUrl}/api/whatsapp/events/stream`, {
                headers: { authorization: `Bearer ${serviceRoleKey}`, "x-org-id": orgId }
              })
              assert.strictEqual(response.status, 200)
              return response
            })
          )
        )
        const before = performance.now()
        // A stream that is cut, and not ended, rejects here.
        const ended = Promise.all(streams.map((stream) => stream.text()))
        assert.strictEqual(yield* service.stop, 0)
        yield* Effect.promise(() => ended)
        assert.isBelow(performance.now() - before, prompt)
        assert.notMatch(service.output(), /"level":"(?:WARN|ERROR|FATAL)"/i)
      }).pipe(Effect.scoped),
    180_000
  )
})
