import { Effect } from "effect"
import { connect, createServer, type Socket } from "node:net"

/** How a server behaves that is behind the proxy. */
type Mode = "passes" | "stalls" | "refuses"

/**
 * Stands between a process and its Postgres server. While it stalls, connections stay open and nothing goes through them,
 * as with a frozen server; afterwards everything that was held back arrives. While it refuses, there is no connection.
 */
export const stallingProxy = Effect.fnUntraced(function* (target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let mode: Mode = "passes"
  const set = (next: Mode) =>
    Effect.sync(() => {
      mode = next
      for (const socket of sockets) {
        if (next === "refuses") socket.destroy()
        else if (next === "stalls") socket.pause()
        else socket.resume()
      }
    })
  const server = createServer((client) => {
    if (mode === "refuses") return void client.destroy()
    const upstream = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      sockets.add(from)
      from.on("data", (chunk) => to.write(chunk))
      from.on("error", () => undefined)
      from.on("close", () => {
        sockets.delete(from)
        to.destroy()
      })
      if (mode === "stalls") from.pause()
    }
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.promise(() => {
        for (const socket of sockets) socket.destroy()
        return new Promise((resolve) => server.close(resolve))
      })
  )
  const address = server.address()
  const url = new URL(target)
  url.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  return { url: url.href, set }
})
