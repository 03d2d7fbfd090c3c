import { Effect, Latch } from "effect"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Webhook } from "standardwebhooks"
import type { Entry } from "./Journal.ts"
import { senderHeader } from "./senderHeader.ts"

/** Longest that waiting for something may take. */
const patience = "45 seconds"

/** Longest that a receiver takes to answer, in milliseconds. */
const slowest = 8

export interface ReceiverOptions {
  /** What signs for the organization that has this path. Null: signatures are not looked at. */
  readonly secretOf: ((path: string) => string) | null
  /** Whether the event is refused when it comes for the first time. */
  readonly refuses: (id: string, sequence: number) => boolean
  /** A number in [0, 1) for every answer: how long it takes. */
  readonly draw: () => number
}

const isSigned = (secret: string, body: string, headers: IncomingMessage["headers"]): boolean => {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
  try {
    new Webhook(secret).verify(body, Object.fromEntries(names.map((name) => [name, String(headers[name])])))
    return true
  } catch {
    return false
  }
}

const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.callback<number>(
      (resume) =>
        void server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
        })
    ),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )

/** So many servers that receive for all organizations, and write down what came. */
export const receivers = Effect.fnUntraced(function* (count: number, { draw, refuses, secretOf }: ReceiverOptions) {
  const journal: Array<Entry> = []
  const accepted = new Set<string>()
  const refused = new Set<string>()
  const sockets = new Set<Socket>()
  const buried = new Set<string>()
  const changed = yield* Latch.make()

  /** Whether nobody lives who sent it. Of whom nobody knows who it is, nothing is taken: it could be of the dead. */
  const isFromTheDead = ({ headers }: IncomingMessage) => {
    const sender = headers[senderHeader]
    return sender === undefined || buried.has(String(sender))
  }

  const answer = (id: string, sequence: number, response: ServerResponse) => {
    if (isFromTheDead(response.req)) return void response.destroy()
    const isRefused = !accepted.has(id) && !refused.has(id) && refuses(id, sequence)
    ;(isRefused ? refused : accepted).add(id)
    // A process that has died since hears nothing of it.
    const isHeard = response.socket?.destroyed === false
    journal.push(isRefused ? { _tag: "Refused", id } : { _tag: "Accepted", id, isHeard })
    response.writeHead(isRefused ? 500 : 204).end()
    changed.openUnsafe()
  }
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    if (isFromTheDead(request)) return void response.destroy()
    const body = Buffer.concat(chunks).toString()
    const id = String(request.headers["webhook-id"])
    const sequence = Number(request.headers["webhook-sequence"] ?? 0)
    journal.push({
      _tag: "Arrived",
      id,
      sequence,
      webhookId: JSON.parse(body).webhook_id,
      isSigned: secretOf === null || isSigned(secretOf(request.url ?? ""), body, request.headers)
    })
    setTimeout(answer, draw() * slowest, id, sequence, response)
  }

  const ports = yield* Effect.forEach(Array.from({ length: count }), () =>
    listening(
      createServer((request, response) => {
        // Of a request that its sender did not live to finish, nothing came.
        receive(request, response).catch(() => response.destroy())
      }).on("connection", (socket: Socket) => {
        sockets.add(socket)
        socket.on("close", () => {
          sockets.delete(socket)
          changed.openUnsafe()
        })
      })
    )
  )

  /** Waits until it is so, which is looked at whenever something has changed. */
  const once = Effect.fnUntraced(function* (isSo: () => boolean) {
    while (!isSo()) {
      changed.closeUnsafe()
      yield* changed.await
    }
  })
  const until = (isSo: () => boolean) => Effect.timeoutOption(once(isSo), patience)

  return {
    journal,
    accepted,
    urlOf: (ordinal: number, path: string) => `http://127.0.0.1:${ports[ordinal % count]}${path}`,
    once,
    /** The same, but no longer than patience lasts: what is looked at next tells that it did not come to that. */
    until,
    /** Has those who wait look again. */
    changed: () => void changed.openUnsafe(),
    note: (entry: Entry) => {
      journal.push(entry)
      changed.openUnsafe()
    },
    /** The process is dead. What it sent, and nobody has answered, does not come any more, however late it is read. */
    bury: (pid: number) => void buried.add(String(pid)),
    /** Waits until all connections are gone, so that nothing comes any more of what the dead sent. */
    silence: until(() => sockets.size === 0)
  }
})

export type Receivers = Effect.Success<ReturnType<typeof receivers>>
