import { DateTime } from "effect"
import { Dispatcher } from "../../../../src/app/webhooks/delivery/Dispatcher.ts"
import type { ScheduledDelivery, TenantQueue } from "../../../../src/app/webhooks/delivery/TenantQueue.ts"
import type { CallResult } from "../../../../src/app/webhooks/delivery/ConcurrencyLimiter.ts"
import type { QueuedDelivery } from "../../../../src/domain/webhooks/Delivery.ts"
import { ConversationId, EventId, OrganizationId, WebhookId } from "../../../../src/domain/Ids.ts"
import type { Webhook } from "../../../../src/domain/webhooks/Webhook.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

const idOf = (count: number): string => `00000000-0000-7000-8000-${String(count).padStart(12, "0")}`

/** The subscription of the organization with this number, at this receiver. */
export const webhookOf = (organization: number, receiver: number): Webhook => ({
  id: WebhookId.make(idOf(organization)),
  organizationId: OrganizationId.make(idOf(organization)),
  url: `https://${receiver}.example.com/hook/${organization}`,
  events: ["message.sent"],
  status: "active",
  secret: { value: "whsec_", chosen: false },
  previousSecrets: [],
  failingSince: null,
  createdAt: at,
  updatedAt: at
})

/** For a dispatcher that is asked one thing after the other: everything comes in a turn of its own. */
export const atOnce = (task: () => void): void => task()

/** How calls end. */
export const endings = {
  near: { isSuccess: true, millis: 3 },
  swift: { isSuccess: true, millis: 100 },
  quick: { isSuccess: true, millis: 2_000 },
  slow: { isSuccess: true, millis: 2_001 },
  failed: { isSuccess: false, millis: 3 }
} as const satisfies Readonly<Record<string, CallResult>>

/** A dispatcher, and deliveries to put into it. */
export const dispatcherScene = () => {
  const dispatcher = new Dispatcher(atOnce)
  const started: Array<ScheduledDelivery> = []
  let last = 0
  /** Another delivery of the organization. */
  const queued = (
    organizationId: OrganizationId,
    conversation: number | null = null,
    isDeferred = false
  ): QueuedDelivery => {
    last += 1
    return {
      organizationId,
      event: {
        id: EventId.make(idOf(last)),
        type: "message.sent",
        conversationId: conversation === null ? null : ConversationId.make(idOf(conversation)),
        sequence: conversation === null ? 0 : last,
        occurredAt: at,
        dataJson: "{}"
      },
      failures: 0,
      isDeferred
    }
  }
  return {
    dispatcher,
    started,
    queued,
    tenant: (organization: number, receiver = organization): TenantQueue =>
      dispatcher.open(webhookOf(organization, receiver), { start: (one) => started.push(one) }),
    add: (tenant: TenantQueue, conversation: number | null = null, isDeferred = false): ScheduledDelivery =>
      dispatcher.add(queued(tenant.organizationId, conversation, isDeferred), tenant, null),
    /** Everything that may be started now. */
    startAll: (): ReadonlyArray<ScheduledDelivery> => {
      dispatcher.startAll()
      return started.splice(0)
    },
    /** The call is over, and recorded. */
    finish: (one: ScheduledDelivery, ending: CallResult = endings.quick, hasToPark = false) => {
      dispatcher.answered(one, ending)
      return dispatcher.completed(one, hasToPark)
    }
  }
}
