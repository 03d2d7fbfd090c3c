import { Context, Duration, Effect, FileSystem, Layer } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import * as EmbeddedPostgres from "../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import type { SendIntent } from "../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../testing/given/accepted.ts"
import { Command } from "../../test/support/processes/Bundles.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import * as Child from "../Child.ts"
import type { Comparison, Size } from "../Comparison.ts"
import { inTurn } from "../inTurn.ts"
import { sendLoop } from "../opponents/sendLoop.ts"
import { concurrency, givenSender, ledgerSend, roundsToQuota } from "../sendsToQuota.ts"
import { service } from "../servers.ts"

const loop = "PGlite.query, the same rows"

/** One send after the other. */
const loopRounds = Effect.fnUntraced(function* (size: Size) {
  const { reserve, recordOutcome, stores } = yield* sendLoop
  const context = yield* Layer.build(Layer.fresh(stores))
  const send = Effect.fnUntraced(function* (intent: SendIntent) {
    const reserved = yield* reserve(intent)
    if (reserved === null) return false
    yield* recordOutcome(intent, yield* accepted(intent, reserved))
    return true
  })
  const sender = yield* Effect.provideContext(givenSender, context)
  return Effect.provideContext(roundsToQuota([sender], send, size, 1), context)
})

const sends = Effect.fnUntraced(function* (size: Size) {
  return yield* inTurn(
    {
      heading: `accepted sends on the embedded database, ${concurrency} at once, and one by one, in one process`,
      unit: "sends/s",
      contenders: [
        { name: "SendLedger", round: roundsToQuota([yield* givenSender], ledgerSend, size) },
        { name: loop, round: yield* loopRounds(size) }
      ],
      targets: [{ what: "sends/s", against: loop, figure: "perSecond", must: { atLeast: 8 } }]
    },
    size
  )
})

const bare = "bare PGlite"

/** V8 compiles Postgres' parser with 600 MB for a moment, before or after the process is ready. */
const settling = Duration.seconds(2)

/** A start of a process, with what it takes up once it has settled. */
const startRound = <E, R>(start: Effect.Effect<Child.Child, E, R>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { residentBytes, startMillis } = yield* start
      yield* Effect.sleep(settling)
      const megabytes = (yield* residentBytes) / 1_000_000
      return {
        done: 1,
        perSecond: 1_000 / startMillis,
        p50: startMillis,
        p99: startMillis,
        worst: startMillis,
        megabytes
      }
    })
  )

const starts = Effect.fnUntraced(function* (size: Size) {
  const fs = yield* FileSystem.FileSystem
  const folders = yield* Effect.replicateEffect(fs.makeTempDirectoryScoped({ prefix: "parley-bench-" }), 3)
  const [ours = "", sources = "", theirs = ""] = folders
  const graphUrl = "http://127.0.0.1:9"
  const { script } = Context.get(yield* Layer.build(Command.layer), Command)
  return yield* inTurn(
    {
      heading:
        "a process on a folder that is there already, until it answers: the whole service, and the database alone",
      unit: "starts/s",
      contenders: [
        {
          name: "parley, as installed",
          round: startRound(service({ graphUrl }, { DATA_DIR: ours }, { script }))
        },
        {
          name: bare,
          round: startRound(Child.start({ script: "bench/opponents/barePglite.ts", env: { DATA_DIR: theirs } }))
        },
        { name: "npm start, from the sources", round: startRound(service({ graphUrl }, { DATA_DIR: sources })) }
      ],
      targets: [
        { what: "time to start", against: bare, figure: "p50", must: { atMost: 1.5 } },
        { what: "memory", against: bare, figure: "megabytes", must: { atMost: 1 } }
      ]
    },
    { ...size, warmUps: size.smoke ? 0 : 1 }
  )
})

export const embedded: Comparison = {
  about: "the database in the same process: what a send, a start and its memory cost",
  run: Effect.fnUntraced(function* (size) {
    const stores = storesOn(
      Layer.unwrap(Effect.map(EmbeddedPostgres.openInMemory(), ({ stream }) => Database.embedded(stream)))
    )
    const shorter = { ...size, seconds: size.seconds / 2 }
    return [yield* Effect.provide(sends(shorter), stores), yield* starts(size)]
  })
}
