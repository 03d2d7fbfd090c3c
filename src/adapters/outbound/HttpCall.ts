import type { Duration, Stream } from "effect"

/** A body that is read while it is sent. */
export interface StreamedBody {
  /** In bytes, which the stream has exactly. */
  readonly length: number
  readonly bytes: Stream.Stream<Uint8Array>
}

export interface HttpCall {
  readonly method: "GET" | "POST" | "DELETE"
  /** Absolute, `http:` or `https:`. */
  readonly url: string
  /** Names in lower case. `host` and `content-length` come from the URL and the body. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | StreamedBody | null
  /**
   * Whether the receiver tolerates the request twice; a GET always may be repeated, a streamed body never. The request
   * is repeated once, on a new connection, if a reused connection ends before the first byte of the answer.
   */
  readonly repeatable?: boolean
  /** For everything: waiting for a connection, making it, the request, the whole answer. */
  readonly deadline: Duration.Input
  /** No more of the body than this is read; the rest is left, and its connection destroyed. */
  readonly maxResponseBytes: number
}

export interface HttpAnswer {
  readonly status: number
  /** Names in lower case; a header that came several times has a list. */
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  /** As it came: nothing is decompressed. */
  readonly body: Uint8Array
  /** The body was longer than `maxResponseBytes`; this is its beginning. */
  readonly truncated: boolean
}
