/** A JSON value. */
export type Json =
  | null
  | boolean
  | number
  | string
  | ReadonlyArray<Json>
  | {
      readonly [name: string]: Json
    }

/** Options of each call. */
export interface CallOptions {
  /** Aborts the call, which rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds until the whole answer must have arrived; overrides the client's timeout. */
  readonly timeout?: number | undefined
}

/** Options of each POST. */
export interface PostOptions extends CallOptions {
  /** Header `Idempotency-Key`. A request that is repeated with its key has no second effect. */
  readonly idempotencyKey?: string | undefined
}

/** Description of an endpoint for the client. */
export interface Endpoint {
  readonly method: string
  /** Path with ids in braces: `/contacts/{id}`. */
  readonly path: string
  /** Arguments after the ids. both: the body, then the query. */
  readonly takes?: "body" | "query" | "both"
  /** Media type of a body of text or bytes. */
  readonly raw?: string
  /** Kind of an answer other than JSON. */
  readonly gives?: "file" | "stream"
  /** Query parameter for the next page of a list. */
  readonly pages?: "page" | "after" | "before"
}

/** Endpoints of an interface by group and method. */
export type Table = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>
