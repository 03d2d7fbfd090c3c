import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { networkOf } from "./clientOf.ts"

/** Time limits for receiving a request. */
export interface ReadingTimes {
  /** Milliseconds for any request, from its head to the end of its body. */
  readonly bodyMillis: number
  /** Extends the time of a body by one second per this many bytes. */
  readonly bytesPerSecond: number
}

/** A connection with its unanswered requests. */
export class Connection {
  readonly socket: Socket
  /** Number of requests without a response that was fully sent. */
  unanswered = 0
  /** Whether a request was rejected. Later requests do not run, because their framing is in doubt. */
  isRefused = false
  /** The last request, until it is complete. */
  #request: IncomingMessage | null = null
  #response: ServerResponse | null = null
  /** Milliseconds that the body of the last request has taken, as of the last check. */
  #coming = 0
  #bytesBefore = 0

  constructor(socket: Socket) {
    this.socket = socket
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.unanswered += 1
    this.#request = request
    this.#response = response
    this.#coming = 0
    response.once("close", this.#answered)
  }

  readonly #answered = () => {
    this.unanswered -= 1
    if (this.#request?.complete === true) this.#request = this.#response = null
  }

  /** The last response, until it is complete. */
  get response(): ServerResponse | null {
    return this.#response
  }

  /** The request whose body is incomplete, with its response; null if there is none. */
  get receiving(): readonly [IncomingMessage, ServerResponse] | null {
    if (this.#request === null || this.#response === null || this.#request.complete) return null
    return [this.#request, this.#response]
  }

  /** Whether the incoming body exceeded its time. `sinceLast` is the time since the previous check, in milliseconds. */
  isOverdue(sinceLast: number, { bodyMillis, bytesPerSecond }: ReadingTimes): boolean {
    if (this.receiving === null) return false
    if (this.#coming === 0) this.#bytesBefore = this.socket.bytesRead
    this.#coming += sinceLast
    const earned = ((this.socket.bytesRead - this.#bytesBefore) / bytesPerSecond) * 1_000
    return this.#coming > bodyMillis + earned
  }
}

interface Count {
  open: number
  isTold: boolean
}

/**
 * Limits concurrent connections per network (0 = unlimited). `refused` runs once per network until it has no open
 * connections.
 */
export class ConnectionCounts {
  readonly #most: number
  readonly #refused: (network: string) => void
  readonly #counts = new Map<string, Count>()

  constructor(most: number, refused: (network: string) => void) {
    this.#most = most
    this.#refused = refused
  }

  /** Counts a connection from the address. Returns the function that releases it; null at the limit. */
  open(address: string): (() => void) | null {
    const network = networkOf(address)
    const count = this.#counts.get(network) ?? { open: 0, isTold: false }
    if (this.#most > 0 && count.open >= this.#most) {
      if (!count.isTold) this.#refused(network)
      count.isTold = true
      return null
    }
    count.open += 1
    this.#counts.set(network, count)
    return () => {
      count.open -= 1
      if (count.open === 0) this.#counts.delete(network)
    }
  }
}
