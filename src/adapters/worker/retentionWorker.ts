import { Effect, Layer, Schedule } from "effect"
import { purgeEvents } from "../../app/eventFeed.ts"
import { purgeInbound } from "../../app/inbound/inboundProblems.ts"
import { purgeRequestLogs } from "../../app/requestLogs.ts"

/** How often expired rows are deleted; the first time at the start. */
const interval = "1 hour"

/** Isolates a purge: a defect or a long run never blocks the other purges. */
const lasting = <A, R>(purge: Effect.Effect<A, never, R>) =>
  Effect.catchCause(Effect.asVoid(purge), (cause) => Effect.logError("retention pass failed", cause))

/** Deletes expired data periodically, for as long as the layer lives. */
export const layer = Layer.effectDiscard(
  Effect.all([lasting(purgeRequestLogs()), lasting(purgeInbound()), lasting(purgeEvents())], {
    discard: true,
    concurrency: "unbounded"
  }).pipe(Effect.repeat(Schedule.spaced(interval)), Effect.forkScoped)
)
