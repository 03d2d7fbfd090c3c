import { Effect } from "effect"
import { createServer, type Socket } from "node:net"

/** A receiver that takes every connection and never answers, in this process; gives its URL. */
export const blackHole = Effect.gen(function* () {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.resume()
    socket.on("error", () => {})
    socket.on("close", () => sockets.delete(socket))
  })
  return yield* Effect.acquireRelease(
    Effect.callback<string>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(Effect.succeed(`http://127.0.0.1:${port}/hook`))
      })
    }),
    () =>
      Effect.sync(() => {
        server.close()
        for (const socket of sockets) socket.destroy()
      })
  )
})
