/**
 * Starts a test server, says its URL, and keeps it until standard input ends.
 *
 * node holdPostgresServer.ts
 */
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { once } from "node:events"
import * as PostgresServer from "./PostgresServer.ts"

Effect.gen(function* () {
  const { url } = yield* PostgresServer.start()
  yield* Effect.sync(() => process.stdout.write(`${url}\n`))
  yield* Effect.promise(() => once(process.stdin.resume(), "end"))
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer), NodeRuntime.runMain)
