import { DateTime, Effect, Option } from "effect"
import {
  type DeliveryDetail,
  DeliveryNotFound,
  type DeliveryStatus,
  TooManyDeliveries,
  maxReplayedDeliveries
} from "../../domain/webhooks/DeliveryRecord.ts"
import { webhookTest } from "../../domain/webhooks/Event.ts"
import { EventId, type OrganizationId, type WebhookId } from "../../domain/Ids.ts"
import type { PageRequest } from "../../domain/text/Page.ts"
import { NoWebhook, type Webhook, WebhookDisabled, WebhookSecretUnreadable } from "../../domain/webhooks/Webhook.ts"
import { type DeliveryFilter, DeliveryHistory, WebhookStore } from "../../ports/webhooks/WebhookStore.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { getEndpoint } from "./endpoints.ts"

/** The endpoint of a request that names none: the one webhook is meant. */
type Receiver = WebhookId | undefined

/** Returns a page of the deliveries of the one webhook, the newest first. */
export const listDeliveries = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  filter: DeliveryFilter,
  page: PageRequest
) {
  return yield* (yield* DeliveryHistory).list(organizationId, filter, page)
}, spanned("listDeliveries"))

/** Returns a delivery of the one webhook with its attempts. */
export const findDelivery = Effect.fnUntraced(function* (organizationId: OrganizationId, id: EventId) {
  const record = yield* (yield* DeliveryHistory).find(organizationId, id)
  return Option.isSome(record) ? record.value : yield* new DeliveryNotFound()
}, spanned("findDelivery"))

/** Returns a delivery of the one webhook with its attempts and its body. */
export const getDelivery = Effect.fnUntraced(function* (organizationId: OrganizationId, id: EventId) {
  const record = yield* findDelivery(organizationId, id)
  const body = yield* (yield* DeliveryHistory).body(organizationId, id)
  if (Option.isNone(body)) return yield* new DeliveryNotFound()
  const detail: DeliveryDetail = { ...record, body: body.value }
  return detail
}, spanned("getDelivery"))

/** Fails if nothing is sent to the subscription. */
const checkSendable = Effect.fnUntraced(function* ({ status }: Pick<Webhook, "status">) {
  if (status === "disabled") return yield* new WebhookDisabled()
  if (status === "secret_unreadable") return yield* new WebhookSecretUnreadable()
})

/** Fails unless the one webhook is active. It stays locked until the end of the transaction. */
const sendable = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const webhook = yield* (yield* WebhookStore).find(organizationId)
  yield* checkSendable(Option.isSome(webhook) ? webhook.value : yield* new NoWebhook())
})

/** Fails unless the endpoint is active. It stays locked until the end of the transaction. */
const sendableEndpoint = Effect.fnUntraced(function* (organizationId: OrganizationId, id: WebhookId) {
  yield* checkSendable(yield* getEndpoint(organizationId, id))
})

const replayed = Effect.fnUntraced(function* <E, R>(
  organizationId: OrganizationId,
  id: EventId,
  receiver: Receiver,
  check: Effect.Effect<void, E, R>
) {
  const history = yield* DeliveryHistory
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      // An unknown id is reported before the state of the subscription.
      if (Option.isNone(yield* history.find(organizationId, id, receiver))) return yield* new DeliveryNotFound()
      yield* check
      yield* history.replay(organizationId, id, yield* DateTime.now, receiver)
      const record = yield* history.find(organizationId, id, receiver)
      return Option.isSome(record) ? record.value : yield* new DeliveryNotFound()
    })
  )
})

/** Replays a delivery with the same id to the current URL of the one webhook. Returns the delivery. */
export const replayDelivery = Effect.fnUntraced(function* (organizationId: OrganizationId, id: EventId) {
  return yield* replayed(organizationId, id, undefined, sendable(organizationId))
}, spanned("replayDelivery"))

/** The deliveries to replay: those of events from `since` on and before `until`. */
export interface ReplayRequest {
  readonly since: DateTime.Utc
  /** Null: up to now. */
  readonly until: DateTime.Utc | null
  /** Null: any status. */
  readonly status: DeliveryStatus | null
}

const replayedRange = Effect.fnUntraced(function* <E, R>(
  organizationId: OrganizationId,
  range: ReplayRequest,
  receiver: Receiver,
  check: Effect.Effect<void, E, R>
) {
  const history = yield* DeliveryHistory
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      yield* check
      const now = yield* DateTime.now
      const count = yield* history.replayRange(organizationId, range, maxReplayedDeliveries, now, receiver)
      return Option.isSome(count) ? count.value : yield* new TooManyDeliveries({ limit: maxReplayedDeliveries })
    })
  )
})

/** Replays all deliveries of a time range and returns their number. Fails without a replay if there are too many. */
export const replayDeliveries = Effect.fnUntraced(function* (organizationId: OrganizationId, range: ReplayRequest) {
  return yield* replayedRange(organizationId, range, undefined, sendable(organizationId))
}, spanned("replayDeliveries"))

const tested = Effect.fnUntraced(function* <E, R>(
  organizationId: OrganizationId,
  receiver: WebhookId | null,
  check: Effect.Effect<void, E, R>
) {
  const ids = yield* IdSource
  const events = yield* EventLog
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      yield* check
      const id: EventId = EventId.make(yield* ids.uuid)
      yield* events.append(webhookTest(id, organizationId, yield* DateTime.now, receiver))
      return id
    })
  )
})

/** Sends a test event to the one webhook, whichever events it selects. Returns the event's id. */
export const sendTestEvent = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* tested(organizationId, null, sendable(organizationId))
}, spanned("sendTestEvent"))

/** Returns a page of the deliveries of an endpoint, the newest first. */
export const listEndpointDeliveries = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  endpointId: WebhookId,
  filter: DeliveryFilter,
  page: PageRequest
) {
  yield* getEndpoint(organizationId, endpointId)
  return yield* (yield* DeliveryHistory).list(organizationId, filter, page, endpointId)
}, spanned("listEndpointDeliveries"))

/** Replays a delivery with the same id to the current URL of the endpoint. Returns the delivery. */
export const replayEndpointDelivery = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  endpointId: WebhookId,
  id: EventId
) {
  yield* getEndpoint(organizationId, endpointId)
  return yield* replayed(organizationId, id, endpointId, sendableEndpoint(organizationId, endpointId))
}, spanned("replayEndpointDelivery"))

/** Replays the deliveries of a time range to an endpoint, as `replayDeliveries` does. */
export const replayEndpointDeliveries = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  endpointId: WebhookId,
  range: ReplayRequest
) {
  return yield* replayedRange(organizationId, range, endpointId, sendableEndpoint(organizationId, endpointId))
}, spanned("replayEndpointDeliveries"))

/** Sends a test event to an endpoint alone, whichever events it selects. Returns the event's id. */
export const testEndpoint = Effect.fnUntraced(function* (organizationId: OrganizationId, endpointId: WebhookId) {
  return yield* tested(organizationId, endpointId, sendableEndpoint(organizationId, endpointId))
}, spanned("testEndpoint"))
