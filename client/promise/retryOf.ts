import type { FailedCall, Retry } from "./ParleyError.ts"

/** What decides whether a call may be repeated. */
export interface Failed extends Pick<FailedCall, "status" | "code" | "message"> {
  /** Whether a second call has no second effect: every method but POST, and a POST with a key. */
  readonly isRepeatable: boolean
  /** Whether the service itself answered, and no proxy before it. */
  readonly isAnswered: boolean
  /** Whether the answer has a `Retry-After`: seconds, or a date as some proxies give it. */
  readonly isPassing: boolean
}

/** The words of the contract for an unknown outcome. */
const isUncertain = /may have been sent|took effect is unknown|with this Idempotency-Key is unknown/

/** The words of the contract for a platform that was not reached, or gave nothing usable. */
const isPlatformAway = /could not be reached|gave no usable answer/

/** The words for a stored token that cannot be opened; the account has to be connected again. */
const isTokenUnreadable = /token of the \w+ account cannot be opened|Failed to decrypt \w+ token/

/** The statuses by which a request is refused only for now. */
const passing: ReadonlySet<number> = new Set([408, 425])

/** The advice for a failed call (contract C191). */
export const retryOf = ({ code, isAnswered, isPassing, isRepeatable, message, status }: Failed): Retry => {
  const whetherRepeatable = isRepeatable ? "later" : "never"
  if (status === null) return whetherRepeatable
  if (status === 401) return "reauthorize"
  if (status === 403 || code === "OUTCOME_UNKNOWN") return "never"
  if (isTokenUnreadable.test(message) || code === "CHANNEL_UNAVAILABLE") return "fix"
  // A key brings the recorded answer to a send again, and repeats only a send that was cut off.
  if (isUncertain.test(message)) return status === 503 ? whetherRepeatable : "never"
  if (isPassing || passing.has(status)) return "later"
  if (status === 502 && isAnswered) return isPlatformAway.test(message) ? "later" : "fix"
  return status >= 500 ? whetherRepeatable : "fix"
}
