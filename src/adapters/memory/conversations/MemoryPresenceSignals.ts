import { Effect, Layer } from "effect"
import { PresenceSignals } from "../../../ports/conversations/ConversationStore.ts"

/** Signals without effect: there is only one process. */
export const layer = Layer.succeed(
  PresenceSignals,
  PresenceSignals.of({ notify: () => Effect.void, listen: () => Effect.void })
)
