import type { FailedCall, Retry } from "./ParleyError.ts"

/** Facts that determine the advice for a failed call. */
export interface Failed extends Pick<FailedCall, "status" | "code" | "message"> {
  /** Whether a repetition has no second effect: every method except POST, and a POST with a key. */
  readonly isRepeatable: boolean
  /** Whether the service itself answered, not a proxy. */
  readonly isAnswered: boolean
  /** Whether the answer has a `Retry-After`, in seconds or as a date. */
  readonly isPassing: boolean
}

/** Contract texts for an unknown outcome. */
const isUncertain = /may have been sent|took effect is unknown|with this Idempotency-Key is unknown/

/** Contract texts for a platform that was unreachable or gave no usable answer. */
const isPlatformAway = /could not be reached|gave no usable answer/

/** Contract texts for a stored token that cannot be decrypted. The account must be connected again. */
const isTokenUnreadable = /token of the \w+ account cannot be opened|Failed to decrypt \w+ token/

/** Statuses of temporary refusals. */
const passing: ReadonlySet<number> = new Set([408, 425])

/** The advice for a failed call (contract: Advice of failures). */
export const retryOf = ({ code, isAnswered, isPassing, isRepeatable, message, status }: Failed): Retry => {
  const whetherRepeatable = isRepeatable ? "later" : "never"
  if (status === null) return whetherRepeatable
  if (status === 401) return "reauthorize"
  if (status === 403 || code === "OUTCOME_UNKNOWN") return "never"
  if (isTokenUnreadable.test(message) || code === "CHANNEL_UNAVAILABLE") return "fix"
  // With a key, the service returns the recorded answer of a send, and repeats only an interrupted send.
  if (isUncertain.test(message)) return status === 503 ? whetherRepeatable : "never"
  if (isPassing || passing.has(status)) return "later"
  if (status === 502 && isAnswered) return isPlatformAway.test(message) ? "later" : "fix"
  return status >= 500 ? whetherRepeatable : "fix"
}
