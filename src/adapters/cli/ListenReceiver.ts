import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ByteSize, Console, DateTime, Effect, Result, Schema } from "effect"
import { HttpIncomingMessage, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { NetAddress } from "effect/net"
import { createServer } from "node:https"
import type { Socket } from "node:net"
import { holdEarlyRequests } from "../outbound/holdEarlyRequests.ts"
import type { ListenCertificate } from "./ListenCertificate.ts"
import type { ListenForward } from "./ListenForward.ts"
import { eventNameOf, type ListenPalette, listenJson, listenReport, tooLargeReport } from "./listenReport.ts"
import type { ListenSecret } from "./ListenSecret.ts"
import { isDoubtful, type SignedDelivery, verdictWith, verdictWithout } from "./ListenVerdict.ts"

/** Largest delivery that is read, in bytes: several times the largest event. */
export const largestBody = 1024 * 1024

/** The status for the service when the local receiver cannot be reached. The service delivers again then. */
const unreachable = 502

/** How many ids are stored to recognize repetitions; the oldest are removed first. */
const mostRememberedIds = 10_000

export interface ListenReceiverOptions {
  readonly host: string
  /** 0 chooses a free port. */
  readonly port: number
  readonly certificate: Pick<ListenCertificate, "cert" | "key">
  readonly secret: ListenSecret
  /** How many deliveries are answered with 500 before the others are answered with `status`. */
  readonly failures: number
  readonly status: number
  readonly palette: ListenPalette
  /** The types of events that are printed and forwarded; by default all. */
  readonly events?: ReadonlySet<string>
  /** Where verified events are posted. Its answer becomes the answer to the service. */
  readonly forward?: ListenForward
  /** Prints a JSON object for each delivery instead of text. */
  readonly asJson?: boolean
}

/** Nothing can listen there: the port is taken, or the host is none of this machine. */
export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  host: Schema.String,
  port: Schema.Number,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot listen on ${this.host}, port ${this.port} (${this.reason}). Choose others with --host and --port`
  }
}

/** A set of the newest texts, at most `limit`. */
const makeMemory = (limit: number) => {
  const kept = new Set<string>()
  /** Adds the text, and returns whether it was in the set. */
  const remember = (text: string): boolean => {
    const known = kept.has(text)
    kept.add(text)
    for (const oldest of kept) {
      if (kept.size <= limit) break
      kept.delete(oldest)
    }
    return known
  }
  return { remember }
}

/** Checks a delivery, a second time when the subscription has been given another secret meanwhile. */
const judge = Effect.fnUntraced(function* (delivery: SignedDelivery, secret: ListenSecret) {
  const claimsNothing = verdictWithout(delivery, "")
  if (claimsNothing.signature._tag === "Unsigned" && claimsNothing.secretHeader === "absent") return claimsNothing

  const known = yield* Effect.result(secret.current)
  if (Result.isFailure(known)) return verdictWithout(delivery, known.failure.reason)
  const verdict = verdictWith(delivery, known.success)
  if (!isDoubtful(verdict)) return verdict
  return yield* secret.changedSince(known.success).pipe(
    Effect.map((changed) => verdictWith(delivery, changed)),
    Effect.catchTag("SecretUnknown", () => Effect.succeed(verdict))
  )
})

const readBody = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.provideService(request.text, HttpIncomingMessage.MaxBodySize, ByteSize.bytes(largestBody))

/** Answers every POST, whatever its path, and prints it before it is answered. */
const receiver = ({ asJson, events, failures, forward, palette, secret, status }: ListenReceiverOptions) => {
  const ids = makeMemory(mostRememberedIds)
  let failuresLeft = failures

  const receive = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const body = yield* readBody(request)
    const at = yield* DateTime.now
    const { headers } = request
    const id = headers["webhook-id"]
    const repeated = id !== undefined && ids.remember(id)
    const isFailed = failuresLeft > 0
    failuresLeft = Math.max(0, failuresLeft - 1)
    const verdict = yield* judge({ headers, body }, secret)
    if (events !== undefined && !events.has(eventNameOf(body))) return HttpServerResponse.empty({ status })

    const isForwarded = forward !== undefined && !isFailed && verdict.signature._tag === "Ok"
    const forwarded = isForwarded
      ? { url: forward.url, ...(yield* forward.post({ headers, body })) }
      : forward === undefined
        ? undefined
        : { url: forward.url, status: null, durationMillis: 0, isHeldBack: true }
    const answered = isFailed ? 500 : isForwarded ? (forwarded?.status ?? unreachable) : status
    const delivery = { at, id, body, verdict, repeated, answered, ...(forwarded === undefined ? {} : { forwarded }) }
    yield* Console.log(asJson === true ? listenJson(delivery) : listenReport(delivery, palette))
    return HttpServerResponse.empty({ status: answered })
  })

  const refuseTooLarge = Effect.gen(function* () {
    yield* Console.log(tooLargeReport(yield* DateTime.now, largestBody, 413, palette))
    // The rest of the body is not read, so the connection cannot be reused.
    return HttpServerResponse.empty({ status: 413, headers: { connection: "close" } })
  })

  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    if (request.method !== "POST") return HttpServerResponse.empty({ status: 405, headers: { allow: "POST" } })
    return yield* Effect.catchTag(receive(request), "HttpServerError", ({ reason }) =>
      reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
        ? refuseTooLarge
        : Effect.succeed(HttpServerResponse.empty({ status: 400 }))
    )
  })
}

/** The server, and a way to end it at once: a connection that a client keeps open would hold it up. */
const makeServer = ({ cert, key }: ListenReceiverOptions["certificate"]) => {
  const server = createServer({ cert, key })
  holdEarlyRequests(server)
  const sockets = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
  })
  const end = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { server, end }
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Listens for as long as the scope lives. The result is where. */
export const start = Effect.fn("ListenReceiver.start")(function* (options: ListenReceiverOptions) {
  const { host, port } = options
  const { end, server } = makeServer(options.certificate)
  const http = yield* NodeHttpServer.make(() => server, { host, port, disablePreemptiveShutdown: true }).pipe(
    Effect.catchTag("ServeError", ({ cause }) => new CannotListen({ host, port, reason: reasonOf(cause) }))
  )
  yield* Effect.addFinalizer(() => Effect.sync(end))
  yield* Effect.provideService(HttpServer.serveEffect(receiver(options)), HttpServer.HttpServer, http)
  return NetAddress.isInetAddress(http.address) ? http.address : yield* Effect.die("listening on no port")
})
