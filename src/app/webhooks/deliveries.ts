import { DateTime, Effect, Option } from "effect"
import {
  type DeliveryDetail,
  DeliveryNotFound,
  type DeliveryStatus,
  TooManyDeliveries,
  maxReplayedDeliveries
} from "../../domain/webhooks/DeliveryRecord.ts"
import { webhookTest } from "../../domain/webhooks/Event.ts"
import { EventId, type OrganizationId } from "../../domain/Ids.ts"
import type { PageRequest } from "../../domain/text/Page.ts"
import { NoWebhook, WebhookDisabled, WebhookSecretUnreadable } from "../../domain/webhooks/Webhook.ts"
import { type DeliveryFilter, DeliveryHistory, WebhookStore } from "../../ports/webhooks/WebhookStore.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** Returns a page of the organization's deliveries, the newest first. */
export const listDeliveries = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  filter: DeliveryFilter,
  page: PageRequest
) {
  return yield* (yield* DeliveryHistory).list(organizationId, filter, page)
}, spanned("listDeliveries"))

/** Returns a delivery with its attempts. */
export const findDelivery = Effect.fnUntraced(function* (organizationId: OrganizationId, id: EventId) {
  const record = yield* (yield* DeliveryHistory).find(organizationId, id)
  return Option.isSome(record) ? record.value : yield* new DeliveryNotFound()
}, spanned("findDelivery"))

/** Returns a delivery with its attempts and its body. */
export const getDelivery = Effect.fnUntraced(function* (organizationId: OrganizationId, id: EventId) {
  const record = yield* findDelivery(organizationId, id)
  const body = yield* (yield* DeliveryHistory).body(organizationId, id)
  if (Option.isNone(body)) return yield* new DeliveryNotFound()
  const detail: DeliveryDetail = { ...record, body: body.value }
  return detail
}, spanned("getDelivery"))

/** Fails unless the organization has an active subscription, which stays locked until the end of the transaction. */
const sendable = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const webhook = yield* (yield* WebhookStore).find(organizationId)
  if (Option.isNone(webhook)) return yield* new NoWebhook()
  if (webhook.value.status === "disabled") return yield* new WebhookDisabled()
  if (webhook.value.status === "secret_unreadable") return yield* new WebhookSecretUnreadable()
})

/** Replays a delivery with the same id to the current URL of the subscription. Returns the delivery. */
export const replayDelivery = Effect.fnUntraced(function* (organizationId: OrganizationId, id: EventId) {
  const history = yield* DeliveryHistory
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      // An unknown id is reported before the state of the subscription.
      if (Option.isNone(yield* history.find(organizationId, id))) return yield* new DeliveryNotFound()
      yield* sendable(organizationId)
      yield* history.replay(organizationId, id, yield* DateTime.now)
      const record = yield* history.find(organizationId, id)
      return Option.isSome(record) ? record.value : yield* new DeliveryNotFound()
    })
  )
}, spanned("replayDelivery"))

/** The deliveries to replay: those of events from `since` on and before `until`. */
export interface ReplayRequest {
  readonly since: DateTime.Utc
  /** Null: up to now. */
  readonly until: DateTime.Utc | null
  /** Null: any status. */
  readonly status: DeliveryStatus | null
}

/** Replays all deliveries of a time range and returns their number. Fails without a replay if there are too many. */
export const replayDeliveries = Effect.fnUntraced(function* (organizationId: OrganizationId, range: ReplayRequest) {
  const history = yield* DeliveryHistory
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      yield* sendable(organizationId)
      const replayed = yield* history.replayRange(organizationId, range, maxReplayedDeliveries, yield* DateTime.now)
      return Option.isSome(replayed) ? replayed.value : yield* new TooManyDeliveries({ limit: maxReplayedDeliveries })
    })
  )
}, spanned("replayDeliveries"))

/** Sends a test event to the subscription, whichever events it selects. Returns the event's id. */
export const sendTestEvent = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const ids = yield* IdSource
  const events = yield* EventLog
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      yield* sendable(organizationId)
      const id: EventId = EventId.make(yield* ids.uuid)
      yield* events.append(webhookTest(id, organizationId, yield* DateTime.now))
      return id
    })
  )
}, spanned("sendTestEvent"))
