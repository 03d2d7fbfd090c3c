import { DateTime, Effect } from "effect"
import { webhookFailing } from "../../domain/webhooks/Event.ts"
import { EventId, generated } from "../../domain/Ids.ts"
import { disabledAt } from "../../domain/webhooks/afterRefusal.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { type FailingWebhook, WebhookStore } from "../../ports/webhooks/WebhookStore.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** Most subscriptions in one transaction. */
const maxTogether = 100

/** Claims subscriptions, and records an event for each: both or neither. */
const warned = Effect.fnUntraced(function* (at: DateTime.Utc) {
  const { append } = yield* EventLog
  const { uuid } = yield* IdSource
  const failing = yield* (yield* WebhookStore).claimFailing(at, maxTogether)
  yield* Effect.forEach(
    failing,
    (webhook) => Effect.flatMap(uuid, (id) => append(webhookFailing(EventId.make(id, generated), webhook, at))),
    { discard: true }
  )
  return failing
})

const note = Effect.fnUntraced(function* ({ failingSince, id, organizationId, percent }: FailingWebhook) {
  const meter = yield* Meter
  meter.record(metrics.webhookWarnings, 1, { percent: String(percent) })
  yield* Effect.logWarning("nothing reaches a webhook, which will be disabled", {
    organizationId,
    webhookId: id,
    percent,
    failingSince: DateTime.formatIso(failingSince),
    disabledAt: DateTime.formatIso(disabledAt(failingSince))
  })
})

/**
 * Says of each subscription that it will be disabled, once at 50, 70 and 90 % of the time after which it is (contract:
 * Events for operators and organizations). Returns how many there were.
 */
export const warnOfFailingWebhooks = Effect.fnUntraced(function* () {
  const { atomically } = yield* Transaction
  let count = 0
  for (;;) {
    const failing = yield* atomically(warned(yield* DateTime.now))
    yield* Effect.forEach(failing, note, { discard: true })
    count += failing.length
    if (failing.length < maxTogether) return count
  }
}, spanned("warnOfFailingWebhooks"))
