import { DateTime, Effect } from "effect"
import { World } from "../../src/adapters/memory/World.ts"
import {
  ConversationId,
  EventId,
  LabelId,
  type OrganizationId,
  SavedReplyId,
  TeamId,
  WebhookId
} from "../../src/domain/Ids.ts"
import { shardOf } from "../../src/domain/webhooks/DeliveryShard.ts"
import { webhookTest } from "../../src/domain/webhooks/Event.ts"
import { LabelStore } from "../../src/ports/conversations/LabelStore.ts"
import { SavedReplyStore } from "../../src/ports/conversations/SavedReplyStore.ts"
import { TeamStore } from "../../src/ports/conversations/TeamStore.ts"
import { DeliveryQueue } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { EventLog } from "../../src/ports/webhooks/EventLog.ts"
import { givenEndpoint } from "../../testing/given/givenEndpoint.ts"

export const labelId = LabelId.make("00000000-0000-4000-8000-0000000000f1")
/** The team that the contract's example assigns a conversation to. */
export const teamId = TeamId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0c1d")
export const replyId = SavedReplyId.make("00000000-0000-4000-8000-0000000000f3")
/** An event that is on its way to the endpoint. */
export const endpointEventId = EventId.make("00000000-0000-4000-8000-0000000000f5")
export const endpointId = WebhookId.make("00000000-0000-4000-8000-0000000000f4")
/** The conversation of the contract's examples. It is closed. */
export const organizedId = ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b")

const createdAt = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

/** A test of the endpoint, which has not been attempted. */
export const givenEndpointDelivery = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const queue = yield* DeliveryQueue
  yield* (yield* EventLog).append(webhookTest(endpointEventId, organizationId, createdAt, endpointId))
  const shard = shardOf(organizationId)
  const { cursor, events } = yield* queue.readForEndpoints(shard, null, 10_000)
  const deliveries = events.flatMap(({ delivery }) =>
    delivery.event.id === endpointEventId ? [{ ...delivery, endpointId }] : []
  )
  yield* queue.deferForEndpoints(shard, deliveries, cursor, createdAt)
})

/** A label, a team, a shared reply and an endpoint of the organization, and one more conversation of a contact that it wrote to. */
export const givenOrganized = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  yield* (yield* LabelStore).add({ id: labelId, organizationId, name: "VIP", color: "#2f80ed", createdAt })
  yield* (yield* TeamStore).add({
    id: teamId,
    organizationId,
    name: "Sales",
    memberIds: [],
    assignmentPolicy: null,
    createdAt
  })
  yield* (yield* SavedReplyStore).add({
    id: replyId,
    organizationId,
    ownerId: null,
    shortcut: "thanks",
    text: "Thank you, {{contact.name|dear customer}}",
    language: null,
    mediaId: null,
    createdAt,
    updatedAt: createdAt
  })
  yield* givenEndpoint(organizationId, createdAt, { id: endpointId })
  yield* (yield* World).update((state) => {
    const stored = state.conversations.find((one) => one.organizationId === organizationId)
    if (stored === undefined) return state
    return { ...state, conversations: [...state.conversations, { ...stored, id: organizedId, status: "closed" }] }
  })
})
