import { Context } from "effect"

/** Whether a send to a blocked or opted-out recipient is refused, or sent with a warning in the log (contract C44). */
export const RecipientChecks = Context.Reference<"refuse" | "warn">("effect-parley/ports/RecipientChecks", {
  defaultValue: () => "refuse"
})
