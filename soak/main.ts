import "effect/schema/SchemaJITCompiler/enable"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Context, Effect, type FileSystem, Layer, Option, type Path, Random, Schema, type Scope } from "effect"
import { Command, Flag } from "effect/cli"
import type { Emulator } from "../emulator/Emulator.ts"
import * as Bundles from "../test/support/processes/Bundles.ts"
import { differentialHistory, findDifferences, onServer } from "../test/simulation/differences.ts"
import * as PostgresServer from "../test/support/servers/PostgresServer.ts"
import { hangUp } from "./ask.ts"
import { kills } from "./faults/kills.ts"
import { outage } from "./faults/outage.ts"
import { platform } from "./running.ts"
import { soak } from "./soak.ts"

class AfternoonWentWrong extends Schema.TaggedError<AfternoonWentWrong>()("AfternoonWentWrong", {
  seed: Schema.Int,
  differences: Schema.Int
}) {
  override get message() {
    return `${this.differences} differences; --seed ${this.seed} plays the same afternoon`
  }
}

class FaultsWentWrong extends Schema.TaggedError<FaultsWentWrong>()("FaultsWentWrong", { wrong: Schema.Int }) {
  override get message() {
    return `${this.wrong} differences`
  }
}

/** Differences that are shown. */
const shown = 30

const sizes = {
  full: { people: 200, lanesEach: 2, items: 8_000, timeouts: 3, hostility: { rounds: 5, part: 1 } },
  embedded: { people: 100, lanesEach: 2, items: 2_000, timeouts: 1, hostility: { rounds: 2, part: 0.5 } },
  smoke: { people: 40, lanesEach: 2, items: 500, timeouts: 0, hostility: { rounds: 2, part: 0.2 } }
}

const flags = {
  seed: Flag.Int("seed").pipe(Flag.withDescription("Plays the afternoon of this seed again"), Flag.optional),
  smoke: Flag.Boolean("smoke").pipe(Flag.withDescription("A short afternoon"), Flag.withDefault(false)),
  embedded: Flag.Boolean("embedded").pipe(
    Flag.withDescription("On the embedded database, with less to do"),
    Flag.withDefault(false)
  ),
  kills: Flag.Int("kills").pipe(
    Flag.withDescription("Kills the service so many times under load instead"),
    Flag.optional
  ),
  outage: Flag.Int("outage").pipe(
    Flag.withDescription("Takes the database away for so many seconds under load instead"),
    Flag.optional
  ),
  differential: Flag.Int("differential").pipe(
    Flag.withDescription("Compares every GET after so many histories on memory and on a server instead"),
    Flag.optional
  )
}

class StoresDiffer extends Schema.TaggedError<StoresDiffer>()("StoresDiffer", { seeds: Schema.Array(Schema.Int) }) {
  override get message() {
    return `Memory and the server differ after the histories of these seeds: ${this.seeds.join(", ")}`
  }
}

/** Plays histories on memory and on the server, and compares the answers of every GET. */
const compareStores = Effect.fnUntraced(function* (server: string, first: number, count: number) {
  const differing: Array<number> = []
  for (let seed = first; seed < first + count; seed++) {
    const { differences, gets } = yield* findDifferences(differentialHistory(seed), onServer(server))
    yield* Console.log(`Seed ${seed}: ${differences.length} differences in ${gets} GETs`)
    for (const difference of differences.slice(0, shown)) yield* Console.error(difference)
    if (differences.length > 0) differing.push(seed)
  }
  if (differing.length > 0) return yield* new StoresDiffer({ seeds: differing })
})

/** Faults of the process and of the database, on a server and with a service in a process of its own. */
const faults = Effect.fnUntraced(function* (
  run: Effect.Effect<ReadonlyArray<string>, unknown, Emulator | FileSystem.FileSystem | Path.Path | Scope.Scope>
) {
  const wrong = yield* Effect.provide(run, platform([], { rules: [] }))
  for (const one of wrong.slice(0, shown)) yield* Console.error(one)
  if (wrong.length > 0) return yield* new FaultsWentWrong({ wrong: wrong.length })
})

const command = Command.make(
  "soak",
  flags,
  Effect.fn(function* ({ differential, embedded, kills: times, outage: seconds, seed: given, smoke }) {
    const seed = Option.isSome(given) ? given.value : yield* Random.nextIntBetween(1, 1_000_000)
    if (Option.isSome(differential)) {
      return yield* compareStores((yield* PostgresServer.start()).url, seed, differential.value)
    }
    if (Option.isSome(times) || Option.isSome(seconds)) {
      const { url: databaseUrl } = yield* PostgresServer.start()
      const { script } = yield* Effect.map(Layer.build(Bundles.Command.layer), Context.get(Bundles.Command))
      if (Option.isSome(times)) yield* faults(kills({ databaseUrl, seed, kills: times.value, script }))
      if (Option.isSome(seconds)) {
        yield* faults(outage({ databaseUrl, seconds: seconds.value, script }))
      }
      return
    }
    const size = smoke ? sizes.smoke : embedded ? sizes.embedded : sizes.full
    const databaseUrl = embedded ? null : (yield* PostgresServer.start()).url
    yield* Console.log(`An afternoon with seed ${seed}, on ${embedded ? "the embedded database" : "a server"}`)
    const differences = yield* soak({ seed, databaseUrl, ...size })
    for (const { key, kind, note, owner, verdict } of differences.slice(0, shown)) {
      yield* Console.error(`${verdict}: ${kind} ${key} of ${owner}: ${note}`)
    }
    if (differences.length > 0) return yield* new AfternoonWentWrong({ seed, differences: differences.length })
  })
).pipe(Command.withDescription("An afternoon in the life: everything that can go wrong at once, and nothing that may"))

NodeRuntime.runMain(
  Command.run(command, { version: "0" }).pipe(
    Effect.scoped,
    Effect.ensuring(hangUp),
    Effect.provide(NodeServices.layer)
  )
)
