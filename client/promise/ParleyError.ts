/**
 * What to do with a call that failed (contract C191). `later`: repeat it as it is. `reauthorize`: repeat it with another
 * key or token. `fix`: change the request, or what it is about, first. `never`: do not repeat it; it is not allowed, or
 * it may have taken effect already.
 */
export type Retry = "later" | "never" | "reauthorize" | "fix"

/** The facts of a failed call. */
export interface FailedCall {
  /** Of the answer; null when none came. */
  readonly status: number | null
  readonly message: string
  /** The service's word for the failure, or `TIMEOUT`, `UNREACHABLE`, `UNREADABLE` or `INVALID_ARGUMENT` of the client. */
  readonly code: string | null
  readonly fix: string | null
  /** `x-request-id` of the answer. */
  readonly requestId: string | null
  /** Seconds, by the header `Retry-After`. */
  readonly retryAfter: number | null
  /** What a platform said of a refused send: its code and its title. */
  readonly details: { readonly code: number; readonly title: string } | null
  readonly retry: Retry
}

/** A call that did not succeed. */
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
