import { Effect } from "effect"
import { connect, type Socket } from "node:net"

/** Connections that ask for the document and never read it, and those whose body never ends. */
const counts = { deaf: 100, dripping: 50 }

/** Requests that a deaf connection asks for in one go. */
const pipelined = 20

/** How often a dripping connection sends a byte, in milliseconds. */
const drip = 500

/** A closed or reset connection counts as answered. */
const opened = (url: URL, begin: string): Socket => {
  const socket = connect(Number(url.port), url.hostname)
  socket.on("error", () => socket.destroy())
  socket.write(begin)
  return socket
}

const deaf = (url: URL): Socket => {
  const asked = `GET /api/developer/docs HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`
  return opened(url, asked.repeat(pipelined)).pause()
}

const dripping = (url: URL): Socket => {
  const head = `POST /api/developer/v1/contacts HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json`
  const socket = opened(url, `${head}\r\nContent-Length: 100000\r\n\r\n{`)
  const timer = setInterval(() => socket.write(" "), drip)
  socket.resume().once("close", () => clearInterval(timer))
  return socket
}

/** Holds such connections to the service until the scope is closed. */
export const deafSockets = (appUrl: string, part: number) => {
  const url = new URL(appUrl)
  const many = (count: number, open: (url: URL) => Socket) =>
    Array.from({ length: Math.ceil(count * part) }, () => open(url))
  return Effect.acquireRelease(
    Effect.sync(() => [...many(counts.deaf, deaf), ...many(counts.dripping, dripping)]),
    (sockets) => Effect.sync(() => sockets.forEach((socket) => socket.destroy()))
  )
}
