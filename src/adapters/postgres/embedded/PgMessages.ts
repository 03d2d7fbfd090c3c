/**
 * The messages of PostgreSQL's protocol 3, as far as the bridge to PGlite needs them: PGlite runs whole messages only, and
 * has one session for all connections. https://www.postgresql.org/docs/18/protocol-message-formats.html
 */
import { PgProtocol } from "@effect/sql-pg"
import { Buffer } from "node:buffer"

/**
 * Bytes that arrive in pieces and are taken from the front. Every byte is copied a bounded number of times: an import of
 * 10 MiB arrives in many pieces.
 */
export interface ByteQueue {
  /** The queued bytes, without removing them; valid until the next `append`. */
  readonly peek: () => Buffer
  readonly append: (bytes: Uint8Array) => void
  readonly drop: (count: number) => void
}

const initialBytes = 16 * 1024
/** A larger buffer is released once it is empty. */
const keptBytes = 1024 * 1024

export const makeByteQueue = (): ByteQueue => {
  let buffer = Buffer.allocUnsafeSlow(initialBytes)
  let [start, end] = [0, 0]

  /** Makes room for `count` bytes. Reuses the consumed front first; doubling makes the total copying linear. */
  const makeRoom = (count: number) => {
    const size = end - start
    const target = size + count > buffer.length / 2 ? Buffer.allocUnsafeSlow(2 * (size + count)) : buffer
    buffer.copy(target, 0, start, end)
    buffer = target
    start = 0
    end = size
  }

  return {
    peek: () => buffer.subarray(start, end),
    append: (bytes) => {
      if (end + bytes.length > buffer.length) makeRoom(bytes.length)
      buffer.set(bytes, end)
      end += bytes.length
    },
    drop: (count) => {
      start += count
      if (start < end) return
      start = 0
      end = 0
      if (buffer.length > keptBytes) buffer = Buffer.allocUnsafeSlow(initialBytes)
    }
  }
}

/** The server's own limit for a startup packet. */
const maxStartupBytes = 10_000
/** Most bytes that a connection may have sent without having run them: six times the largest import. */
export const maxRunBytes = 64 * 1024 * 1024
/** Most pipelined cycles in one run; more would delay the event loop and the other connections. */
const maxRunCycles = 32

const lengthBytes = 4
const headerBytes = 5
const startupCodes = { protocol3: 3, cancel: 80877102, ssl: 80877103, gss: 80877104 }
const [sync, query, terminate] = [0x53, 0x51, 0x58]
const [parse, bind, describe, execute, close] = [0x50, 0x42, 0x44, 0x45, 0x43]
const statementTarget = 0x53
const readyForQuery = 0x5a
/** Message types that the driver sends. COPY is missing: a waiting COPY crashes the embedded backend. */
const known = new Set([sync, query, terminate, parse, bind, describe, execute, close])

export type Startup =
  | { readonly kind: "incomplete" }
  | { readonly kind: "invalid"; readonly reason: string }
  | { readonly kind: "encryption" | "cancel" | "startup"; readonly end: number }

/** The first packet of a connection, the one without a type byte. */
export const readStartup = (bytes: Buffer): Startup => {
  if (bytes.length < lengthBytes) return { kind: "incomplete" }
  const end = bytes.readInt32BE(0)
  if (end < 2 * lengthBytes || end > maxStartupBytes) return { kind: "invalid", reason: "invalid startup packet" }
  if (bytes.length < end) return { kind: "incomplete" }
  const code = bytes.readInt32BE(lengthBytes)
  if (code === startupCodes.cancel) return { kind: "cancel", end }
  if (code === startupCodes.ssl || code === startupCodes.gss) return { kind: "encryption", end }
  if (code >> 16 === startupCodes.protocol3) return { kind: "startup", end }
  return { kind: "invalid", reason: `unsupported protocol ${code >> 16}.${code & 0xffff}` }
}

/** Whole frontend messages that can run together. */
export interface Run {
  /** The end of the run, behind a Sync or a query: the answer ends with ReadyForQuery. 0 without such a message. */
  readonly end: number
  /** The offset of the first unscanned or incomplete message, where the next scan starts. */
  readonly next: number
  /** The client terminates, and no message is left to run. */
  readonly terminated: boolean
  /** Prepared statements that the scanned messages create and close. The unnamed one is the empty string. */
  readonly named: ReadonlyArray<string>
  readonly closed: ReadonlyArray<string>
  /** The protocol violation in the bytes, if any. */
  readonly invalid: string | null
}

const cString = (bytes: Buffer, from: number): string => bytes.toString("utf8", from, bytes.indexOf(0, from))

/** The next run in `bytes`, whose messages before `from` are already scanned. */
export const readRun = (bytes: Buffer, from: number): Run => {
  const run = { end: 0, next: from, terminated: false }
  const named: Array<string> = []
  const closed: Array<string> = []
  const result = (invalid: string | null = null): Run => ({ ...run, named, closed, invalid })
  for (let cycles = 0; cycles < maxRunCycles && run.next + headerBytes <= bytes.length;) {
    const type = bytes.readUInt8(run.next)
    const length = bytes.readInt32BE(run.next + 1)
    const body = run.next + headerBytes
    const end = run.next + 1 + length
    if (!known.has(type)) return result(`invalid frontend message type ${type}`)
    if (length < lengthBytes || length > maxRunBytes) return result(`invalid message length ${length}`)
    if (end > bytes.length) break
    if (type === terminate) {
      run.terminated = run.end === 0
      break
    }
    run.next = end
    if (type === parse) named.push(cString(bytes, body))
    if (type === close && bytes[body] === statementTarget) closed.push(cString(bytes, body + 1))
    if (type === sync || type === query) {
      run.end = end
      cycles += 1
    }
  }
  return result(run.end === 0 && bytes.length > maxRunBytes ? "too many bytes without a Sync" : null)
}

/** The status in ReadyForQuery: idle, in a transaction, in a failed transaction. */
export type Status = "I" | "T" | "E"

const readyBytes = 6

/** The session's status, from the end of the answer to a run; null if the answer does not end with ReadyForQuery. */
export const statusAfter = (answer: Buffer): Status | null => {
  const at = answer.length - readyBytes
  if (at < 0 || answer[at] !== readyForQuery || answer.readInt32BE(at + 1) !== readyBytes - 1) return null
  const letter = answer.toString("latin1", at + headerBytes)
  return letter === "I" || letter === "T" || letter === "E" ? letter : null
}

const rollback = Buffer.from("Q\0\0\0\rROLLBACK\0", "latin1")

/** Resets what a closed connection leaves in the surviving session: an open transaction and its prepared statements. */
export const farewell = (options: { readonly rollback: boolean; readonly statements: Iterable<string> }): Buffer =>
  Buffer.concat([
    ...(options.rollback ? [rollback] : []),
    ...Array.from(options.statements, (name) => PgProtocol.encodeClose({ target: "statement", name })),
    PgProtocol.encodeSync()
  ])
