import { ParleyError } from "../../client/promise/ParleyError.ts"
import { SignedOut, TokenUnavailable } from "../session/SessionTokens.ts"

/** Why a call gave nothing, as the console shows it. */
export interface Failure {
  /** offline: the service was not reached. signedOut: the session is over. refused: the service said no. broken: a mistake. */
  readonly kind: "offline" | "signedOut" | "refused" | "broken"
  /** The text of the service; empty when there is none. */
  readonly message: string
  readonly status: number | null
  readonly code: string | null
  /** What the service says to do. */
  readonly fix: string | null
  /** What a platform said of a refused send. */
  readonly details: { readonly code: number; readonly title: string } | null
  /** What an operator finds the call by. */
  readonly requestId: string | null
  /** Seconds, when the service names them. */
  readonly retryAfter: number | null
}

const nothing = { status: null, code: null, fix: null, details: null, requestId: null, retryAfter: null }

/** The failure that a call was rejected with. */
export const failureOf = (cause: unknown): Failure => {
  if (cause instanceof ParleyError) {
    const { code, details, fix, message, requestId, retryAfter, status } = cause
    // The client asks for a token before each call, within what it takes for the call.
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
