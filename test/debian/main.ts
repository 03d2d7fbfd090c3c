/**
 * Runs on Debian's Postgres with `jit=on`, which the packaged Postgres of the other tests cannot do: the time that events
 * take, directly and through Debian's PgBouncer, and the tests of stores and plans. Ends with 1 when one fails.
 *
 * node test/debian/main.ts [--skip-if-missing]
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Cause, Console, Effect, Redacted, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import * as PgBouncer from "../support/servers/PgBouncer.ts"
import * as PostgresServer from "../support/servers/PostgresServer.ts"
import { debianPrograms, NoDebianPostgres } from "./debianPrograms.ts"
import { deliveryLatency } from "./deliveryLatency.ts"
import { restoredBackup } from "./restoredBackup.ts"
import { storeTests } from "./storeTests.ts"

/** Longest run, so that nothing hangs in CI. */
const patience = "15 minutes"

/** What docs/operations.md recommends, as far as a small machine has it. */
const tuning = { max_connections: "100", shared_buffers: "256MB", max_wal_size: "4GB", idle_session_timeout: "0" }

const JitRow = Schema.Tuple([Schema.Struct({ version: Schema.String, available: Schema.Boolean, jit: Schema.String })])

/** Without LLVM beside the server nothing would be tested. */
const checkJit = Effect.fnUntraced(function* (url: string) {
  const sql = yield* PgClient.makeClient({ url: Redacted.make(url) })
  const [server] = yield* Effect.flatMap(
    sql`select current_setting('server_version') as version, pg_jit_available() as available,
      current_setting('jit') as jit`,
    Schema.decodeUnknownEffect(JitRow)
  )
  // A session without the settings of the service has to have JIT.
  if (!server.available || server.jit !== "on") {
    return yield* new NoDebianPostgres({ reason: `version ${server.version} has no JIT; install its package for it` })
  }
  return server.version
}, Effect.scoped)

const onDebian = Effect.gen(function* () {
  const programs = yield* debianPrograms
  const { url } = yield* PostgresServer.start({ programs, settings: { ...tuning, jit: "on" } })
  yield* Console.log(`Debian's Postgres ${yield* checkJit(url)}, jit=on`)
  yield* deliveryLatency(url, "parley")
  if (PgBouncer.isInstalled) {
    yield* Console.log("Through PgBouncer")
    yield* deliveryLatency(yield* PgBouncer.start(url, { pool_mode: "session" }), "Behind a pooler")
  }
  yield* restoredBackup(programs, url)
  yield* Console.log("The tests of stores and plans")
  yield* storeTests(url)
})

const isSkippable = process.argv.includes("--skip-if-missing")

onDebian.pipe(
  Effect.timeout(patience),
  Effect.scoped,
  Effect.catchIf(
    (error) => isSkippable && error instanceof NoDebianPostgres,
    (error) => Console.log(`Skipped: ${error.message}`)
  ),
  Effect.tapCause((cause) => Console.error(Cause.pretty(cause))),
  Effect.provide([NodeServices.layer, Reactivity.layer]),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
