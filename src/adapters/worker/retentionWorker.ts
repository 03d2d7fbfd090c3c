import { Effect, Layer, Schedule } from "effect"
import { purgeEvents } from "../../app/eventFeed.ts"
import { purgeInbound } from "../../app/inbound/inboundProblems.ts"
import { purgeRequestLogs } from "../../app/requestLogs.ts"

/** How often rows are looked for whose time is over; the first time at the start. */
const interval = "1 hour"

/** One that dies or has much to do keeps none of the others from their work. */
const lasting = <A, R>(purge: Effect.Effect<A, never, R>) =>
  Effect.catchCause(Effect.asVoid(purge), (cause) => Effect.logError("retention pass failed", cause))

/** Forgets what is kept for a while only, for as long as the layer lives. */
export const layer = Layer.effectDiscard(
  Effect.all([lasting(purgeRequestLogs()), lasting(purgeInbound()), lasting(purgeEvents())], {
    discard: true,
    concurrency: "unbounded"
  }).pipe(Effect.repeat(Schedule.spaced(interval)), Effect.forkScoped)
)
