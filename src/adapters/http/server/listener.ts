import type { IpNetwork } from "effect/net"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Server, Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { ReadWait } from "../../../ports/process/Transaction.ts"
import { holdEarlyRequests } from "../../outbound/holdEarlyRequests.ts"
import { Connection, ConnectionCounts, type ReadingTimes } from "./Connection.ts"
import { TurnGate } from "./TurnGate.ts"
import { type AdmissionBounds, type Admitted, admittedAs } from "./admission.ts"
import { isTrusted } from "./clientOf.ts"
import {
  type RefusedStatus,
  framingFault,
  pathOfPacket,
  refuse,
  refuseConnection,
  refuseOverload,
  statusOfError
} from "./refusal.ts"
import { givenRequestId } from "./requestHeaders.ts"
import { pathOf } from "./requestPath.ts"

/** Maximum rounds of the event loop, each of which accepts one connection, before further ones are rejected. */
const mostRounds = 1_000

/** Milliseconds of a round of the event loop in which connections may have come unseen, and how many such rounds are waited for. */
const busyRound = { millis: 2, most: 20 }

/**
 * Calls back after a short round of the event loop without a new connection. The kernel accepts connections before the process
 * does. When a server closes, the kernel resets those that the process has not accepted. A proxy may have sent a POST on one.
 */
const whenAccepted = (server: Server, done: () => void): void => {
  let accepted = 0
  const count = () => void (accepted += 1)
  server.on("connection", count)
  const next = (rounds: number, busyRounds: number, before: number): void => {
    const begun = performance.now()
    setImmediate(() => {
      const isBusy = busyRounds > 0 && performance.now() - begun > busyRound.millis
      if (rounds > 0 && (isBusy || accepted > before)) return next(rounds - 1, busyRounds - (isBusy ? 1 : 0), accepted)
      server.off("connection", count)
      done()
    })
  }
  // The current round may have polled for connections already.
  setImmediate(() => next(mostRounds, busyRound.most, accepted))
}

/** Maximum bytes of the request line and all headers in Node. */
const maxRequestLine = 16 * 1024

/**
 * Options of the router. Ids in paths may have any length, so that their endpoint answers. Paths of another case, or
 * with an empty segment, are other paths; a slash at the end changes nothing (contract: Paths).
 */
export const routerConfig = {
  maxParamLength: maxRequestLine,
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: true
}

// Not imported: that reads every export of the module, one of which is a WebSocket that takes 30 ms to load.
const http = process.getBuiltinModule("node:http")

/**
 * A response whose text is written in one call. Node then writes head and body together, unless it has to check the
 * content length. The check is redundant: the length is computed from the same text.
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

/**
 * A handler before the router. Returns whether it takes the request. It may still hand a taken request to the router with
 * `pass`.
 */
export type Front = (request: IncomingMessage, response: ServerResponse, pass: () => void) => boolean

/** Limits per caller. */
export interface ListenerLimits extends ReadingTimes {
  /** Maximum concurrent connections. A connection beyond the limit is closed before anything is read. */
  readonly connections: number
  /** Maximum concurrent connections per client address; 0 means unlimited. */
  readonly connectionsPerClient: number
  /** Maximum unanswered requests per connection, including unread responses. More requests close the connection. */
  readonly unansweredRequests: number
  /** Milliseconds for which a caller may stop reading a response. */
  readonly stalledMillis: number
  /** Time limit in milliseconds for the head of a request. */
  readonly headMillis: number
  /** Idle timeout in milliseconds. It exceeds that of proxies, so that they close the connection first. */
  readonly idleMillis: number
  /** Milliseconds between two checks of incoming requests. */
  readonly checkMillis: number
  /**
   * Milliseconds for which idle connections stay open during a stop. A proxy may have sent a request before it learns of the
   * stop, and proxies do not repeat a POST.
   */
  readonly drainMillis: number
}

export const usualLimits: ListenerLimits = {
  connections: 10_000,
  connectionsPerClient: 1_000,
  unansweredRequests: 32,
  stalledMillis: 30_000,
  headMillis: 15_000,
  bodyMillis: 30_000,
  bytesPerSecond: 16 * 1_024,
  idleMillis: 65_000,
  checkMillis: 1_000,
  drainMillis: 500
}

/** Settings and callbacks of the server. */
export interface ListenerOptions {
  readonly limits: ListenerLimits
  /** Trusted proxies. They carry connections of many clients, so the limit per client does not apply. */
  readonly trusted: ReadonlyArray<IpNetwork.IpNetwork>
  readonly newRequestId: () => string
  /** Absent: the usual bounds. */
  readonly admission?: Readonly<Record<Admitted, AdmissionBounds>>
  /** Absent: no read waits for the database. */
  readonly readWait?: ReadWait
  /** Observer of requests, called when the head arrives. */
  readonly watch?: (request: IncomingMessage, response: ServerResponse) => void
  /** Called when a client reaches its connection limit. */
  readonly tooMany: (network: string) => void
}

/**
 * The HTTP server of Node, with limits for each connection, and with a front that sees requests before all others do.
 */
export class FrontedServer extends http.Server {
  front: Front = () => false
  readonly #connections = new Map<Duplex, Connection>()
  readonly #counts: ConnectionCounts
  readonly #options: ListenerOptions
  readonly #gate: TurnGate
  #isStopping = false

