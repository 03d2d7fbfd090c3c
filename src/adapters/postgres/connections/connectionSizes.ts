import type { PgPool } from "@effect/sql-pg"
import { Effect, Schema } from "effect"

/** Default connections of a process to a server. */
export const defaultConnections = 25

/** Fewer cannot do all kinds of work without waiting for each other. */
export const fewestConnections = 12

/** Maximum connections: one process cannot use more. */
export const mostConnections = 200

/** Below this number the delivery workers and the locks have one connection each, and signals have two. */
const ample = 20

/** The number of connections is out of range. */
export class InvalidConnections extends Schema.TaggedError<InvalidConnections>()("InvalidConnections", {
  connections: Schema.Number
}) {
  override get message() {
    return `The number of connections to the database (DATABASE_CONNECTIONS) is ${this.connections}: expected a whole number from ${fewestConnections} to ${mostConnections}`
  }
}

/** Connections of a process per kind of work. */
export interface ConnectionSizes {
  /** Single rows, pages and transactions. */
  readonly readers: number
  /** Reads that may take long. */
  readonly searchers: number
  /** Group commits: one for each statement in flight. */
  readonly writers: number
  /**
   * The delivery workers. Their shards take turns, so that each poll finds more events: with three connections a tenth
   * fewer events were delivered.
   */
  readonly deliveryWorkers: number
  /** Opened on demand: one that listens, and the others for notifications and queries. */
  readonly signallers: number
  /** Opened on demand: one that holds the locks of shards. The second replaces it while the first one is released. */
  readonly locks: number
  /** The rate ledger: one report after the other, and the first of them does not wait for a connection. */
  readonly ledger: number
  /** Asks whether the server is there, on a connection that nothing else makes wait. */
  readonly availability: number
}

/** Divides the connections. Half of those that are not fixed read, a quarter searches and a quarter writes. */
const divide = (connections: number): ConnectionSizes => {
  const fixed =
    connections < ample
      ? { deliveryWorkers: 1, signallers: 2, locks: 1, ledger: 1, availability: 1 }
      : { deliveryWorkers: 2, signallers: 3, locks: 2, ledger: 1, availability: 1 }
  const others = connections - Object.values(fixed).reduce((sum, size) => sum + size, 0)
  const quarter = Math.floor(others / 4)
  return { ...fixed, readers: others - 2 * quarter, searchers: quarter, writers: quarter }
}

/** Enough for each kind of work: what the service holds of a pool that a program uses too. */
export const fewestSizes: ConnectionSizes = divide(fewestConnections)

/** The connections of each kind of work, unless the number is out of range. */
export const connectionSizes = (connections: number): Effect.Effect<ConnectionSizes, InvalidConnections> =>
  Number.isInteger(connections) && connections >= fewestConnections && connections <= mostConnections
    ? Effect.succeed(divide(connections))
    : Effect.fail(new InvalidConnections({ connections }))

/** The service cannot use the program's pool. */
export class PoolRefused extends Schema.TaggedError<PoolRefused>()("PoolRefused", { reason: Schema.String }) {
  override get message() {
    return `The pool of the program cannot be used: ${this.reason}`
  }
}

/** The driver's default pool size. */
const usualSize = 10

const shared =
  "its statements share connections. Make it without multiplex: the service holds connections for as long as it runs, and statements that share one of them would wait as long"

const withoutTypes =
  "row-level security needs codecs of its own, and a pool without a registry takes none. Make it with types: PgTypes.makeRegistry(), or set rowSecurity to off"

/** Fails unless the pool lends this many connections and has one more for the program. */
export const checkPool = (
  { config: { maxConnections = usualSize, multiplex = false, types } }: PgPool.PgPool,
  { connections, rowSecurity }: { readonly connections: number; readonly rowSecurity: "on" | "off" }
): Effect.Effect<void, PoolRefused> => {
  const refuse = (reason: string) => Effect.fail(new PoolRefused({ reason }))
  if (multiplex) return refuse(shared)
  if (rowSecurity === "on" && types === undefined) return refuse(withoutTypes)
  return maxConnections > connections
    ? Effect.void
    : refuse(
        `it has ${maxConnections} connections (maxConnections), and the service takes up to ${connections}, of which it holds ${fewestConnections} for as long as it runs. Give the pool at least ${connections + 1}, or set connections to a number from ${fewestConnections} to ${Math.max(fewestConnections, maxConnections - 1)}`
      )
}
