import { Context, Effect, Layer } from "effect"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { ReadWait } from "../../../ports/process/Transaction.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"
import { fastPath } from "../fastpath/fastPath.ts"
import type { FastRoute } from "../fastpath/fastPath.ts"
import { AnsweredRequests } from "./answeredRequests.ts"
import { TrustedProxies } from "./clientOf.ts"
import { FrontedServer, type ListenerLimits, usualLimits } from "./listener.ts"

/** Limits per caller. */
export const Limits = Context.Reference<ListenerLimits>("effect-parley/http/server/Limits", {
  defaultValue: () => usualLimits
})

const tooMany = (network: string, most: number) =>
  logFailure(
    {
      level: "Warn",
      text: "a client has as many connections as one client may have; if it is a proxy, name it in TRUSTED_PROXIES",
      subject: network
    },
    { client: network, most }
  )

/**
 * Node's HTTP server, with these routes on the fast path. During a stop, the router ends first and waits for running requests.
 * Requests that exceed the time limit are interrupted.
 */
export const layer = <R, R2>(
  options: NodeHttpServer.Options,
  routes: Effect.Effect<ReadonlyArray<FastRoute<R>>, never, R2>
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const ids = yield* IdSource
      const limits = yield* Limits
      const services = yield* Effect.context<never>()
      const answered = yield* AnsweredRequests
      const server = new FrontedServer({
        limits,
        ...(answered === null ? {} : { watch: answered.watch }),
        trusted: yield* TrustedProxies,
        newRequestId: () => Effect.runSyncWith(services)(ids.uuid),
        readWait: yield* ReadWait,
        tooMany: (network) => void Effect.runForkWith(services)(tooMany(network, limits.connectionsPerClient))
      })
      const attached = Effect.map(Effect.flatMap(routes, fastPath), (front) => {
        server.front = front
      })
      return Layer.effectDiscard(attached).pipe(Layer.provideMerge(NodeHttpServer.layer(() => server, options)))
    })
  )
