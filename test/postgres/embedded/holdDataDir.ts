/**
 * Takes the lock of a data folder, says `locked` or why not, and keeps it until standard input ends.
 *
 * node holdDataDir.ts <dataDir>
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { once } from "node:events"
import * as DataDirLock from "../../../src/adapters/postgres/embedded/DataDirLock.ts"

const say = (text: string) => Effect.sync(() => process.stdout.write(`${text}\n`))

Effect.gen(function* () {
  yield* DataDirLock.acquire(process.argv[2] ?? "")
  yield* say("locked")
  yield* Effect.promise(() => once(process.stdin.resume(), "end"))
}).pipe(
  Effect.catch((error) => say(error.message)),
  Effect.scoped,
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain
)
