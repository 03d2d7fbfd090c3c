import { Effect, Layer, Schedule } from "effect"
import { purgeRequestLogs } from "../../app/requestLogs.ts"

/** How often rows are looked for whose time is over; the first time at the start. */
const interval = "1 hour"

/** Forgets what is kept for a while only, for as long as the layer lives. A pass that dies is logged. */
export const layer = Layer.effectDiscard(
  purgeRequestLogs().pipe(
    Effect.catchCause((cause) => Effect.logError("retention pass failed", cause)),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped
  )
)
