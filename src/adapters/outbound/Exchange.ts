import { Effect } from "effect"
import type { Dispatcher } from "undici"
import type { ConnectionHandler, RequestStart } from "./OriginPools.ts"
import type { HttpAnswer } from "./HttpCall.ts"
import { failureOf, type HttpFailure } from "./HttpFailure.ts"

/** Errors that are only passed through undici and never read. */
const enough = new Error("answer cut off")
const abandoned = new Error("call abandoned")

const noBytes = new Uint8Array(0)

/** Whether a reused connection ended before the first byte of the answer. */
const isUnanswered = (start: RequestStart | null): boolean =>
  start !== null && start.isReused && start.socket.bytesRead === start.bytesRead

/**
 * A request and its answer, as undici reports them. The answer is read up to a limit. The rest is never read, and its
 * connection is destroyed.
 */
export class Exchange implements ConnectionHandler {
  /** True from the moment the request is passed to a connection and may be written. */
  sent = false
  start: ConnectionHandler["start"] = null
  readonly #cap: number
  readonly #end: (answer: Effect.Effect<HttpAnswer, HttpFailure>) => void
  readonly #chunks: Array<Uint8Array> = []
  #controller: Dispatcher.DispatchController | null = null
  #repeat: ((exchange: Exchange) => void) | null
  #started: RequestStart | null = null
  #ended = false
  #status = 0
  #headers: HttpAnswer["headers"] = {}
  #length = 0

  /**
   * `end` is called once with the answer or its failure. `repeat` is called at most once: if a reused connection ended
   * before the first byte of the answer. It sends the request again; null fails the call.
   */
  constructor(
    cap: number,
    end: (answer: Effect.Effect<HttpAnswer, HttpFailure>) => void,
    repeat: ((exchange: Exchange) => void) | null = null
  ) {
    this.#cap = cap
    this.#end = end
    this.#repeat = repeat
  }

  /** Aborts the call and destroys its connection; a request that still waits for one is never written. */
  abandon(failure: HttpFailure): void {
    this.#finish(Effect.fail(failure))
    this.#controller?.abort(abandoned)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ended) return controller.abort(abandoned)
    this.#controller = controller
    this.#started = this.start?.() ?? null
    this.sent = true
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: HttpAnswer["headers"]): void {
    this.#status = status
    this.#headers = headers
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    const room = this.#cap - this.#length
    if (chunk.length <= room) {
      this.#chunks.push(chunk)
      this.#length += chunk.length
      return
    }
    this.#chunks.push(chunk.subarray(0, room))
    this.#length = this.#cap
    this.#finish(Effect.succeed(this.#answer(true)))
    controller.abort(enough)
  }

  onResponseEnd(): void {
    this.#finish(Effect.succeed(this.#answer(false)))
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    const repeat = this.#repeat
    if (repeat !== null && !this.#ended && isUnanswered(this.#started)) {
      this.#repeat = null
      this.#started = null
      return process.nextTick(repeat, this)
    }
    this.#finish(Effect.fail(failureOf(error, this.sent)))
  }

  #answer(truncated: boolean): HttpAnswer {
    const chunks = this.#chunks
    const body = chunks.length > 1 ? Buffer.concat(chunks, this.#length) : (chunks[0] ?? noBytes)
    return { status: this.#status, headers: this.#headers, body, truncated }
  }

  #finish(answer: Effect.Effect<HttpAnswer, HttpFailure>): void {
    if (this.#ended) return
    this.#ended = true
    // The callback runs synchronously, and must not interrupt undici's parsing.
    process.nextTick(this.#end, answer)
  }
}
