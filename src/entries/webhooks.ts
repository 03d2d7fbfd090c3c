/** `effect-parley/webhooks`: checks and types the events that a webhook receives; nothing else is loaded. */

/** @stable */
export * from "../../client/webhooks/constructEvent.ts"
export * from "../../client/webhooks/WebhookError.ts"
export type { EventData } from "../../client/webhooks/EventData.ts"
export type { EventType, ParleyEvent, WebhookEvent } from "../../client/webhooks/ParleyEvent.ts"
