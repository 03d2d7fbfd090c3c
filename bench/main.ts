import "effect/schema/SchemaJITCompiler/enable"
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Duration, Effect, FileSystem, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as BenchServer from "./BenchServer.ts"
import { ProfileFolder } from "./Child.ts"
import { type Comparison, type Size } from "./Comparison.ts"
import { comparisons } from "./comparisons.ts"
import { keepResults } from "./keepResults.ts"
import { reportOf } from "./report.ts"

const sizes: Readonly<Record<"full" | "smoke", Size>> = {
  full: { smoke: false, rounds: 5, warmUps: 2, seconds: 3 },
  smoke: { smoke: true, rounds: 1, warmUps: 0, seconds: 0.2 }
}

/** A comparison may take longer only if it says so, and all of them together may not. */
const bounds = { each: "2 minutes", all: "40 minutes" } as const

class TookTooLong extends Schema.TaggedError<TookTooLong>()("TookTooLong", {
  name: Schema.String,
  bound: Schema.String
}) {
  override get message() {
    return `${this.name} took longer than ${this.bound}`
  }
}

const within = (duration: Duration.Input, name: string) =>
  Effect.timeoutOrElse({
    duration,
    orElse: () => Effect.fail(new TookTooLong({ name, bound: Duration.format(Duration.fromInputUnsafe(duration)) }))
  })

class NoSuchComparison extends Schema.TaggedError<NoSuchComparison>()("NoSuchComparison", { name: Schema.String }) {
  override get message() {
    return `There is no comparison ${this.name}; there are ${Object.keys(comparisons).join(", ")}`
  }
}

const profiles = new URL("results/profiles", import.meta.url).pathname

const measure = Effect.fnUntraced(function* (name: string, comparison: Comparison, size: Size, json: boolean) {
  yield* Console.log(`\n${name}: ${comparison.about}`)
  const outcomes = yield* Effect.scoped(comparison.run(size)).pipe(within(comparison.bound ?? bounds.each, name))
  yield* Effect.forEach(outcomes, (outcome) => Console.log(reportOf(outcome, !size.smoke)), { discard: true })
  if (json) yield* keepResults(name, outcomes)
})

const bench = Command.make(
  "bench",
  {
    names: Argument.String("name").pipe(Argument.variadic()),
    smoke: Flag.Boolean("smoke").pipe(
      Flag.withDescription("A moment of each, to see that it runs; the figures mean nothing"),
      Flag.withDefault(false)
    ),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Writes every round to bench/results/NAME.json"),
      Flag.withDefault(false)
    ),
    profile: Flag.Boolean("profile").pipe(
      Flag.withDescription("Writes CPU profiles of the servers to bench/results/profiles, which slows them down"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(
    function* ({ json, names, profile, smoke }) {
      const known: ReadonlyMap<string, Comparison> = new Map(Object.entries(comparisons))
      const unknown = names.find((name) => !known.has(name))
      if (unknown !== undefined) return yield* new NoSuchComparison({ name: unknown })
      if (profile) yield* (yield* FileSystem.FileSystem).makeDirectory(profiles, { recursive: true })
      yield* Console.log("Only ratios count: absolute figures drift with the machine.")
      for (const [name, comparison] of known) {
        if (names.length > 0 && !names.includes(name)) continue
        yield* measure(name, comparison, smoke ? sizes.smoke : sizes.full, json).pipe(
          Effect.provideService(ProfileFolder, profile ? profiles : null)
        )
      }
    },
    within(bounds.all, "all of it")
  )
).pipe(
  Command.withDescription("Measures what the design claims against what one would write or install instead"),
  Command.provide(BenchServer.layer)
)

NodeRuntime.runMain(Command.run(bench, { version: "0" }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
