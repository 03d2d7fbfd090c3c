import { Effect } from "effect"
import { connect, createServer, type Socket } from "node:net"

/** Behaviour of connections through the proxy. */
export type Behaviour =
  | "passes"
  /** Connections stay open and nothing goes through them, as with a frozen server. Held bytes go through afterwards. */
  | "stalls"
  /** Connections are cut, and new ones are closed at once. */
  | "refuses"
  /** Delay of each piece in milliseconds. */
  | { readonly delayMillis: number }
  /** Maximum bytes a second, for each connection and direction. */
  | { readonly bytesPerSecond: number }

/** Runs before a piece is forwarded; false drops it. */
export type Inspect = (piece: Buffer) => boolean

export interface Inspection {
  readonly fromClient: Inspect
  readonly fromServer: Inspect
}

const waitFor = (behaviour: Behaviour, bytes: number): number => {
  if (typeof behaviour === "string") return 0
  return "delayMillis" in behaviour ? behaviour.delayMillis : (bytes * 1_000) / behaviour.bytesPerSecond
}

const placeOf = (url: string) => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) }
}

/**
 * Stands between a client and a server over TCP: Postgres, a platform or a receiver. Gives the URL to use in place of the
 * server's, and what sets how the connections behave. `inspect` is called for each connection.
 */
export const faultProxy = Effect.fnUntraced(function* (target: string, inspect?: () => Inspection) {
  const sockets = new Set<Socket>()
  let place = placeOf(target)
  let behaviour: Behaviour = "passes"

  const cutNow = () => {
    for (const socket of sockets) socket.destroy()
  }
  const pass = (from: Socket, to: Socket, isPassed: Inspect) => {
    sockets.add(from)
    from.on("data", (piece) => {
      if (!isPassed(piece)) return
      const wait = waitFor(behaviour, piece.length)
      if (wait === 0) return void to.write(piece)
      from.pause()
      setTimeout(() => {
        to.write(piece)
        if (behaviour !== "stalls") from.resume()
      }, wait)
    })
    from.on("error", () => undefined)
    from.on("close", () => {
      sockets.delete(from)
      to.destroy()
    })
    if (behaviour === "stalls") from.pause()
  }
  const server = createServer((client) => {
    if (behaviour === "refuses") return void client.destroy()
    const upstream = connect(place)
    const { fromClient, fromServer } = inspect?.() ?? { fromClient: () => true, fromServer: () => true }
    pass(client, upstream, fromClient)
    pass(upstream, client, fromServer)
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () =>
      Effect.promise(() => {
        cutNow()
        return new Promise((resolve) => server.close(resolve))
      })
  )
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === "object" ? address?.port : "")
  return {
    url: url.href.replace(/\/$/, ""),
    set: (next: Behaviour) =>
      Effect.sync(() => {
        behaviour = next
        if (next === "refuses") return cutNow()
        for (const socket of sockets) {
          if (next === "stalls") socket.pause()
          else socket.resume()
        }
      }),
    /** Breaks all connections at once. New ones are passed on. */
    cut: Effect.sync(cutNow),
    /** New connections lead to another server, as after the promotion of a replica. */
    retarget: (other: string) => Effect.sync(() => void (place = placeOf(other)))
  }
})
