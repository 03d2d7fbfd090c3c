import type { Socket } from "node:net"
import { type buildConnector, Client, type Dispatcher } from "undici"

/** The state of a connection at the start of a request. */
export interface RequestStart {
  readonly socket: Socket
  /** Whether the connection carried a request before this one. */
  readonly isReused: boolean
  /** Bytes read from the connection until then. */
  readonly bytesRead: number
}

/** A handler of an exchange that reads the state of its connection. */
export interface ConnectionHandler extends Dispatcher.DispatchHandler {
  /** Reads the state of the connection; called by the handler when the request starts. */
  start: (() => RequestStart | null) | null
}

export interface ConnectionOptions extends Client.Options {
  readonly connect: buildConnector.connector
}

const isConnectionHandler = (handler: Dispatcher.DispatchHandler): handler is ConnectionHandler => "start" in handler

/** One connection of a pool, with one request at a time. undici does not report to handlers which socket serves them. */
export class Connection extends Client {
  readonly #start: () => RequestStart | null

  constructor(origin: string | URL, { connect, ...options }: ConnectionOptions) {
    let socket: Socket | null = null
    let requests = 0
    super(origin, {
      ...options,
      connect: (target, callback) =>
        connect(target, (...result) => {
          socket = result[1]
          requests = 0
          callback(...result)
        })
    })
    this.#start = () => (socket === null ? null : { socket, isReused: requests++ > 0, bytesRead: socket.bytesRead })
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (isConnectionHandler(handler)) handler.start = this.#start
    return super.dispatch(options, handler)
  }
}
