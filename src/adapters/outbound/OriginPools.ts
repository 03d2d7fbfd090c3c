import type { Socket } from "node:net"
import { Client, type Dispatcher, Pool, type buildConnector } from "undici"
import { Effect } from "effect"
import { LinkedQueue, type QueueNode } from "../../collections/LinkedQueue.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"

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

/** A connection of a pool, with one request at a time. undici does not report to handlers which socket serves them. */
class Connection extends Client {
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

/** The action that starts a turn; its node while it waits in the queue. */
export type Turn = QueueNode<() => void>

/** Limits concurrent holders. Later ones wait in a queue. */
export class Turns {
  #free: number
  readonly #waiting = new LinkedQueue<Turn>()

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Number of waiting turns. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Starts the turn when there is room, possibly at once. */
  take(turn: Turn): void {
    if (this.#free === 0) {
      this.#waiting.push(turn)
      return
    }
    this.#free--
    turn.of()
  }

  /** Ends the turn or its wait; to be called once for each `take`. */
  leave(turn: Turn): void {
    if (turn.queue !== null) {
      this.#waiting.remove(turn)
      return
    }
    this.#free++
    const next = this.#waiting.shift()
    if (next !== null) this.take(next)
  }
}

export interface OriginPoolsOptions {
  /** The name of the pools in metrics. */
  readonly name: string
  readonly connect: buildConnector.connector
  /** Maximum number of connections to an origin, and so of its calls in flight: HTTP/1.1 without pipelining. */
  readonly connectionsPerOrigin: number
  /** Maximum number of origins with pooled connections; the oldest are closed first. */
  readonly maxOrigins: number
}

export interface OriginPool {
  readonly pool: Pool
  /**
   * A turn for each connection. Calls wait here and not in undici: cancelling a queued call of undici costs a
   * connection, so an overload would be spent on reconnecting.
   */
  readonly turns: Turns
  /** Sends a request on a new connection, which closes after the answer. */
  readonly dispatchAnew: (request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void
}

/** Idle time after which a connection is closed, shorter than that of most servers. */
const keepAliveMillis = 4_000

/** Maximum keep-alive time that a server may request. */
const longestKeepAliveMillis = 60_000

/** Maximum size of all headers of an answer. */
const maxHeaderBytes = 16_384

/** The pools of an agent, by origin (`https://host:port`); the scope closes all of them. */
export const make = Effect.fnUntraced(function* (options: OriginPoolsOptions) {
  const current = new Map<string, OriginPool>()
  const open = new Set<Dispatcher>()
  yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all(Array.from(open, (pool) => pool.destroy()))))

  const sum = (of: (one: OriginPool) => number) => (): number => {
    let total = 0
    for (const one of current.values()) total += of(one)
    return total
  }
  const { observe } = yield* Meter
  const pools = { pool: options.name }
  yield* observe(
    metrics.clientConnections,
    { ...pools, "http.connection.state": "active" },
    sum(({ pool }) => pool.stats.running)
  )
  yield* observe(
    metrics.clientConnections,
    { ...pools, "http.connection.state": "idle" },
    sum(({ pool }) => pool.stats.free)
  )
  yield* observe(
    metrics.clientWaiting,
    pools,
    sum(({ turns }) => turns.waiting)
  )

  const retire = (origin: string, pool: Pool) => {
    if (current.get(origin)?.pool === pool) current.delete(origin)
    // Calls in flight end first.
    if (!pool.closed) pool.close(() => open.delete(pool))
  }

  const connectionOptions = {
    connect: options.connect,
    allowH2: false,
    keepAliveTimeout: keepAliveMillis,
    keepAliveMaxTimeout: longestKeepAliveMillis,
    maxHeaderSize: maxHeaderBytes,
    // The deadline of the call covers both, on a clock that tests can control.
    headersTimeout: 0,
    bodyTimeout: 0
  }

  const add = (origin: string): OriginPool => {
    const pool = new Pool(origin, {
      connections: options.connectionsPerOrigin,
      allowH2: false,
      factory: () => new Connection(origin, connectionOptions)
    })
    const retireUnused = () => {
      const { connected, size } = pool.stats
      if (connected === 0 && size === 0) retire(origin, pool)
    }
    pool.on("disconnect", retireUnused).on("connectionError", retireUnused)
    const dispatchAnew: OriginPool["dispatchAnew"] = (request, handler) => {
      const connection = new Connection(origin, { ...connectionOptions, pipelining: 0 })
      open.add(connection)
      connection.dispatch(request, handler)
      connection.close(() => open.delete(connection))
    }
    const added = { pool, turns: new Turns(options.connectionsPerOrigin), dispatchAnew }
    open.add(pool)
    current.set(origin, added)
    return added
  }

  return (origin: string): OriginPool => {
    const known = current.get(origin)
    if (known !== undefined) return known
    const [oldest] = current
    if (oldest !== undefined && current.size >= options.maxOrigins) retire(oldest[0], oldest[1].pool)
    return add(origin)
  }
})
