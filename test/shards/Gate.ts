import { Effect } from "effect"
import { connect, createServer, type Socket } from "node:net"

/** Stands between a process and its Postgres server, until it is shut: then all connections are lost, and none are made. */
export const gate = Effect.fnUntraced(function* (target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isShut = false
  const server = createServer((client) => {
    if (isShut) return void client.destroy()
    const upstream = connect(Number(port), hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket
        .on("error", () => undefined)
        .on("close", () => {
          sockets.delete(socket)
          client.destroy()
          upstream.destroy()
        })
    }
    client.pipe(upstream).pipe(client)
  })
  const shut = Effect.sync(() => {
    isShut = true
    for (const socket of sockets) socket.destroy()
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.andThen(
        shut,
        Effect.promise(() => new Promise((resolve) => server.close(resolve)))
      )
  )
  const address = server.address()
  const url = new URL(target)
  url.host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  return { url: url.href, shut, open: Effect.sync(() => void (isShut = false)) }
})
