import type { EventEmitter } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"

type Requested = readonly [request: IncomingMessage, response: ServerResponse]

/** A server of Node, with or without TLS. */
interface Listening extends EventEmitter {
  readonly listening: boolean
}

const refuseAtEnd = (_: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(503, { connection: "close", "content-length": 0 }).end()
}

/**
 * Lets requests wait that come before their handler: a server listens first, since routes may depend on its address. Node
 * drops a request without a handler, and its caller waits for ever. After the handler has left, requests are refused.
 * While there is a handler, this costs nothing.
 */
export const holdEarlyRequests = (server: Listening, refuse: (...of: Requested) => void = refuseAtEnd): void => {
  let early: Array<Requested> = []
  let hasServed = false

  const hold = (...requested: Requested): void => {
    if (hasServed || !server.listening) refuse(...requested)
    else early.push(requested)
  }
  server.on("request", hold)
  server.on("newListener", (event: string | symbol, handler: (...of: Requested) => void) => {
    if (event !== "request" || handler === hold) return
    hasServed = true
    server.off("request", hold)
    // Node says so before the handler is there.
    setImmediate(() => {
      const waiting = early
      early = []
      for (const requested of waiting) handler.apply(server, [...requested])
    })
  })
  server.on("removeListener", (event: string | symbol, handler: unknown) => {
    if (event === "request" && handler !== hold && server.listenerCount("request") === 0) server.on("request", hold)
  })
}
