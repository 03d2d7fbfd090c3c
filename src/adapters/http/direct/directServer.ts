import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer } from "effect"
import { listener } from "../listener.ts"
import { directFront } from "./directFront.ts"
import type { DirectRoute } from "./DirectRoute.ts"

/**
 * The HTTP server of Node, which answers these routes before any that are served by it. Whoever serves them is told to
 * stop first, and waits for everything that is being answered; what takes too long then is interrupted.
 */
export const layer = <R, R2>(
  options: NodeHttpServer.Options,
  routes: Effect.Effect<ReadonlyArray<DirectRoute<R>>, never, R2>
) =>
  Layer.unwrap(
    Effect.sync(() => {
      const server = listener()
      const attached = Effect.map(Effect.flatMap(routes, directFront), (front) => {
        server.front = front
      })
      return Layer.effectDiscard(attached).pipe(Layer.provideMerge(NodeHttpServer.layer(() => server, options)))
    })
  )
