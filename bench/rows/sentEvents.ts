import { DateTime, Effect } from "effect"
import type { Event } from "../../src/domain/webhooks/Event.ts"
import { messageSent } from "../../src/domain/webhooks/messageEvents.ts"
import { DeliveryShard, deliveryShards } from "../../src/domain/webhooks/DeliveryShard.ts"
import { ConversationId, EventId, OrganizationId, PlatformMessageId } from "../../src/domain/Ids.ts"
import { IdSource } from "../../src/ports/process/IdSource.ts"
import { givenOrganization, phoneOf, uuid } from "../../testing/given/given.ts"

/** Conversations of each organization that events are about. */
const conversations = 50

/** An organization whose events are wanted by its webhook. */
export interface Subscriber {
  readonly id: OrganizationId
  readonly conversations: ReadonlyArray<ConversationId>
}

/** An organization with people it talks to, which no store knows of. */
export const someSubscriber = Effect.fnUntraced(function* (id: OrganizationId) {
  const ids = yield* Effect.replicateEffect(uuid, conversations)
  const subscriber: Subscriber = { id, conversations: ids.map((text) => ConversationId.make(text)) }
  return subscriber
})

/** As many of them, in no store at all. */
export const someSubscribers = (count: number) =>
  Effect.replicateEffect(
    Effect.flatMap(uuid, (id) => someSubscriber(OrganizationId.make(id))),
    count
  )

/** An organization that has its webhook at this address. */
export const givenSubscriber = (url: string, shard: DeliveryShard) =>
  Effect.flatMap(givenOrganization({ webhook: { url }, shard }), ({ id }) => someSubscriber(id))

/** As many of them, dealt out evenly to the shards. */
export const givenSubscribers = (count: number, url: string) =>
  Effect.forEach(Array.from({ length: count }).keys(), (ordinal) =>
    givenSubscriber(url, DeliveryShard.make(ordinal % deliveryShards.length))
  )

/** As many messages that the organization sent, to one after the other of the people it talks to. */
export const sentEvents = Effect.fnUntraced(function* (subscriber: Subscriber, count: number) {
  const ids = yield* IdSource
  const at = yield* DateTime.now
  const events: Array<Event> = []
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const id = yield* ids.uuid
    const talk = ordinal % subscriber.conversations.length
    const conversationId = subscriber.conversations[talk]
    if (conversationId === undefined) continue
    events.push(
      messageSent(EventId.make(id), {
        organizationId: subscriber.id,
        conversationId,
        channel: "whatsapp",
        platformMessageId: PlatformMessageId.make(`wamid.${id}`),
        to: phoneOf(talk),
        type: "template",
        content: { template: { name: "order_update", language: "en_US" } },
        at
      })
    )
  }
  return events
})
