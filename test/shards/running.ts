/**
 * Takes its share in the shards of a database, and says when it begins with one and when it is done with it, until its
 * standard input ends.
 *
 * node running.ts <url>
 */
import { NodeRuntime } from "@effect/platform-node"
import { Effect, References } from "effect"
import { writeSync } from "node:fs"
import type { DeliveryShard } from "../../src/domain/webhooks/DeliveryShard.ts"
import { runMember, sharing } from "./members.ts"

const [url = ""] = process.argv.slice(2)

const say = (what: string) => (_: string, shard: DeliveryShard) =>
  Effect.sync(() => {
    writeSync(1, `${what} ${shard}\n`)
  })

const inputEnds = Effect.callback<void>((resume) => {
  process.stdin.resume().once("end", () => resume(Effect.void))
})

runMember({ enter: say("enter"), leave: say("leave") }, "").pipe(
  Effect.andThen(inputEnds),
  Effect.scoped,
  Effect.provide(sharing(url)),
  Effect.provideService(References.MinimumLogLevel, "None"),
  NodeRuntime.runMain
)
