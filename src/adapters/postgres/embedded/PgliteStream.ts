import { Duplex } from "node:stream"
import type { Database, Turn } from "./PgliteBackend.ts"
import * as PgliteBackend from "./PgliteBackend.ts"
import { PgliteConnection } from "./PgliteConnection.ts"

/**
 * Connections to one PGlite instance, for the `stream` option of sql-pg. The instance is one backend, and the
 * connections take turns: everything up to a Sync, or a query, is one turn, and a transaction is one turn from its
 * begin to its end. So all connections share the state of the session (settings, temporary tables, advisory locks), and a
 * notification reaches the connection that has the turn. The parameters of a startup packet have no effect. There are no
 * statement time-outs and no cancelling: a statement runs to its end on this thread.
 */
export interface PgliteStreams {
  readonly connect: () => Duplex
  /** Runs the task between two turns, while no connection is in a transaction. */
  readonly exclusively: <A>(task: () => Promise<A>) => Promise<A>
  /** Closes all connections. Nothing reaches the database afterwards. */
  readonly close: () => void
}

export interface Options {
  /** A connection whose open transaction gets no statement for this long is closed and rolled back. */
  readonly transactionIdleMillis?: number
}

/**
 * Other connections wait for an open transaction, and its client may wait for them. Only this limit ends such a
 * deadlock.
 */
const defaultTransactionIdleMillis = 15_000

/** Rejects if the database does not answer. From this call on the streams own the database. */
export const make = async (database: Database, options: Options = {}): Promise<PgliteStreams> => {
  const backend = await PgliteBackend.make(database)
  const transactionIdleMillis = options.transactionIdleMillis ?? defaultTransactionIdleMillis

  const connect = () => {
    const duplex: Duplex = new Duplex({
      read: () => connection.read(),
      write: (chunk: Uint8Array, _, done) => connection.write([chunk], done),
      writev: (chunks, done) =>
        connection.write(
          chunks.map(({ chunk }) => chunk),
          done
        ),
      final: (done) => {
        connection.leave()
        duplex.push(null)
        done()
      },
      destroy: (error, done) => {
        connection.leave()
        done(error)
      }
    })
    const connection = new PgliteConnection(backend, duplex, transactionIdleMillis)
    const ended = backend.ended()
    if (ended !== undefined) duplex.destroy(ended.error)
    return duplex
  }

  const exclusively = <A>(task: () => Promise<A>): Promise<A> =>
    new Promise((resolve, reject) => {
      if (backend.ended() !== undefined) return reject(new Error("The embedded database is closed"))
      const turn: Turn = {
        go: () =>
          void task()
            .then(resolve, reject)
            .finally(() => backend.turns.give(turn))
      }
      backend.turns.take(turn)
    })

  return { connect, exclusively, close: () => backend.end() }
}
