import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer } from "effect"
import { IdSource } from "../../../ports/process/IdSource.ts"
import { ReadWait } from "../../../ports/process/ReadWait.ts"
import { TrustedProxies } from "../server/clientOf.ts"
import { AnsweredRequests } from "../server/answeredRequests.ts"
import { FrontedServer, type ListenerLimits, usualLimits } from "../server/listener.ts"
import { directFront } from "./directFront.ts"
import type { DirectRoute } from "./DirectRoute.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"

/** What one caller may take of the server. */
export const Limits = Context.Reference<ListenerLimits>("effect-parley/http/direct/Limits", {
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
 * The HTTP server of Node, which answers these routes before the router. At a stop the router ends first and waits for
 * running requests; those that take too long are interrupted.
 */
export const layer = <R, R2>(
  options: NodeHttpServer.Options,
  routes: Effect.Effect<ReadonlyArray<DirectRoute<R>>, never, R2>
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
      const attached = Effect.map(Effect.flatMap(routes, directFront), (front) => {
        server.front = front
      })
      return Layer.effectDiscard(attached).pipe(Layer.provideMerge(NodeHttpServer.layer(() => server, options)))
    })
  )
