import { Effect, Redacted, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { createParleySession } from "./promise/createParley.ts"
import type { StreamEntry } from "./promise/eventStream.ts"
import { ParleyError } from "./promise/ParleyError.ts"

/** Address, token and organization for an event stream. */
export interface SessionEventsOptions<R = never> {
  /** Without a path: `https://parley.example.com`. */
  readonly url: string
  /** Session token or service key. The effect runs before each connection, so that it can replace an expired token. */
  readonly token: Effect.Effect<Redacted.Redacted, never, R>
  readonly organizationId: string
  /** Id of the last received event. Without it the stream starts with new events. */
  readonly lastEventId?: string | undefined
}

/**
 * Events of the organization as they occur. A lost connection resumes after the last event, so that each event arrives
 * once and in order (contract: Reconnection). The stream fails if a further connection cannot help.
 */
export const stream = <R = never>({
  lastEventId,
  organizationId,
  token,
  url
}: SessionEventsOptions<R>): Stream.Stream<StreamEntry, ParleyError, R> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const services = yield* Effect.context<R>()
      const fetch = yield* FetchHttpClient.Fetch
      const ended = yield* Effect.acquireRelease(
        Effect.sync(() => new AbortController()),
        (controller) => Effect.sync(() => controller.abort())
      )
      const client = createParleySession({
        url,
        organizationId,
        token: () => Effect.runPromiseWith(services)(Effect.map(token, Redacted.value)),
        fetch: (address, init) => fetch(address, init)
      })
      const events = client.events.stream({ signal: ended.signal, lastEventId })
      return Stream.catchIf(
        Stream.fromAsyncIterable(events, (error) => error),
        (error) => !(error instanceof ParleyError),
        (error) => Stream.die(error)
      )
    })
  )
