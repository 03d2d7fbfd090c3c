import { Context, type Duration } from "effect"

/** How long events are kept for those who read them. */
export const EventRetention = Context.Reference<Duration.Input>("effect-parley/ports/EventRetention", {
  defaultValue: () => "30 days"
})
