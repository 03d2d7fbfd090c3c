import { DateTime } from "effect"
import { DeliverySchedule } from "../../../src/app/delivery/DeliverySchedule.ts"
import type { Lane } from "../../../src/app/delivery/Lane.ts"
import type { Ending } from "../../../src/app/delivery/ReceiverWindow.ts"
import type { ScheduledDelivery } from "../../../src/app/delivery/ScheduledDelivery.ts"
import type { QueuedDelivery } from "../../../src/domain/Delivery.ts"
import { ConversationId, EventId, OrganizationId, WebhookId } from "../../../src/domain/Ids.ts"
import type { Webhook } from "../../../src/domain/Webhook.ts"

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

/** For a schedule that is asked one thing after the other: everything comes in a turn of its own. */
export const atOnce = (task: () => void): void => task()

/** How calls end. */
export const endings = {
  near: { isSuccess: true, millis: 3 },
  swift: { isSuccess: true, millis: 100 },
  quick: { isSuccess: true, millis: 2_000 },
  slow: { isSuccess: true, millis: 2_001 },
  failed: { isSuccess: false, millis: 3 }
} as const satisfies Readonly<Record<string, Ending>>

/** A schedule, and deliveries to put into it. */
export const scheduleScene = () => {
  const schedule = new DeliverySchedule(atOnce)
  const started: Array<ScheduledDelivery> = []
  let last = 0
  /** Another delivery of the organization. */
  const queued = (
    organizationId: OrganizationId,
    conversation: number | null = null,
    isWaiting = false
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
      isWaiting
    }
  }
  return {
    schedule,
    started,
    queued,
    lane: (organization: number, receiver = organization): Lane =>
      schedule.open(webhookOf(organization, receiver), { start: (one) => started.push(one) }),
    add: (lane: Lane, conversation: number | null = null, isWaiting = false): ScheduledDelivery =>
      schedule.add(queued(lane.organizationId, conversation, isWaiting), lane, null),
    /** Everything that may be started now. */
    startAll: (): ReadonlyArray<ScheduledDelivery> => {
      schedule.startAll()
      return started.splice(0)
    },
    /** The call is over, and recorded. */
    finish: (one: ScheduledDelivery, ending: Ending = endings.quick, hasToPark = false) => {
      schedule.answered(one, ending)
      return schedule.settled(one, hasToPark)
    }
  }
}
