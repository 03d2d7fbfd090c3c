import { Effect, Queue, type Scope } from "effect"
import { createServer as createHttpServer, type RequestListener } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { createServer as createTcpServer, type Server, type Socket } from "node:net"

/** A server on 127.0.0.1 that tells what happens to its connections. */
export interface LocalServer {
  readonly port: number
  /** What happened next: `open` and `closed` for connections, and whatever the server itself notes. */
  readonly next: Effect.Effect<string>
  /** What happened so far and was not asked for. */
  readonly unseen: Effect.Effect<ReadonlyArray<string>>
}

type Note = (event: string) => void

const listening = (make: (note: Note) => Server): Effect.Effect<LocalServer, never, Scope.Scope> =>
  Effect.gen(function* () {
    const events = yield* Queue.unbounded<string>()
    const note: Note = (event) => void Queue.offerUnsafe(events, event)
    const server = make(note)
    const open = new Set<Socket>()
    server.on("connection", (socket: Socket) => {
      open.add(socket)
      note("open")
      socket.on("error", () => {})
      socket.on("close", () => {
        open.delete(socket)
        note("closed")
      })
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          for (const socket of open) socket.destroy()
        })
    )
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    return { port, next: Queue.take(events), unseen: Queue.clear(events) }
  })

/** Every request is noted as its method and path. */
export const http = (answer: RequestListener) =>
  listening((note) =>
    createHttpServer((request, response) => {
      note(`${request.method} ${request.url}`)
      answer(request, response)
    })
  )

export const https = ({ cert, key }: { readonly cert: string; readonly key: string }, answer: RequestListener) =>
  listening((note) =>
    createHttpsServer({ cert, key }, (request, response) => {
      note(`${request.method} ${request.url}`)
      answer(request, response)
    })
  )

/** Bytes and nothing else. */
export const tcp = (serve: (socket: Socket, note: Note) => void) =>
  listening((note) => createTcpServer((socket) => serve(socket, note)))

/** Reads a whole request (they are small), then answers with these bytes and does what comes after. */
export const answering = (text: string, after: (socket: Socket) => void = () => {}) =>
  tcp((socket, note) => {
    socket.once("data", () => {
      note("request")
      socket.write(text)
      after(socket)
    })
  })

/** A port where nobody listens. */
export const closedPort = Effect.scoped(
  Effect.map(
    tcp(() => {}),
    ({ port }) => port
  )
)
