import { DateTime, Effect, FileSystem, Path } from "effect"
import { availableParallelism, cpus } from "node:os"
import type { Outcome } from "./Comparison.ts"
import { verdictsOf } from "./ratios.ts"

const folder = new URL("results", import.meta.url).pathname

/** Writes every round of a comparison to `bench/results/NAME.json`, with what it ran on. */
export const keepResults = Effect.fnUntraced(function* (name: string, outcomes: ReadonlyArray<Outcome>) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const at = DateTime.formatIso(yield* DateTime.now)
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? "", cores: availableParallelism() }
  const kept = outcomes.map((outcome) => ({ ...outcome, verdicts: verdictsOf(outcome) }))
  yield* fs.makeDirectory(folder, { recursive: true })
  yield* fs.writeFileString(
    path.join(folder, `${name}.json`),
    `${JSON.stringify({ name, at, machine, outcomes: kept }, null, 2)}\n`
  )
})
