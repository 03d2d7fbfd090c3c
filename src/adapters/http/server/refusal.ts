import type { ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { headersBelow } from "./requestHeaders.ts"
import { retryAfter } from "./unlessLost.ts"
import { unansweredBody } from "./unansweredBody.ts"

// Not imported, as in `listener.ts`.
const { STATUS_CODES } = process.getBuiltinModule("node:http")

/** Milliseconds that a caller has to read the last answer of a connection before it is closed. */
const lingerMillis = 500

/** Why a request is refused before any route sees it. */
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

/** A request that no route sees, and its answer. */
export interface Refusal {
  readonly status: RefusedStatus
  /** Absent when the request line could not be read. */
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

/** Answers a request whose head was read, after the ones before it, and closes the connection. */
export const refuse = (response: ServerResponse, refusal: Refusal): void => {
  const { headers, text } = answerOf(refusal)
  response.writeHead(refusal.status, headers).end(text)
}

/** The answer to a request for which the process has no time (contract C180). */
export const tooMuchToDo = "Too many requests at once; nothing was done. Try again in 5 seconds"

/** Answers a request that is not begun. Its connection stays: another one would cost more than the answer. */
export const refuseOverload = (response: ServerResponse, path: string, requestId: string): void => {
  const text = JSON.stringify(unansweredBody(path, tooMuchToDo))
  const headers = Object.assign(headersBelow({ path, isSecure: false }, requestId), retryAfter)
  headers["content-type"] = "application/json"
  headers["content-length"] = String(Buffer.byteLength(text))
  response.writeHead(503, headers).end(text)
}

/** Answers on a connection that nothing else is answered on, and closes it. */
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

/** How Node's complaint about a connection is answered; null for a connection that is broken. */
export const statusOfError = (error: NodeJS.ErrnoException): RefusedStatus | null => {
  const code = error.code ?? ""
  return statuses[code] ?? (code.startsWith("HPE_") && code !== "HPE_INVALID_EOF_STATE" ? 400 : null)
}

const requestLine = /^[A-Z]+ (\/[^\s?]*)/

/** The path in what a connection has sent, when that begins with a request line. */
export const pathOfPacket = (packet: unknown): string | undefined =>
  packet instanceof Uint8Array
    ? requestLine.exec(Buffer.from(packet.subarray(0, 2_048)).toString("latin1"))?.[1]
    : undefined