  constructor(options: ListenerOptions) {
    const { limits, tooMany } = options
    super({
      ServerResponse: WholeResponse,
      // Node would answer without a body. An HTTP/1.0 client names no host.
      requireHostHeader: false,
      // A server may ignore `Upgrade` (RFC 9110 §7.8).
      shouldUpgradeCallback: () => false,
      headersTimeout: limits.headMillis,
      keepAliveTimeout: limits.idleMillis,
      connectionsCheckingInterval: limits.checkMillis
    })
    this.#options = options
    this.#gate = new TurnGate(options.admission, options.readWait)
    this.#counts = new ConnectionCounts(limits.connectionsPerClient, tooMany)
    this.maxConnections = limits.connections
    this.timeout = limits.stalledMillis
    this.on("connection", (socket) => this.#connect(socket))
      .on("timeout", (socket) => this.#stalled(socket))
      .on("clientError", (error, socket) => this.#complain(error, socket))
      .on("checkExpectation", (request, response) => this.#refuse(request, response, 417))
      .on("connect", (request, socket) => {
        socket.on("error", () => socket.destroy())
        refuseConnection(socket, {
          status: 405,
          path: pathOf({ url: request.url ?? "" }),
          requestId: this.#idOf(request)
        })
      })
    holdEarlyRequests(this, (request, response) => this.#refuse(request, response, 503))
    const check = setInterval(() => this.#check(), limits.checkMillis).unref()
    this.once("close", () => clearInterval(check))
  }

  /**
   * Stops accepting connections. Requests on open connections are answered, and each connection closes after its response.
   * `done` is called once all are closed.
   */
  override close(done?: (error?: Error) => void): this {
    if (this.#isStopping || !this.listening) return super.close(done)
    this.#isStopping = true
    for (const { response } of this.#connections.values()) if (response !== null) response.shouldKeepAlive = false
    // After the connections were read: a request may have come while the process was busy.
    const drain = setInterval(() => setImmediate(() => super.closeIdleConnections()), this.#options.limits.drainMillis)
    this.once("close", () => clearInterval(drain))
    whenAccepted(this, () => super.close(done))
    return this
  }

  /** Does nothing during a stop, since the drain timer closes idle connections. Node calls this when a stop begins. */
  override closeIdleConnections(): void {
    if (!this.#isStopping) super.closeIdleConnections()
  }

  override emit(event: string, ...args: ReadonlyArray<unknown>): boolean {
    const [request, response] = args
    const isRequest =
      (event === "request" || event === "checkContinue" || event === "checkExpectation") &&
      request instanceof http.IncomingMessage &&
      response instanceof http.ServerResponse
    const pass = () => super.emit(event, ...args)
    if (!isRequest) return pass()
    if (this.#isStopping) response.shouldKeepAlive = false
    this.#options.watch?.(request, response)
    return (
      this.#mayAsk(request, response) &&
      this.#admits(request, response) &&
      ((event === "request" && this.front(request, response, pass)) || pass())
    )
  }

  /** Whether the routes handle the request. Otherwise it is answered here, or its connection is closed. */
  #mayAsk(request: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#connections.get(request.socket)
    if (connection === undefined || connection.isRefused || request.socket.destroyed) return false
    connection.begin(request, response)
    if (connection.unanswered > this.#options.limits.unansweredRequests) {
      request.socket.resetAndDestroy()
      return false
    }
    const fault = framingFault(request)
    if (fault === null) return true
    this.#refuse(request, response, fault)
    return false
  }

  /** Whether the request is admitted. A rejected request is answered here. */
  #admits(request: IncomingMessage, response: ServerResponse): boolean {
    const path = pathOf({ url: request.url ?? "" })
    const kind = admittedAs(path)
    if (kind === null || this.#gate.admits(kind, response)) return true
    refuseOverload(response, path, this.#idOf(request))
    return false
  }

  #idOf({ headers }: IncomingMessage): string {
    return givenRequestId(headers["x-request-id"]) ?? this.#options.newRequestId()
  }

  #refuse(request: IncomingMessage, response: ServerResponse, status: RefusedStatus): void {
    const connection = this.#connections.get(request.socket)
    if (connection !== undefined) connection.isRefused = true
    refuse(response, { status, path: pathOf({ url: request.url ?? "" }), requestId: this.#idOf(request) })
  }

  #connect(socket: Socket): void {
    const address = socket.remoteAddress ?? ""
    const close = isTrusted(this.#options.trusted, address) ? () => undefined : this.#counts.open(address)
    if (close === null) return void socket.destroy()
    this.#connections.set(socket, new Connection(socket))
    socket.once("close", () => {
      this.#connections.delete(socket)
      close()
    })
  }

  /** Handles a socket without progress. An unread response closes the connection; a running request does not. */
  #stalled(socket: Socket): void {
    const isBeingMade = (this.#connections.get(socket)?.unanswered ?? 0) > 0 && socket.writableLength === 0
    if (!isBeingMade) socket.resetAndDestroy()
  }

  /** Handles a request that Node cannot parse, or whose head timed out. */
  #complain(error: NodeJS.ErrnoException & { readonly rawPacket?: unknown }, socket: Duplex): void {
    const status = statusOfError(error)
    const connection = this.#connections.get(socket)
    if (status === null || connection === undefined || socket.writableEnded) return void socket.destroy()
    const receiving = connection.receiving
    if (receiving !== null) return this.#cutShort(connection, status)
    if (connection.unanswered > 0) return void socket.destroy()
    const requestId = this.#options.newRequestId()
    refuseConnection(socket, { status, path: pathOfPacket(error.rawPacket), requestId })
  }

  /** Ends the request whose body is incomplete. */
  #cutShort({ receiving, socket }: Connection, status: RefusedStatus): void {
    if (receiving === null || receiving[1].headersSent) return void socket.destroy()
    this.#refuse(...receiving, status)
  }

  #check(): void {
    const { limits } = this.#options
    for (const connection of this.#connections.values()) {
      if (connection.isOverdue(limits.checkMillis, limits)) this.#cutShort(connection, 408)
    }
  }
}
