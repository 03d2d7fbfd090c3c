import type { Effect } from "effect"
import type { IncomingHttpHeaders } from "node:http"

/** A request as Node has read it, with its whole body; no bytes for none. */
export interface DirectRequest {
  /** The request as Node has it, which the access log knows it by. */
  readonly source: object
  /** The path, and the query with its question mark. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** The client's, as `clientOf` finds it. */
  readonly ipAddress: string
  readonly body: Uint8Array
}

/** What a request is answered with; the headers are those that its path and its length do not say. */
export interface DirectAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON, or nothing. */
  readonly text: string
}

/**
 * An endpoint whose good requests are answered before the routes and without the server of Effect, which takes more
 * time than what they are answered with (decision 9, Hot paths). Every other request goes on to the routes as it came,
 * and they have the endpoint too.
 */
export interface DirectRoute<R = never> {
  readonly method: "GET" | "POST"
  readonly path: `/${string}`
  /** What answers the request; null leaves it to the routes. Nothing happens before the effect runs. */
  readonly begin: (request: DirectRequest) => Effect.Effect<DirectAnswer, never, R> | null
}

/** All of these, whatever each of them needs. */
export const directRoutesOf = <A, B>(
  some: ReadonlyArray<DirectRoute<A>>,
  others: ReadonlyArray<DirectRoute<B>>
): ReadonlyArray<DirectRoute<A | B>> => [...some, ...others]
