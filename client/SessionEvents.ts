import { Effect, Redacted, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { createParleySession } from "./promise/createParley.ts"
import type { StreamEntry } from "./promise/eventStream.ts"
import { ParleyError } from "./promise/ParleyError.ts"

/** Which service to follow, as whom, and for which organization. */
export interface SessionEventsOptions<R = never> {
  /** Without a path: `https://parley.example.com`. */
  readonly url: string
  /** Asked for a session token, or the service key, before each connection: one that is over is replaced there. */
  readonly token: Effect.Effect<Redacted.Redacted, never, R>
  readonly organizationId: string
  /** The id of the last event that is known; from now on without it. */
  readonly lastEventId?: string | undefined
}

/**
 * What happens in the organization, as it happens. Lost connections are made again, behind the last event, so that each
 * comes once and in order (contract C233). The stream fails when no further connection would help.
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
