import { Effect } from "effect"
import { type Dispatcher, Pool } from "undici"
import { WrongResult } from "./Comparison.ts"
import { roundOf } from "./Round.ts"

export interface Call {
  readonly method: "GET" | "POST" | "PUT"
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | null
}

/** Takes in an answer as cheaply as undici can; the generator shares the machine with what it measures. */
export class Answer implements Dispatcher.DispatchHandler {
  readonly #end: (status: number, chunks: ReadonlyArray<Uint8Array>) => void
  readonly #chunks: Array<Uint8Array> = []
  #status = 0

  constructor(end: (status: number, chunks: ReadonlyArray<Uint8Array>) => void) {
    this.#end = end
  }

  onRequestStart(): void {}

  onResponseStart(_: Dispatcher.DispatchController, status: number): void {
    this.#status = status
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#end(this.#status, this.#chunks)
  }

  onResponseError(): void {
    this.#end(0, [])
  }
}

export interface Answered {
  /** 0 when there was no answer. */
  readonly status: number
  readonly text: string
}

/** One call, whole. */
export const call = (pool: Pool, { body, headers, method, path }: Call) =>
  Effect.callback<Answered>((resume) => {
    const end = (status: number, chunks: ReadonlyArray<Uint8Array>) =>
      resume(Effect.succeed({ status, text: Buffer.concat(chunks).toString() }))
    pool.dispatch({ method, path, headers, body }, new Answer(end))
  })

/** Connections to one server, closed with the scope. */
export const connect = (url: string, connections: number) =>
  Effect.acquireRelease(
    Effect.sync(() => new Pool(url, { connections, headersTimeout: 30_000, bodyTimeout: 30_000 })),
    (pool) => Effect.promise(() => pool.destroy())
  )

/** Calls over and over, so many at a time and for so long, or until there were `most`. Any other status than the expected one is a wrong result. */
export const callers = Effect.fnUntraced(function* (
  pool: Dispatcher,
  {
    callOf,
    concurrency,
    expected,
    most = Infinity,
    seconds
  }: {
    readonly callOf: (ordinal: number) => Call
    readonly concurrency: number
    readonly expected: number
    readonly most?: number
    readonly seconds: number
  }
) {
  const took: Array<number> = []
  const begin = performance.now()
  const end = begin + seconds * 1_000
  const unexpected = yield* Effect.callback<number | null>((resume) => {
    let ordinal = 0
    let open = concurrency
    let wrong: number | null = null
    const next = () => {
      if (performance.now() >= end || ordinal >= most || wrong !== null) {
        if (--open === 0) resume(Effect.succeed(wrong))
        return
      }
      const { body, headers, method, path } = callOf(ordinal++)
      const start = performance.now()
      const answered = (status: number) => {
        took.push(performance.now() - start)
        if (status !== expected) wrong = status
        next()
      }
      pool.dispatch({ method, path, headers, body }, new Answer(answered))
    }
    for (let caller = 0; caller < concurrency; caller++) next()
  })
  if (unexpected !== null) return yield* new WrongResult({ reason: `answered ${unexpected} instead of ${expected}` })
  return roundOf(took, performance.now() - begin)
})
