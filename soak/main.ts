import "effect/schema/SchemaJITCompiler/enable"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect, Option, Random, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import * as PostgresServer from "../test/support/PostgresServer.ts"
import { hangUp } from "./ask.ts"
import { soak } from "./soak.ts"

class AfternoonWentWrong extends Schema.TaggedError<AfternoonWentWrong>()("AfternoonWentWrong", {
  seed: Schema.Int,
  differences: Schema.Int
}) {
  override get message() {
    return `${this.differences} differences; --seed ${this.seed} plays the same afternoon`
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
  )
}

const command = Command.make(
  "soak",
  flags,
  Effect.fn(function* ({ embedded, seed: given, smoke }) {
    const seed = Option.isSome(given) ? given.value : yield* Random.nextIntBetween(1, 1_000_000)
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
