import type { IpNetwork } from "effect/net"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { ReadWait } from "../../../ports/process/ReadWait.ts"
import { holdEarlyRequests } from "../../outbound/holdEarlyRequests.ts"
import { type Admitted, admittedAs, type AdmissionBounds } from "./admission.ts"
import { isTrusted } from "./clientOf.ts"
import { Connection, type ReadingTimes } from "./Connection.ts"
import { ConnectionCounts } from "./ConnectionCounts.ts"
import { framingFault } from "./framingFault.ts"
import { pathOf } from "./pathOf.ts"
import { pathOfPacket, refuse, refuseConnection, refuseOverload, type RefusedStatus, statusOfError } from "./refusal.ts"
import { givenRequestId } from "./requestHeaders.ts"
import { TurnGate } from "./TurnGate.ts"
import { whenAccepted } from "./whenAccepted.ts"

/** Bytes of the request line that Node takes at most, with all headers. */
const maxRequestLine = 16 * 1024

/**
 * Options of the router. Ids in paths may have any length, so that their endpoint answers. Paths of another case, or with
 * an empty segment, are other paths; a slash at the end changes nothing (contract C367).
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
 * An answer whose text comes in one piece. Node writes its head and its body together then, unless it has been told to
 * count the bytes: which goes without saying, since the length was taken from the same text.
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
 * Whether it answers the request itself. One that it has taken it may still pass on, to those who would have had it.
 */
export type Front = (request: IncomingMessage, response: ServerResponse, pass: () => void) => boolean

/** What one caller may take of the server. */
export interface ListenerLimits extends ReadingTimes {
  /** Most connections at the same time. A connection beyond them is closed before anything is read. */
  readonly connections: number
  /** Most connections of one client address at the same time; 0 for any number. */
  readonly connectionsPerClient: number
  /** Most requests of one connection that are not answered, or whose answers are not read. More end the connection. */
  readonly unansweredRequests: number
  /** Milliseconds for which a caller may read nothing of an answer. */
  readonly stalledMillis: number
  /** Milliseconds for the head of a request. */
  readonly headMillis: number
  /** Milliseconds for which a connection may be idle: longer than proxies keep one, so that they close it first. */
  readonly idleMillis: number
  /** Milliseconds between two checks of incoming requests. */
  readonly checkMillis: number
  /**
   * Milliseconds for which a server that stops keeps silent connections. A proxy may have sent a request on one before it
   * learns of the stop, and repeats no POST that it has sent.
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

/** What the server wants to know, and tells. */
export interface ListenerOptions {
  readonly limits: ListenerLimits
  /** Proxies carry the connections of many clients, so the limit for one client is not theirs. */
  readonly trusted: ReadonlyArray<IpNetwork.IpNetwork>
  readonly newRequestId: () => string
  /** Absent: the usual bounds. */
  readonly admission?: Readonly<Record<Admitted, AdmissionBounds>>
  /** Absent: no read waits for the database. */
  readonly readWait?: ReadWait
  /** Sees requests from their heads on. */
  readonly watch?: (request: IncomingMessage, response: ServerResponse) => void
  /** A client has as many connections as it may have. */
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
      // A server may ignore the wish for another protocol (RFC 9110 §7.8).
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
   * Takes no new connections. Requests on those that are open are answered, and each answer is the last of its connection.
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

  /** Node calls this at the begin of a stop. */
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

  /** Whether the routes see the request. One that they do not see is answered, or its connection is closed. */
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

  /** Whether the process has time for the request. One for which it has none is answered. */
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

  /** No progress for a while. An answer in preparation may take its time; an unread answer may not. */
  #stalled(socket: Socket): void {
    const isBeingMade = (this.#connections.get(socket)?.unanswered ?? 0) > 0 && socket.writableLength === 0
    if (!isBeingMade) socket.resetAndDestroy()
  }

  /** Node cannot read the request, or has waited for its head for too long. */
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

  /** Ends the request whose body is coming. */
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
