import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { headersBelow } from "./requestHeaders.ts"
import { unansweredBody } from "./requestPath.ts"
import { retryAfter } from "./unlessLost.ts"

/** The characters of a host with its port (RFC 3986). */
const validHost = /^[\w.~!$&'()*+,;=%:[\]-]*$/

/** Number of header lines with this lower-case name. */
const linesOf = (rawHeaders: ReadonlyArray<string>, name: string): number => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const headerName = rawHeaders[index] ?? ""
    if (headerName.length === name.length && headerName.toLowerCase() === name) count += 1
  }
  return count
}

const isHostValid = ({ headers: { host }, httpVersion, rawHeaders }: IncomingMessage): boolean =>
  host === undefined ? httpVersion === "1.0" : validHost.test(host) && linesOf(rawHeaders, "host") === 1

/**
 * Returns the error status of a request that Node and a proxy may parse differently (RFC 9112), else null (contract:
 * Requests whose framing is in doubt). These are other versions than 1.0 and 1.1, a missing or repeated host, and
 * transfer encodings other than chunked.
 */
export const framingFault = (request: IncomingMessage): 400 | 501 | null => {
  const { headers, httpVersion } = request
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return 400
  if (!isHostValid(request)) return 400
  const encoding = headers["transfer-encoding"]
  if (encoding === undefined) return null
  if (httpVersion === "1.0") return 400
  return encoding.toLowerCase() === "chunked" ? null : 501
}

// Not imported, as in `listener.ts`.
const { STATUS_CODES } = process.getBuiltinModule("node:http")

/** Milliseconds that a caller has to read the last response before the connection is closed. */
const lingerMillis = 500

/** Reasons to reject a request before routing. */
const messages = {
  400: "The request is not valid HTTP/1.1",
  405: "CONNECT is not supported",
  408: "The request did not arrive in time",
  413: "The extensions of the chunks of the body are too long",
  417: "Expect is not supported with another value than 100-continue",
  431: "The header fields are larger than 16 KiB",
  501: "Transfer-Encoding is not supported with another value than chunked",
  503: "The service is stopping; nothing was done. Try again in 5 seconds"
} as const
export type RefusedStatus = keyof typeof messages

/** A request that is rejected before routing, and its response. */
export interface Refusal {
  readonly status: RefusedStatus
  /** Absent if the request line could not be parsed. */
  readonly path: string | undefined
  readonly requestId: string
}

const answerOf = ({ path = "", requestId, status }: Refusal) => {
  const text = JSON.stringify(unansweredBody(path, messages[status]))
  const headers = {
    ...headersBelow({ path, isSecure: false }, requestId),
    ...(status === 503 ? retryAfter : {}),
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(text)),
    connection: "close"
  }
  return { text, headers }
}

/** Answers a request after all earlier ones of its connection, and closes the connection. */
export const refuse = (response: ServerResponse, refusal: Refusal): void => {
  const { headers, text } = answerOf(refusal)
  response.writeHead(refusal.status, headers).end(text)
}

/** Response to a request that is rejected for overload (contract: More requests than the process can answer). */
export const tooMuchToDo = "Too many requests at once; nothing was done. Try again in 5 seconds"

/** Answers a request that is not admitted. The connection stays open, since a new one would cost more. */
export const refuseOverload = (response: ServerResponse, path: string, requestId: string): void => {
  const text = JSON.stringify(unansweredBody(path, tooMuchToDo))
  const headers = Object.assign(headersBelow({ path, isSecure: false }, requestId), retryAfter)
  headers["content-type"] = "application/json"
  headers["content-length"] = String(Buffer.byteLength(text))
  response.writeHead(503, headers).end(text)
}

/** Writes the only response of a connection, and closes it. */
export const refuseConnection = (socket: Duplex, refusal: Refusal): void => {
  if (!socket.writable) return void socket.destroy()
  const { headers, text } = answerOf(refusal)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ""}\r\n${lines.join("")}\r\n${text}`)
  const linger = setTimeout(() => socket.destroy(), lingerMillis).unref()
  socket.once("close", () => clearTimeout(linger))
}

const statuses: Readonly<Record<string, RefusedStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408
}

/** Response status for a client error of Node; null for a broken connection. */
export const statusOfError = (error: NodeJS.ErrnoException): RefusedStatus | null => {
  const code = error.code ?? ""
  return statuses[code] ?? (code.startsWith("HPE_") && code !== "HPE_INVALID_EOF_STATE" ? 400 : null)
}

const requestLine = /^[A-Z]+ (\/[^\s?]*)/

/** The path in raw bytes that begin with a request line. */
export const pathOfPacket = (packet: unknown): string | undefined =>
  packet instanceof Uint8Array
    ? requestLine.exec(Buffer.from(packet.subarray(0, 2_048)).toString("latin1"))?.[1]
    : undefined
