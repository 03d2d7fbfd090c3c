import { Deferred, Effect } from "effect"
import { createServer } from "node:http"
import { WrongResult } from "./Comparison.ts"
import { hookUrl } from "./hookUrl.ts"

/** After this time, in milliseconds, an event is lost. */
export const patienceMillis = 10_000

/** A receiver of webhooks in this process, which knows to the moment when each of them came. */
export const firstBytes = Effect.gen(function* () {
  const arrivals = new Map<string, Deferred.Deferred<number>>()
  const arrivalOf = (id: string) => {
    const known = arrivals.get(id) ?? Deferred.makeUnsafe<number>()
    arrivals.set(id, known)
    return known
  }
  const server = createServer((request, response) => {
    const id = request.headers["webhook-id"]?.toString() ?? ""
    Deferred.doneUnsafe(arrivalOf(id), Effect.succeed(performance.now()))
    request.resume()
    request.on("end", () => response.writeHead(204).end())
  })
  server.keepAliveTimeout = 60_000
  const url = yield* Effect.acquireRelease(hookUrl(server), () =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
  )
  return {
    url,
    /** When the delivery of the event came, as `performance.now` has it. */
    of: (id: string) =>
      Deferred.await(arrivalOf(id)).pipe(
        Effect.timeoutOrElse({
          duration: patienceMillis,
          orElse: () => Effect.fail(new WrongResult({ reason: `an event did not come within ${patienceMillis} ms` }))
        })
      )
  }
})

export type FirstBytes = Effect.Success<typeof firstBytes>
