/** Reason why `constructEvent` rejects a request (contract: Verified events). */
export type WebhookErrorReason =
  | "missing header"
  | "invalid timestamp"
  | "timestamp too old"
  | "timestamp too new"
  | "missing secret"
  | "no signature matches"
  | "body not raw"
  | "not JSON"
  | "not an event"

/** Rejection of a request by `constructEvent`. Answer the request with 400. */
export class WebhookError extends Error {
  override readonly name = "WebhookError"
  readonly reason: WebhookErrorReason

  constructor(reason: WebhookErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}
