import { PgProtocol } from "@effect/sql-pg"
import { Buffer } from "node:buffer"
import { type Answer, readAnswer } from "./PgMessages.ts"
import * as PgliteTurns from "./PgliteTurns.ts"

/** The part of a PGlite instance in use: it runs whole messages on this thread and returns the answer in pieces. */
export interface Database {
  readonly execProtocolRawStream: (
    messages: Uint8Array,
    options: { readonly onRawData: (bytes: Uint8Array) => void }
  ) => Promise<void>
}

/** Messages of the backend to a connection outside of its turns. */
export interface Party {
  readonly notify: (notifications: Buffer) => void
  readonly close: (error: Error | undefined) => void
}

/** The backend that all connections share. */
export interface PgliteBackend {
  /** The greeting for a new connection. It is the same for all, so that connecting needs no turn. */
  readonly greeting: Buffer
  readonly turns: PgliteTurns.Turns
  /** The open connections. All of them receive every notification, since any of them may be the listener. */
  readonly parties: Set<Party>
  /** Runs whole messages for the connection that has the turn. `done` is not called if the backend ended. */
  readonly run: (messages: Uint8Array, answered: boolean, done: (answer: Answer) => void) => void
  /** Closes every connection, now and later, with the error if there is one. The first reason counts. */
  readonly end: (error?: Error) => void
  /** Whether it has ended, and with which error. */
  readonly ended: () => { readonly error: Error | undefined } | undefined
}

const ask = (database: Database, messages: Uint8Array): Promise<Answer> => {
  const pieces: Array<Buffer> = []
  // The bytes are a view of the backend's memory, valid only during this call.
  const onRawData = (bytes: Uint8Array) => pieces.push(Buffer.from(bytes))
  return database.execProtocolRawStream(messages, { onRawData }).then(() => readAnswer(Buffer.concat(pieces)))
}

const unanswered = new Error("The embedded database did not answer")

/** Rejects if the database does not become ready. */
export const make = async (database: Database): Promise<PgliteBackend> => {
  const greeting = await ask(database, PgProtocol.encodeStartupMessage({ user: "postgres", database: "postgres" }))
  if (greeting.status !== "I") return Promise.reject(unanswered)

  const parties = new Set<Party>()
  let ended: { readonly error: Error | undefined } | undefined

  const end = (error?: Error) => {
    ended ??= { error }
    for (const party of parties) party.close(ended.error)
  }

  /** An ended backend runs messages in an endless loop, so it gets none after the first failure. */
  const lose = (cause: unknown) => end(new Error("The embedded database has failed; open it again", { cause }))

  const run: PgliteBackend["run"] = (messages, answered, done) => {
    if (ended !== undefined) return
    void ask(database, messages).then((answer) => {
      if (answered && answer.status === null) return lose(unanswered)
      const { notifications } = answer
      if (notifications !== null) for (const party of parties) party.notify(notifications)
      done(answer)
    }, lose)
  }

  return { greeting: greeting.own, turns: PgliteTurns.make(), parties, run, end, ended: () => ended }
}
