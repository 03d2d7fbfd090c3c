/**
 * Advice for a failed call (contract: Advice of failures). `later`: repeat it unchanged. `reauthorize`: repeat it with
 * another key or token. `fix`: first change the request, or the resource that it refers to. `never`: do not repeat it,
 * because it is forbidden or may have taken effect.
 */
export type Retry = "later" | "never" | "reauthorize" | "fix"

/** The facts of a failed call. */
export interface FailedCall {
  /** HTTP status; null without an answer. */
  readonly status: number | null
  readonly message: string
  /** Code of the service, or `TIMEOUT`, `UNREACHABLE`, `UNREADABLE` or `INVALID_ARGUMENT` of the client. */
  readonly code: string | null
  readonly fix: string | null
  /** `x-request-id` of the answer. */
  readonly requestId: string | null
  /** Seconds of the header `Retry-After`. */
  readonly retryAfter: number | null
  /** The platform's code and title of a rejected send. */
  readonly details: { readonly code: number; readonly title: string } | null
  readonly retry: Retry
}

/** A failed call. */
export class ParleyError extends Error implements FailedCall {
  override readonly name = "ParleyError"
  readonly status: number | null
  readonly code: string | null
  readonly fix: string | null
  readonly requestId: string | null
  readonly retryAfter: number | null
  readonly details: FailedCall["details"]
  readonly retry: Retry

  constructor(failed: FailedCall, options?: ErrorOptions) {
    super(failed.message, options)
    this.status = failed.status
    this.code = failed.code
    this.fix = failed.fix
    this.requestId = failed.requestId
    this.retryAfter = failed.retryAfter
    this.details = failed.details
    this.retry = failed.retry
  }
}
