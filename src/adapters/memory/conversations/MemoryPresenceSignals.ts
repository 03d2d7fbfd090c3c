import { Effect, Layer } from "effect"
import { PresenceSignals } from "../../../ports/conversations/PresenceSignals.ts"

/** There is no other process. */
export const layer = Layer.succeed(
  PresenceSignals,
  PresenceSignals.of({ notify: () => Effect.void, listen: () => Effect.void })
)
