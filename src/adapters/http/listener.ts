import type { IncomingMessage, ServerResponse } from "node:http"

// Not imported: that reads every export of the module, one of which is a WebSocket that takes 30 ms to load.
const http = process.getBuiltinModule("node:http")

/**
 * An answer whose text comes in one piece. Node writes its head and its body together then, unless it has been told to
 * count the bytes: which goes without saying, since the length was taken from the same text.
 */
class WholeResponse<Request extends IncomingMessage = IncomingMessage> extends http.ServerResponse<Request> {
  override end(done?: () => void): this
  override end(chunk: unknown, done?: () => void): this
  override end(chunk: unknown, encoding: BufferEncoding, done?: () => void): this
  override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), done?: () => void): this {
    if (typeof chunk === "string") this.strictContentLength = false
    return typeof encoding === "string" ? super.end(chunk, encoding, done) : super.end(chunk, encoding)
  }
}

/** Whether it answers the request itself. One that it has taken it may still pass on, to those who would have had it. */
export type Front = (request: IncomingMessage, response: ServerResponse, pass: () => void) => boolean

/** The HTTP server of Node, with somebody who sees requests before all others do. */
export class FrontedServer extends http.Server {
  front: Front = () => false

  override emit(event: string, ...args: ReadonlyArray<unknown>): boolean {
    const [request, response] = args
    const isRequest =
      event === "request" && request instanceof http.IncomingMessage && response instanceof http.ServerResponse
    const pass = () => super.emit(event, ...args)
    return (isRequest && this.front(request, response, pass)) || pass()
  }
}

/**
 * Most connections at the same time: that bounds the requests, and so the sends, that are being answered, but for those of
 * who sends several over one connection without waiting. Whoever comes beyond them is turned away before anything is read.
 */
export const maxConnections = 10_000

/** The HTTP server of Node that the routes are served by. */
export const listener = (most = maxConnections) => {
  const server = new FrontedServer({ ServerResponse: WholeResponse })
  server.maxConnections = most
  return server
}
