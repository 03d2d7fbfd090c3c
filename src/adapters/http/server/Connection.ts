import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** How long sending may take. */
export interface ReadingTimes {
  /** Milliseconds for any request, from its head to the end of its body. */
  readonly bodyMillis: number
  /** A large body has this many bytes a second on top. */
  readonly bytesPerSecond: number
}

/** A connection with its unanswered requests. */
export class Connection {
  readonly socket: Socket
  /** Requests without an answer, or with one that the caller has not taken. */
  unanswered = 0
  /** Whether a request was refused. The requests behind it do not run, because their framing is in doubt. */
  isRefused = false
  /** The last request, for as long as something of it is outstanding. */
  #request: IncomingMessage | null = null
  #response: ServerResponse | null = null
  /** Milliseconds for which the body of the last request has been coming, as far as checks tell. */
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

  /** The last response, for as long as something of it is outstanding. */
  get response(): ServerResponse | null {
    return this.#response
  }

  /** The request whose body is coming, with its response. */
  get receiving(): readonly [IncomingMessage, ServerResponse] | null {
    if (this.#request === null || this.#response === null || this.#request.complete) return null
    return [this.#request, this.#response]
  }

  /** Whether the body that is coming has had its time, at a check so many milliseconds after the one before. */
  isOverdue(sinceLast: number, { bodyMillis, bytesPerSecond }: ReadingTimes): boolean {
    if (this.receiving === null) return false
    if (this.#coming === 0) this.#bytesBefore = this.socket.bytesRead
    this.#coming += sinceLast
    const earned = ((this.socket.bytesRead - this.#bytesBefore) / bytesPerSecond) * 1_000
    return this.#coming > bodyMillis + earned
  }
}
