import { Cause, Exit } from "effect"
import type { Channel } from "../domain/conversations/Channel.ts"
import { codeLabel } from "../domain/messages/PlatformError.ts"
import { metered } from "./Meter.ts"
import { metrics } from "./metrics.ts"

/** A failure of a send, by its tag. */
interface Failed {
  readonly _tag: string
  readonly code?: number
}

const outcomes: Readonly<Record<string, string>> = {
  PlatformRejected: "rejected",
  PlatformNotReached: "not_reached",
  PlatformOutcomeUnknown: "unknown",
  SendPaceExceeded: "pace_exceeded",
  RecipientBlocked: "recipient_blocked",
  RecipientOptedOut: "recipient_opted_out",
  MonthlyLimitReached: "monthly_limit",
  OrganizationSuspended: "suspended",
  IdempotencyKeyTaken: "key_taken"
}

const outcomeOf = (exit: Exit.Exit<unknown, Failed>): readonly [outcome: string, code: string] => {
  if (Exit.isSuccess(exit)) return ["accepted", "none"]
  const [reason] = exit.cause.reasons
  if (reason === undefined || !Cause.isFailReason(reason)) return ["interrupted", "none"]
  const { _tag, code } = reason.error
  return [outcomes[_tag] ?? "other", code === undefined ? "none" : codeLabel(code)]
}

/** Counts the outcome of a send. */
export const countSend = (channel: Channel) =>
  metered<Failed>((meter, _, exit) => {
    const [outcome, code] = outcomeOf(exit)
    meter.record(metrics.sends, 1, { channel, outcome, code })
    if (outcome === "monthly_limit") meter.record(metrics.quotaRefusals, 1, { channel })
  })
