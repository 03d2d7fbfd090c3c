import { Context, type Duration } from "effect"

/** Retention of events for readers. */
export const EventRetention = Context.Reference<Duration.Input>("effect-parley/ports/EventRetention", {
  defaultValue: () => "30 days"
})
