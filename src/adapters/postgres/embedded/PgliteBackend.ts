import { PgProtocol } from "@effect/sql-pg"
import { Buffer } from "node:buffer"
import { type Status, statusAfter } from "./PgMessages.ts"

/** A waiter in the queue for the backend; `go` is called when its turn has come. */
export interface Turn {
  readonly go: () => void
}

/** The FIFO queue of connections that wait for the backend: only one of them may be in a transaction. */
interface Turns {
  /**
   * Calls `go` on a later pass of the event loop: at once for the connection that has the turn, else when the turn is
   * free.
   */
  readonly take: (turn: Turn) => void
  /** Passes the turn to the next waiter. A caller that only waits leaves the queue. */
  readonly give: (turn: Turn) => void
}

/**
 * A pass of the event loop precedes each turn: the backend runs on this thread, and must not starve sockets while busy.
 */
const makeTurns = (): Turns => {
  const waiting = new Set<Turn>()
  let holder: Turn | undefined
  const next = () => {
    const [first] = waiting
    holder = first
    if (first === undefined) return
    waiting.delete(first)
    setImmediate(first.go)
  }
  return {
    take: (turn) => {
      if (holder === turn) return void setImmediate(turn.go)
      waiting.add(turn)
      if (holder === undefined) next()
    },
    give: (turn) => {
      waiting.delete(turn)
      if (holder === turn) next()
    }
  }
}

/** The part of a PGlite instance in use: it runs whole messages on this thread and returns the answer in pieces. */
export interface Database {
  readonly execProtocolRawStream: (
    messages: Uint8Array,
    options: { readonly onRawData: (bytes: Uint8Array) => void }
  ) => Promise<void>
}

/** A run's answer, and the session's status after it. */
export interface Answer {
  readonly bytes: Buffer
  readonly status: Status
}

/** The backend that all connections share: the driver's pool has two, and the upkeep one more. */
export interface PgliteBackend {
  /** The greeting for a new connection. It is the same for all, so that connecting needs no turn. */
  readonly greeting: Buffer
  readonly turns: Turns
  /** Functions that close the open connections. */
  readonly parties: Set<(error: Error | undefined) => void>
  /** Runs whole messages for the connection that has the turn. `done` is not called if the backend ended. */
  readonly run: (messages: Uint8Array, done: (answer: Answer) => void) => void
  /** Closes every connection, now and later, with the error if there is one. The first reason counts. */
  readonly end: (error?: Error) => void
  /** Whether it has ended, and with which error. */
  readonly ended: () => { readonly error: Error | undefined } | undefined
}

const unanswered = new Error("The embedded database did not answer")

/** Rejects if the answer does not end with the session's status. */
const ask = (database: Database, messages: Uint8Array): Promise<Answer> => {
  const pieces: Array<Buffer> = []
  // The bytes are a view of the backend's memory, valid only during this call.
  const onRawData = (bytes: Uint8Array) => pieces.push(Buffer.from(bytes))
  return database.execProtocolRawStream(messages, { onRawData }).then(() => {
    const bytes = Buffer.concat(pieces)
    const status = statusAfter(bytes)
    return status === null ? Promise.reject(unanswered) : { bytes, status }
  })
}

/** Rejects if the database does not become ready. */
export const make = async (database: Database): Promise<PgliteBackend> => {
  const greeting = await ask(database, PgProtocol.encodeStartupMessage({ user: "postgres", database: "postgres" }))
  if (greeting.status !== "I") return Promise.reject(unanswered)

  const parties = new Set<(error: Error | undefined) => void>()
  let ended: { readonly error: Error | undefined } | undefined

  const end = (error?: Error) => {
    ended ??= { error }
    for (const close of parties) close(ended.error)
  }

  /** An ended backend runs messages in an endless loop, so it gets none after the first failure. */
  const lose = (cause: unknown) => end(new Error("The embedded database has failed; open it again", { cause }))

  const run: PgliteBackend["run"] = (messages, done) => {
    if (ended === undefined) void ask(database, messages).then(done, lose)
  }

  return { greeting: greeting.bytes, turns: makeTurns(), parties, run, end, ended: () => ended }
}
