import { Effect } from "effect"
import { elapsedMillis } from "../../collections/elapsedMillis.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { PlatformFailure, PlatformRejected } from "../../domain/messages/PlatformError.ts"
import { SendPaceExceeded } from "../../domain/limits/SendPace.ts"
import type { PacedSend, Pacer } from "../../ports/limits/RateLimits.ts"

/** Most milliseconds for which a send is held back. Together with the platform's 20 seconds a caller waits 28. */
export const longestHoldMillis = 8_000

/** When the send may no longer be held, in elapsed milliseconds, and when it started on the clock of its pace. */
export interface Pacing {
  readonly heldUntil: number
  readonly startedAt: number
}

/**
 * Calls the platform at the pace that it allows. A send that it refuses for its pace was surely not sent, so it is held
 * and tried once more, if there is time (contract: A send that the platform refused for its pace).
 */
export const callAtPace = <A, R>(
  pace: Pacer,
  organizationId: OrganizationId,
  send: PacedSend,
  { heldUntil, startedAt }: Pacing,
  callPlatform: Effect.Effect<A, PlatformFailure, R>
): Effect.Effect<A, PlatformFailure | SendPaceExceeded, R> => {
  const attempt = (startedAt: number, isLast: boolean): Effect.Effect<A, PlatformFailure | SendPaceExceeded, R> =>
    Effect.catchTag(callPlatform, "PlatformRejected", (rejected) =>
      Effect.flatMap(pace.refused(organizationId, send, rejected, startedAt), (exceeded) => {
        if (exceeded === null) return Effect.fail(rejected)
        return isLast ? Effect.fail(refusedWith(exceeded, rejected)) : again(rejected)
      })
    )
  const again = (rejected: PlatformRejected) =>
    Effect.clockWith((clock) =>
      Effect.flatMap(
        Effect.mapError(pace.hold(organizationId, send, heldUntil - elapsedMillis(clock)), (exceeded) =>
          refusedWith(exceeded, rejected)
        ),
        (startedAgain) => attempt(startedAgain, true)
      )
    )
  return attempt(startedAt, false)
}

const refusedWith = ({ channel, retryAfterSeconds, scope }: SendPaceExceeded, rejected: PlatformRejected) =>
  new SendPaceExceeded({ channel, scope, retryAfterSeconds, rejected })
