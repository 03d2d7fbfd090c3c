import type { Webhook } from "../../domain/Webhook.ts"

/** What a reading of the log has shown of an organization of which nothing waits. */
export interface KnownOrganization {
  /** The state of its subscription (`xmin` of its row). */
  readonly version: string
  readonly webhook: Webhook
}
