/**
 * Delivers what is recorded in a database, until its standard input ends, somebody stops it, or it kills itself. Says
 * `ready` when it has loaded and is connected; begins when it is told, in a line, when to die; says `begun` when it opens
 * its first shard, and where it dies.
 *
 * node delivering.ts <url> alone|shared <since> <speed>
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Clock, Effect, Exit, Fiber, Layer, Logger, Redacted, References, Schema } from "effect"
import { IpNetwork } from "effect/net"
import { SqlClient } from "effect/sql"
import { writeSync } from "node:fs"
import { flushCompileCache } from "node:module"
import { createInterface } from "node:readline"
import type { HttpAgent } from "../../src/adapters/outbound/HttpAgent.ts"
import * as WebhookAgent from "../../src/adapters/outbound/WebhookAgent.ts"
import * as RandomIds from "../../src/adapters/identity/RandomIds.ts"
import * as Arrivals from "../../src/adapters/postgres/webhooks/WakeSignals.ts"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import * as PgDeliveryQueue from "../../src/adapters/postgres/webhooks/PgDeliveryQueue.ts"
import { testSealer } from "../support/database/testSealer.ts"
import { Signals } from "../../src/adapters/postgres/database/DatabaseClients.ts"
import * as ClusterShards from "../../src/adapters/shards/ClusterShards.ts"
import * as LocalShards from "../../src/adapters/shards/LocalShards.ts"
import * as HttpWebhookSender from "../../src/adapters/outbound/HttpWebhookSender.ts"
import { deliveryWorker } from "../../src/adapters/worker/workers.ts"
import { DeathText } from "./Death.ts"
import { dyingPorts } from "./dyingPorts.ts"
import { fastClock } from "./fastClock.ts"
import { senderHeader } from "./senderHeader.ts"

const [url = "", shards = "", since = "0", speed = "1"] = process.argv.slice(2)

const agent = WebhookAgent.layer({ allowed: [IpNetwork.fromStringUnsafe("127.0.0.1/32")], ca: Effect.succeed([]) })

/** Says in each request which process it is from. */
const namedAgent = Layer.effect(
  WebhookAgent.WebhookAgent,
  Effect.map(WebhookAgent.WebhookAgent, (agent): HttpAgent => ({
    request: (call) => agent.request({ ...call, headers: { ...call.headers, [senderHeader]: String(process.pid) } })
  }))
)

const sender = HttpWebhookSender.layer.pipe(Layer.provide(namedAgent), Layer.provide(agent), Layer.orDie)

/** As tests have it, whose modules would be a second's work to load. */

const everything = Layer.mergeAll(
  sender,
  PgDeliveryQueue.layer.pipe(Layer.provide([Arrivals.layer, testSealer])),
  (shards === "shared" ? ClusterShards.layer : LocalShards.layer).pipe(
    Layer.provide(Layer.effect(SqlClient.SqlClient, Signals))
  )
).pipe(Layer.provide(RandomIds.layer), Layer.provide(Database.server(Redacted.make(url))))

const input = createInterface(process.stdin)
const line = Effect.callback<string>((resume) => void input.once("line", (text) => resume(Effect.succeed(text))))
const end = Effect.callback<void>((resume) => void input.once("close", () => resume(Effect.void)))

const main = Effect.gen(function* () {
  const context = yield* Layer.build(everything)
  // Who is killed leaves nothing in the cache at its end.
  flushCompileCache()
  const told = yield* Effect.forkChild(line, { startImmediately: true })
  const ended = yield* Effect.forkChild(end, { startImmediately: true })
  writeSync(1, "ready\n")
  const death = yield* Schema.decodeUnknownEffect(DeathText)(yield* Fiber.join(told))
  yield* Layer.build(deliveryWorker.pipe(Layer.provide(dyingPorts(death)))).pipe(
    Effect.provideContext(context),
    Effect.provideService(Clock.Clock, fastClock(Number(since), Number(speed)))
  )
  yield* Fiber.join(ended)
})

main.pipe(
  Effect.scoped,
  Effect.provide(Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])),
  Effect.provideService(References.MinimumLogLevel, "Error"),
  (program) =>
    NodeRuntime.runMain(program, {
      // Being told to stop is no failure.
      teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
    })
)
