import { Effect } from "effect"
import { createServer } from "node:http"
import { hookUrl } from "../hookUrl.ts"

/** A receiver of webhooks, in this process, that answers after so many milliseconds; gives its URL. */
export const slowReceiver = (millis: number) =>
  Effect.suspend(() => {
    const server = createServer((request, response) => {
      request.resume().once("end", () => setTimeout(() => response.writeHead(204).end(), millis))
    })
    server.keepAliveTimeout = 60_000
    return Effect.acquireRelease(hookUrl(server), () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
    )
  })
