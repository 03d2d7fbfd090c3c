import type { Duration, Effect, Scope, Stream } from "effect"
import type { HttpFailure } from "./HttpFailure.ts"

/** A body that is read while it is sent. */
export interface StreamedBody {
  /** The exact length of the stream in bytes. */
  readonly length: number
  readonly bytes: Stream.Stream<Uint8Array>
}

/** A request of an agent. */
export interface HttpCall {
  readonly method: "GET" | "POST" | "DELETE"
  /** Absolute, `http:` or `https:`. */
  readonly url: string
  /** Names in lower case. `host` and `content-length` come from the URL and the body. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | StreamedBody | null
  /**
   * Whether the receiver tolerates the request twice. A GET may always be repeated, a streamed body never. The request
   * is repeated once, on a new connection, if a reused connection ends before the first byte of the answer.
   */
  readonly repeatable?: boolean
  /** Deadline of the whole call: waiting for a connection, opening it, the request, the whole answer. */
  readonly deadline: Duration.Input
  /** Maximum number of body bytes to read; beyond it the connection is destroyed. */
  readonly maxResponseBytes: number
}

/** The response to a request of an agent. */
export interface HttpAnswer {
  readonly status: number
  /** Names in lower case; a repeated header has a list. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** The raw body, without decompression. */
  readonly body: Uint8Array
  /** Whether the body was longer than `maxResponseBytes`; this is its beginning. */
  readonly truncated: boolean
}

/**
 * Makes HTTP/1.1 calls without following redirects. Every status is an answer. Only `repeatable` calls are repeated.
 */
export interface HttpAgent {
  /** Performs a call. An interruption aborts it and destroys its connection. */
  request(call: HttpCall): Effect.Effect<HttpAnswer, HttpFailure>
}

/** A request for a file, with the headers that the caller chooses. */
export interface FileCall {
  /** Absolute, `http:` or `https:`. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Whether the operator configured this address, so that it is not guarded. */
  readonly isTrusted: boolean
}

/** The answer of a server with any status. */
export interface FileAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
  /** The raw bytes without decompression, read on demand. May run once at most. */
  readonly body: Stream.Stream<Uint8Array, HttpFailure>
}

/** Downloads files. */
export interface Files {
  get(call: FileCall): Effect.Effect<FileAnswer, HttpFailure, Scope.Scope>
}
