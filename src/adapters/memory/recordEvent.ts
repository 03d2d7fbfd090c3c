import type { Event } from "../../domain/Event.ts"
import { wants } from "../../domain/Webhook.ts"
import type { State } from "./State.ts"

/** Writes the event down and, where a subscription that is active asked for it, puts it on its way. */
export const recordEvent = (state: State, event: Event): State => {
  const recorded = { ...state, events: [...state.events, event] }
  const webhook = state.webhooks.find(({ organizationId }) => organizationId === event.organizationId)
  return webhook?.status === "active" && wants(webhook.events, event.type)
    ? {
        ...recorded,
        deliveries: [...state.deliveries, { event, dueAt: event.occurredAt, failures: 0, isReplay: false }],
        queued: state.queued + 1
      }
    : recorded
}
