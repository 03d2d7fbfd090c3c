import { ParleyError } from "../../client/promise/ParleyError.ts"
import { SignedOut, TokenUnavailable } from "../session/SessionTokens.ts"

/** A failed call, as the console shows it. */
export interface Failure {
  /**
   * offline: the service is unreachable. signedOut: the session has expired. refused: the service rejected the call.
   * broken: a defect.
   */
  readonly kind: "offline" | "signedOut" | "refused" | "broken"
  /** The text of the service; empty without one. */
  readonly message: string
  readonly status: number | null
  readonly code: string | null
  /** The remedy that the service names. */
  readonly fix: string | null
  /** The platform's code and title of a rejected send. */
  readonly details: { readonly code: number; readonly title: string } | null
  /** The request id, by which an operator finds the call. */
  readonly requestId: string | null
  /** Seconds to wait, if the service names them. */
  readonly retryAfter: number | null
}

const nothing = { status: null, code: null, fix: null, details: null, requestId: null, retryAfter: null }

/** Returns the failure for the reason of a rejected call. */
export const failureOf = (cause: unknown): Failure => {
  if (cause instanceof ParleyError) {
    const { code, details, fix, message, requestId, retryAfter, status } = cause
    // The client requests a token as part of each call, so its rejections arrive here too.
    if (cause.cause instanceof SignedOut || cause.cause instanceof TokenUnavailable) return failureOf(cause.cause)
    const kind = code === "UNREACHABLE" || code === "TIMEOUT" ? "offline" : "refused"
    return { kind: status === 401 ? "signedOut" : kind, message, status, code, fix, details, requestId, retryAfter }
  }
  if (cause instanceof SignedOut) return { kind: "signedOut", message: cause.message, ...nothing }
  if (cause instanceof TokenUnavailable) {
    return { kind: "offline", message: cause.message, ...nothing, retryAfter: cause.failure.retryAfter }
  }
  return { kind: "broken", message: cause instanceof Error ? cause.message : String(cause), ...nothing }
}
