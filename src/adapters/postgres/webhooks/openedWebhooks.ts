import { Effect } from "effect"
import type { Subscription } from "../../../domain/webhooks/Webhook.ts"
import type { Sealer } from "../secrets/Sealer.ts"
import { fromText, webhookReader } from "./WebhookRow.ts"

/** Maximum cached subscriptions. Beyond it, the least recently used ones are evicted. */
export const maxKept = 1_000

/** The text of a row of `webhooks`, and whether its organization is suspended. */
export interface SubscriptionRow {
  readonly webhook: string
  readonly isSuspended: boolean
}

/**
 * Opens webhook subscriptions from the texts of their rows. An unchanged row yields the same cached subscription,
 * because decoding a row and opening its secrets takes longer than the query, and the delivery workers query often.
 */
export const openedWebhooks = (sealer: Sealer["Service"]) => {
  const opened = new Map<string, Subscription>()

  const read = webhookReader(sealer, fromText)

  const store = (text: string, subscription: Subscription): Subscription => {
    opened.set(text, subscription)
    if (opened.size > maxKept) {
      const [oldest] = opened.keys()
      if (oldest !== undefined) opened.delete(oldest)
    }
    return subscription
  }

  /** The cached subscription of the text, which stays cached for longer then. */
  const cached = ({ isSuspended, webhook: text }: SubscriptionRow): Subscription | undefined => {
    const subscription = opened.get(text)
    if (subscription === undefined) return undefined
    opened.delete(text)
    return store(text, subscription.isSuspended === isSuspended ? subscription : { ...subscription, isSuspended })
  }

  return Effect.fnUntraced(function* (rows: ReadonlyArray<SubscriptionRow>) {
    const subscriptions: Array<Subscription> = []
    for (const row of rows) {
      const { isSuspended, webhook: text } = row
      subscriptions.push(cached(row) ?? store(text, { ...(yield* read(text)), isSuspended }))
    }
    return subscriptions
  })
}
