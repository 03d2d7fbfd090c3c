import type { EventData } from "./EventData.ts"

/** Names of all events. */
export type EventType = keyof EventData

/** An event. `event` determines the type of `data`. */
export type ParleyEvent = {
  readonly [Type in EventType]: {
    /** The event's id: `webhook-id` of each delivery. */
    readonly id: string
    readonly event: Type
    /** Time of the event: ISO 8601, UTC. */
    readonly timestamp: string
    readonly data: EventData[Type]
  }
}[EventType]

/** An event of the feed. */
export type FeedEvent = ParleyEvent

/** An event as a webhook receives it. */
export type WebhookEvent = ParleyEvent & {
  /** The subscription's id. */
  readonly webhook_id: string
}
