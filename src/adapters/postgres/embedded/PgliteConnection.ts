import { Buffer } from "node:buffer"
import { type Duplex } from "node:stream"
import type { Answer, PgliteBackend, Turn } from "./PgliteBackend.ts"
import { farewell, makeByteQueue, readRun, readStartup, type Run, type Status } from "./PgMessages.ts"

const noEncryption = Buffer.from("N")
const transactionIdle = "Rolled back: nothing was sent in the open transaction for too long, and others wait for it"

/**
 * One connection: collects the client's messages into runs, takes turns at the backend, and returns the answers. The
 * driver writes pieces of messages and pipelines them, opens connections to cancel, and replaces connections that fail.
 */
export class PgliteConnection implements Turn {
  readonly #backend: PgliteBackend
  readonly #duplex: Duplex
  readonly #transactionIdleMillis: number
  readonly #input = makeByteQueue()
  /** In the shared backend a prepared statement outlives its connection unless it is closed. */
  readonly #statements = new Set<string>()
  #started = false
  #status: Status = "I"
  /** The scanned length of the input. The messages found there have not run yet. */
  #scanned = 0
  #run: Run | undefined
  /** Waiting for its turn, or having it. */
  #busy = false
  #left = false
  /** The reader has room. */
  #wanted = true
  #written: (() => void) | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(backend: PgliteBackend, duplex: Duplex, transactionIdleMillis: number) {
    this.#backend = backend
    this.#duplex = duplex
    this.#transactionIdleMillis = transactionIdleMillis
    backend.parties.add(this.#close)
  }

  /** `done` is called once all complete runs have run: a busy backend thus slows the writer down. */
  write(chunks: ReadonlyArray<Uint8Array>, done: () => void): void {
    if (this.#left) return done()
    for (const chunk of chunks) this.#input.append(chunk)
    this.#written = done
    this.#advance()
  }

  read(): void {
    this.#wanted = true
    this.#advance()
  }

  /** The client has closed the connection, in any state. */
  leave(): void {
    if (this.#left) return
    this.#left = true
    clearTimeout(this.#idle)
    this.#backend.parties.delete(this.#close)
    if (!this.#busy) this.#queue()
  }

  readonly #close = (error: Error | undefined): void => void this.#duplex.destroy(error)

  /** Called when the turn has come. */
  readonly go = (): void => {
    const run = this.#run
    if (this.#left || run === undefined) return this.#undo()
    clearTimeout(this.#idle)
    this.#backend.run(this.#input.peek().subarray(0, run.end), (answer) => this.#ran(run, answer))
  }

  #queue(): void {
    this.#busy = true
    this.#backend.turns.take(this)
  }

  /** Takes the next step: greets, requests a turn, closes, or lets the client continue writing. */
  #advance(): void {
    if (this.#busy || this.#left) return
    if (!this.#started && !this.#greet()) return this.#accept()
    const run = (this.#run ??= this.#scan())
    if (run.invalid !== null) return void this.#duplex.destroy(new Error(run.invalid))
    if (run.end > 0) return this.#wanted ? this.#queue() : undefined
    this.#run = undefined
    if (run.terminated) {
      this.leave()
      this.#duplex.push(null)
    }
    this.#accept()
  }

  #accept(): void {
    const done = this.#written
    this.#written = undefined
    done?.()
  }

  /** Whether the startup is done. */
  #greet(): boolean {
    const startup = readStartup(this.#input.peek())
    if (startup.kind === "incomplete") return false
    if (startup.kind === "invalid") {
      this.#duplex.destroy(new Error(startup.reason))
      return false
    }
    // A statement runs to its end on this thread, so there is never one to cancel.
    if (startup.kind === "cancel") {
      this.#duplex.destroy()
      return false
    }
    this.#input.drop(startup.end)
    this.#started = startup.kind === "startup"
    this.#duplex.push(this.#started ? this.#backend.greeting : noEncryption)
    return this.#started || this.#greet()
  }

  #scan(): Run {
    const run = readRun(this.#input.peek(), this.#scanned)
    this.#scanned = run.next
    for (const name of run.named) if (name !== "") this.#statements.add(name)
    for (const name of run.closed) this.#statements.delete(name)
    return run
  }

  #ran(run: Run, answer: Answer): void {
    this.#input.drop(run.end)
    this.#scanned -= run.end
    this.#run = undefined
    this.#status = answer.status
    if (this.#left) return this.#undo()
    if (this.#status === "I") this.#backend.turns.give(this)
    else this.#idle = setTimeout(this.#expire, this.#transactionIdleMillis).unref()
    // The reader may ask for more, or close, before `push` returns.
    this.#wanted = false
    if (this.#duplex.push(answer.bytes)) this.#wanted = true
    this.#busy = false
    if (this.#left) this.#queue()
    else this.#advance()
  }

  readonly #expire = (): void => void this.#duplex.destroy(new Error(transactionIdle))

  /** Resets the backend's session state, and passes the turn to the next connection. */
  #undo(): void {
    const rollback = this.#status !== "I"
    if (!rollback && this.#statements.size === 0) return this.#backend.turns.give(this)
    this.#backend.run(farewell({ rollback, statements: this.#statements }), () => this.#backend.turns.give(this))
  }
}
