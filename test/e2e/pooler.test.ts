import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Queue } from "effect"
import { demoService } from "../support/demo/demoService.ts"
import * as PgBouncer from "../support/servers/PgBouncer.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { temporaryFolder } from "../support/processes/service.ts"

/** The pool has exactly as many sessions as the service has connections. */
const connections = 12

const sends = 15

describe.skipIf(!PgBouncer.isInstalled)("a service behind PgBouncer", () => {
  it.live(
    "sends and delivers within its number of sessions",
    () =>
      Effect.gen(function* () {
        const settings = { pool_mode: "session", default_pool_size: connections } as const
        const url = yield* PgBouncer.start(yield* serverDatabase(), settings)
        const service = yield* demoService({ DATABASE_URL: url, DATABASE_CONNECTIONS: String(connections) })
        const sent = yield* Effect.forEach(
          Array.range(1, sends),
          (ordinal) => service.send(`1555${1_000_000 + ordinal}`),
          {
            concurrency: 10
          }
        )
        const heard = yield* Effect.forEach(sent, () => Queue.take(service.announced))
        assert.deepStrictEqual(heard.toSorted(), sent.toSorted())
        assert.strictEqual(yield* service.running.stop, 0)
        assert.notInclude(service.running.output(), `"level":"ERROR"`)
      }).pipe(Effect.scoped, Effect.timeout("100 seconds")),
    120_000
  )

  it.live(
    "ends its start with one line if the pooler does not preserve sessions",
    () =>
      Effect.gen(function* () {
        const url = yield* PgBouncer.start(yield* serverDatabase(), { pool_mode: "transaction" })
        const service = yield* startInstalled({ DEMO: "1", DATA_DIR: yield* temporaryFolder, DATABASE_URL: url })
        assert.strictEqual(yield* service.ended, 1)
        assert.include(service.output(), "pool_mode = session")
      }).pipe(Effect.scoped, Effect.timeout("50 seconds")),
    180_000
  )
})
