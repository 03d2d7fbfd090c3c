import type { EventType } from "../../client/webhooks/ParleyEvent.ts"
import { defineQuery } from "../api/query.ts"
import { loadEventDocuments } from "./events/eventDocuments.ts"
import { type DeliveryFilters, type LogFilters, sinceOf } from "./parts/filters.ts"

/** Queries of the section. `since` of a list is that of the first load, so that a page stays the same. */
export const keysQuery = defineQuery("apiKeys", (parley) => parley.apiKeys.list())

export const webhookQuery = defineQuery("webhook", (parley) => parley.webhook.find())

export const typesQuery = defineQuery("eventTypes", (parley) => parley.feed.listTypes())

export const documentsQuery = defineQuery("eventDocuments", (_parley, _input, signal) => loadEventDocuments(signal))

export const usageQuery = defineQuery("usage", (parley) => parley.usage.get())

export const channelsQuery = defineQuery("channels", (parley) => parley.channels.list())

export const membersQuery = defineQuery("members", (parley) => parley.members.list())

export const deliveryQuery = defineQuery("delivery", (parley, id: string) => parley.deliveries.get(id))

export const logQuery = defineQuery("log", (parley, id: string) => parley.logs.get(id))

/** Filters of the loaded deliveries. */
export interface DeliveriesInput extends Omit<DeliveryFilters, "event"> {
  readonly event: EventType | null
}

export const deliveriesQuery = defineQuery("deliveries", (parley, { event, page, span, status }: DeliveriesInput) =>
  parley.deliveries.list({
    page,
    status: status ?? undefined,
    event: event ?? undefined,
    since: sinceOf(span, Date.now()) ?? undefined
  })
)

export const logsQuery = defineQuery("logs", (parley, { method, page, path, requestId, span, status }: LogFilters) =>
  parley.logs.list({
    page,
    method: method ?? undefined,
    path: path || undefined,
    requestId: requestId || undefined,
    status: status || undefined,
    since: sinceOf(span, Date.now()) ?? undefined
  })
)
