import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { Option } from "effect"
import type { WebHandler } from "./http.ts"

/** A listener of `http.createServer`, and a middleware of Express and Connect. */
export type NodeHandler = (
  request: IncomingMessage & { readonly originalUrl?: string },
  response: ServerResponse,
  next?: (error?: unknown) => void
) => void

const headersOf = ({ headersDistinct }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (const [name, values] of Object.entries(headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  return headers
}

/**
 * The request as `fetch` has it; none if there is no such one, as for the method TRACE or a malformed host. Its signal is
 * aborted when the client disconnects before the response has ended.
 */
const requestOf = Option.liftThrowable((request: IncomingMessage, response: ServerResponse, path: string): Request => {
  const aborted = new AbortController()
  response.once("close", () => {
    if (!response.writableFinished) aborted.abort()
  })
  const hasBody = request.method !== "GET" && request.method !== "HEAD"
  return new Request(`http://${request.headers.host ?? "localhost"}${path}`, {
    method: request.method ?? "GET",
    headers: headersOf(request),
    signal: aborted.signal,
    ...(hasBody ? { body: Readable.toWeb(request), duplex: "half" as const } : {})
  })
})

const answer = async (response: ServerResponse, { body, headers, status }: Response): Promise<void> => {
  const cookies = headers.getSetCookie()
  for (const [name, value] of headers) if (name !== "set-cookie") response.setHeader(name, value)
  if (cookies.length > 0) response.setHeader("set-cookie", cookies)
  response.writeHead(status)
  if (body === null) response.end()
  else await pipeline(Readable.fromWeb(body), response)
}

/**
 * A handler for Node's servers: plain `http`, Express, and Fastify through a middleware plugin. It must see the body
 * before any parser. Paths outside of the prefix go to `next`, or are answered with 404.
 */
export const nodeHandler =
  (handler: WebHandler["handler"], prefix: string): NodeHandler =>
  (request, response, next) => {
    const path = request.originalUrl ?? request.url ?? "/"
    const isBelow = path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`)
    if (!isBelow) {
      if (next !== undefined) return next()
      response.writeHead(404).end()
      return
    }
    const converted = requestOf(request, response, path)
    if (Option.isNone(converted)) {
      response.writeHead(400).end()
      return
    }
    const address = request.socket.remoteAddress
    handler(converted.value, address === undefined ? {} : { address })
      .then((answered) => answer(response, answered))
      .catch((error: unknown) => {
        if (!response.headersSent && next !== undefined) return next(error)
        if (response.headersSent) response.destroy()
        else response.writeHead(500).end()
      })
  }
