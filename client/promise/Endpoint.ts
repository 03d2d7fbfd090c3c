/** A value of JSON. */
export type Json =
  | null
  | boolean
  | number
  | string
  | ReadonlyArray<Json>
  | {
      readonly [name: string]: Json
    }

/** What may be said with each call. */
export interface CallOptions {
  /** Ends the call; it is rejected with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole answer, instead of those of the client. */
  readonly timeout?: number | undefined
}

/** What may be said with each POST. */
export interface PostOptions extends CallOptions {
  /** The header `Idempotency-Key`: the same key and request have one effect, however often they are sent. */
  readonly idempotencyKey?: string | undefined
}

/** An endpoint as the client calls it. */
export interface Endpoint {
  readonly method: string
  /** With ids in braces: `/contacts/{id}`. */
  readonly path: string
  /** What the method takes after the ids; both: the body, then the query. */
  readonly takes?: "body" | "query" | "both"
  /** The media type of a body that is text or bytes. */
  readonly raw?: string
  /** The answer is a file, or a stream of events, instead of JSON. */
  readonly gives?: "file" | "stream"
  /** The parameter that names the next part of a list. */
  readonly pages?: "page" | "after" | "before"
}

/** The endpoints of an interface by group and method. */
export type Table = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>
