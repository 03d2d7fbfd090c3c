import { createServer, type IncomingMessage, ServerResponse } from "node:http"

/**
 * An answer whose text comes in one piece. Node writes its head and its body together then, unless it has been told to
 * count the bytes: which goes without saying, since the length was taken from the same text.
 */
class WholeResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  override end(done?: () => void): this
  override end(chunk: unknown, done?: () => void): this
  override end(chunk: unknown, encoding: BufferEncoding, done?: () => void): this
  override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), done?: () => void): this {
    if (typeof chunk === "string") this.strictContentLength = false
    return typeof encoding === "string" ? super.end(chunk, encoding, done) : super.end(chunk, encoding)
  }
}

/** The HTTP server of Node that the routes are served by. */
export const listener = () => createServer({ ServerResponse: WholeResponse })
