import { maxReplayedDeliveries, type TooManyDeliveries } from "../../../domain/webhooks/DeliveryRecord.ts"
import type { UnknownEventType, WebhookUrlRefused } from "../../../domain/webhooks/Webhook.ts"
import {
  endpointNameLimit,
  type EndpointRefused,
  maxEndpointHeaders,
  maxEndpoints,
  maxFilterValues,
  maxHeaderLength
} from "../../../domain/webhooks/WebhookEndpoint.ts"
import { conflict, invalidField, notFound } from "../interfaces/Refusal.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { urlRefusals } from "./developerWebhook.ts"

/** Texts of refused settings, to follow the field name. */
const settingProblems: Readonly<Record<EndpointRefused["reason"], string>> = {
  "name too long": `Expected at most ${endpointNameLimit.limit} characters`,
  "too many values": `Expected at most ${maxFilterValues} values`,
  "too many headers": `Expected at most ${maxEndpointHeaders} headers`,
  "not a header name": "Expected names of 1 to 64 letters, digits and hyphens",
  "reserved header": "The service sets this header, or it belongs to the connection",
  "not a header value": `Expected 1 to ${maxHeaderLength} printable ASCII characters without blanks at the ends`
}

const settingRefused = refusalFor(
  "A header is reserved",
  ({ field, reason }: Pick<EndpointRefused, "field" | "reason">) => invalidField(field, settingProblems[reason]),
  { field: "headers.Content-Length", reason: "reserved header" }
)
const urlRefused = refusalFor(
  "The URL is not HTTPS",
  ({ reason }: Pick<WebhookUrlRefused, "reason">) => invalidField("url", urlRefusals[reason]),
  { reason: "not HTTPS" }
)
const unknownEvent = refusalFor(
  "The type of event does not exist",
  ({ name }: Pick<UnknownEventType, "name">) => invalidField("events", `Unknown event type: ${name}`),
  { name: "message.gone" }
)
const noEvents = refusal("No type of event is given", invalidField("events", "At least one event type is required"))
export const tooManyEndpoints = refusal(
  "There are too many endpoints",
  conflict(`The organization has ${maxEndpoints} endpoints; delete one first`)
)
export const endpointNotFound = refusal("No endpoint has the id", notFound("Endpoint not found"))
export const deliveryNotFound = refusal("The endpoint has no such delivery", notFound("Delivery not found"))
const endpointDisabled = refusal(
  "The endpoint is disabled",
  conflict("The endpoint is disabled", "Enable it first: change it with enabled true")
)
export const secretUnreadable = refusal(
  "The stored secret cannot be opened",
  conflict("The endpoint's stored secret cannot be opened", "Delete the endpoint, and create it again")
)
export const tooManyDeliveries = refusalFor(
  "The range holds too many deliveries",
  ({ limit }: Pick<TooManyDeliveries, "limit">) =>
    invalidField("since", `more than ${limit} deliveries are in the range; none was made again`),
  { limit: maxReplayedDeliveries }
)

export const settingRefusals = [settingRefused, urlRefused, unknownEvent, noEvents]
export const onSettings = {
  EndpointRefused: settingRefused,
  WebhookUrlRefused: urlRefused,
  UnknownEventType: unknownEvent,
  NoEventTypes: noEvents
}
export const onEndpoint = { NoWebhook: endpointNotFound, WebhookSecretUnreadable: secretUnreadable }
export const onSending = { ...onEndpoint, WebhookDisabled: endpointDisabled }
export const sendingRefusals = [endpointNotFound, endpointDisabled, secretUnreadable]
