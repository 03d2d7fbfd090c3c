import { Effect, Layer, Schedule } from "effect"
import { expireSends } from "../../app/expireSends.ts"

/** How often lost sends are searched for; the first time at the start, since a restart loses sends. */
const interval = "30 seconds"

/** Gives up sends without an outcome, for as long as the layer lives. A pass that dies is logged. */
export const layer = Layer.effectDiscard(
  expireSends().pipe(
    Effect.catchCause((cause) => Effect.logError("expiry pass failed", cause)),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped
  )
)
