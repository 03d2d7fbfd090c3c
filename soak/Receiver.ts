import { Effect, Option, Schema } from "effect"
import { createServer, type Server } from "node:https"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import type { Draw } from "./draw.ts"

/** An event as a business received it, as often as it did. */
export interface Received {
  readonly id: string
  /** Business of the receiving address. */
  readonly path: string
  readonly body: string
  /** Whether the secret of that business had signed it, each time. */
  isSigned: boolean
  times: number
  /** Sequence in its conversation, from the header. */
  readonly sequence: string
  /** Number of earlier deliveries. */
  readonly turn: number
}

export interface Receiver {
  readonly url: (path: string) => string
  readonly received: ReadonlyMap<string, Received>
  /** Reported conversation of a message, by address and message. */
  readonly conversationOf: (path: string, messageId: string) => string | undefined
  /** Signing secret of the address. */
  readonly know: (path: string, secret: string) => void
}

/** How often a business is out of order, once for each event at most. */
const refusing = 0.02

const isSigned = (secret: string | undefined, body: string, headers: Record<string, string>): boolean => {
  try {
    new Webhook(secret ?? "").verify(body, headers)
    return true
  } catch {
    return false
  }
}

const decodeTold = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({ data: Schema.Struct({ message_id: Schema.String, conversation_id: Schema.String }) })
  )
)

/** Keeps what came; gives the status to answer with. */
const makeTaking = (
  received: Map<string, Received>,
  conversations: Map<string, string>,
  secrets: ReadonlyMap<string, string>,
  draw: Draw
) => {
  const refused = new Set<string>()
  return (path: string, body: string, headers: Record<string, string>): number => {
    const id = headers["webhook-id"] ?? ""
    if (!refused.has(id) && !received.has(`${path} ${id}`) && draw() < refusing) {
      refused.add(id)
      return 500
    }
    const signed = isSigned(secrets.get(path), body, headers)
    const before = received.get(`${path} ${id}`)
    received.set(`${path} ${id}`, {
      id,
      path,
      body,
      isSigned: signed && (before?.isSigned ?? true) && (before?.body ?? body) === body,
      times: (before?.times ?? 0) + 1,
      sequence: headers["webhook-sequence"] ?? "",
      turn: before?.turn ?? received.size
    })
    const told = decodeTold(body)
    if (Option.isSome(told)) conversations.set(`${path} ${told.value.data.message_id}`, told.value.data.conversation_id)
    return 204
  }
}

/** The businesses' own server, with an address for each of them. */
export const startReceiver = Effect.fnUntraced(function* (
  { cert, key }: { readonly cert: string; readonly key: string },
  draw: Draw
) {
  const received = new Map<string, Received>()
  const secrets = new Map<string, string>()
  const conversations = new Map<string, string>()
  const take = makeTaking(received, conversations, secrets, draw)
  const listening = new Promise<Server>((resolve) => {
    const server = createServer({ cert, key }, async (request, response) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      const status = take(request.url ?? "", Buffer.concat(chunks).toString(), Object.fromEntries(headers))
      response.writeHead(status).end()
    })
    server.listen(0, "127.0.0.1", () => resolve(server))
  })
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => listening),
    (open) =>
      Effect.promise(() => {
        open.closeAllConnections()
        return new Promise((resolve) => open.close(resolve))
      })
  )
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const receiver: Receiver = {
    url: (path) => `https://localhost:${port}${path}`,
    received,
    conversationOf: (path, messageId) => conversations.get(`${path} ${messageId}`),
    know: (path, secret) => void secrets.set(path, secret)
  }
  return receiver
})
