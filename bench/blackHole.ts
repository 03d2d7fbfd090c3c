import { Effect } from "effect"
import { createServer, type Socket } from "node:net"
import { hookUrl } from "./hookUrl.ts"

/** A receiver that takes every connection and never answers, in this process; gives its URL. */
export const blackHole = Effect.gen(function* () {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.resume()
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
  })
  return yield* Effect.acquireRelease(hookUrl(server), () =>
    Effect.sync(() => {
      server.close()
      for (const socket of sockets) socket.destroy()
    })
  )
})
