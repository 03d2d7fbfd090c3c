import { Effect } from "effect"
import type { Webhook } from "../../../domain/webhooks/Webhook.ts"
import type { Sealer } from "../secrets/Sealer.ts"
import { fromText, webhookReader } from "./WebhookRow.ts"

/** Subscriptions that are kept open. Of more, those that were not asked for longest are opened anew. */
export const maxKept = 1_000

/**
 * Opens webhook subscriptions from the texts of their rows. An unchanged row yields the same cached subscription,
 * because decoding a row and opening its secrets takes longer than the query, and the delivery workers query often.
 */
export const openedWebhooks = (sealer: Sealer["Service"]) => {
  const kept = new Map<string, Webhook>()

  const read = webhookReader(sealer, fromText)

  const open = Effect.fnUntraced(function* (text: string) {
    const webhook = yield* read(text)
    kept.set(text, webhook)
    if (kept.size > maxKept) {
      const [oldest] = kept.keys()
      if (oldest !== undefined) kept.delete(oldest)
    }
    return webhook
  })

  /** The subscription of the text if it is kept, which it is for longer then. */
  const keptAgain = (text: string): Webhook | undefined => {
    const webhook = kept.get(text)
    if (webhook === undefined) return undefined
    kept.delete(text)
    kept.set(text, webhook)
    return webhook
  }

  return Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
    const webhooks: Array<Webhook> = []
    for (const text of texts) webhooks.push(keptAgain(text) ?? (yield* open(text)))
    return webhooks
  })
}
