import { Cause, Console, Effect, Exit, FiberSet } from "effect"
import { createServer } from "node:http"
import type { Round } from "../Round.ts"

/**
 * Makes this process a contender: `GET /10000` makes a round of at least so many events, and is answered with its figures,
 * or with what went wrong.
 */
export const serveRounds = Effect.fnUntraced(function* <R>(
  round: (events: number) => Effect.Effect<Round, unknown, R>
) {
  const run = yield* FiberSet.makeRuntime<R, Round, unknown>()
  const server = createServer(({ url = "/" }, response) => {
    run(round(Number(url.slice(1)))).addObserver(
      Exit.match({
        onSuccess: (figures) => response.end(JSON.stringify(figures)),
        onFailure: (cause) => response.writeHead(500).end(Cause.pretty(cause))
      })
    )
  })
  // Others have their turns meanwhile.
  server.keepAliveTimeout = 60_000
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () => Effect.sync(() => server.close().closeAllConnections())
  )
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  yield* Console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))
  return yield* Effect.never
})
