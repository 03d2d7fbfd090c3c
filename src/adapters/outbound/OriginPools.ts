import { Effect } from "effect"
import { type buildConnector, type Dispatcher, Pool } from "undici"
import { LinkedQueue, type QueueNode } from "../../collections/LinkedQueue.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"
import { Connection } from "./Connection.ts"

/** The action that starts a turn, and its position in the queue until then. */
export type Turn = QueueNode<() => void>

/** Lets a number of holders have a turn at the same time. Later ones wait in a queue. */
export class Turns {
  #free: number
  readonly #waiting = new LinkedQueue<Turn>()

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** Turns that have not begun. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Begins it when there is room, which may be now. */
  take(turn: Turn): void {
    if (this.#free === 0) {
      this.#waiting.push(turn)
      return
    }
    this.#free--
    turn.of()
  }

  /** Ends the turn, or the wait for it. To be called once for each `take`. */
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
  /** Connections to one origin, and so calls in flight to it: HTTP/1.1 without pipelining. */
  readonly connectionsPerOrigin: number
  /** Origins whose connections are kept; of more, those that were opened first give way. */
  readonly maxOrigins: number
}

export interface OriginPool {
  readonly pool: Pool
  /**
   * As many turns as connections. Calls wait here and not in undici: a call that undici has queued costs a connection
   * when it is cancelled, so an overload would be spent on reconnecting.
   */
  readonly turns: Turns
  /** Sends a request on a new connection, which closes after the answer. */
  readonly dispatchAnew: (request: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => void
}

/** An idle connection is closed before most servers close it, so that few requests meet a closing one. */
const keepAliveMillis = 4_000

/** A server may ask to keep a connection for longer, up to this. */
const longestKeepAliveMillis = 60_000

/** All headers of an answer together. */
const maxHeaderBytes = 16_384

/** The pools of an agent, by origin (`https://host:port`); all are closed with the scope. */
export const make = Effect.fnUntraced(function* (options: OriginPoolsOptions) {
  const kept = new Map<string, OriginPool>()
  const open = new Set<Dispatcher>()
  yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all(Array.from(open, (pool) => pool.destroy()))))

  const sum = (of: (one: OriginPool) => number) => (): number => {
    let total = 0
    for (const one of kept.values()) total += of(one)
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
    if (kept.get(origin)?.pool === pool) kept.delete(origin)
    // Calls in flight end first.
    if (!pool.closed) pool.close(() => open.delete(pool))
  }

  const connectionOptions = {
    connect: options.connect,
    allowH2: false,
    keepAliveTimeout: keepAliveMillis,
    keepAliveMaxTimeout: longestKeepAliveMillis,
    maxHeaderSize: maxHeaderBytes,
    // The deadline of the call covers both, on a clock that tests can move.
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
    kept.set(origin, added)
    return added
  }

  return (origin: string): OriginPool => {
    const known = kept.get(origin)
    if (known !== undefined) return known
    const [oldest] = kept
    if (oldest !== undefined && kept.size >= options.maxOrigins) retire(oldest[0], oldest[1].pool)
    return add(origin)
  }
})
