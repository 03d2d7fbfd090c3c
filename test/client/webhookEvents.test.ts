import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { sender, receiver } from "../webhook/sending.ts"
import { someDelivery, secret } from "../webhook/someDelivery.ts"
import type { EventData } from "../../client/webhooks/EventData.ts"
import { constructEvent } from "../../client/webhooks/constructEvent.ts"
import type { EventType, WebhookEvent } from "../../client/webhooks/ParleyEvent.ts"
import type { Event } from "../../src/domain/webhooks/Event.ts"
import { WebhookSender } from "../../src/ports/webhooks/WebhookStore.ts"
import { everyEvent } from "../support/everyEvent.ts"

/** Data of a type in the schema, also if several types share it. */
type DataOf<Schema, Type> = Schema extends { readonly type: infer Types; readonly data: infer Data }
  ? Type extends Types
    ? Data
    : never
  : never
type Delivered = { readonly [Type in Event["type"]]: DataOf<(typeof Event)["Encoded"], Type> }

/** Both types are equal: neither has an event or a field that the other lacks. */
const ofSchema = (data: Delivered): EventData => data
const ofClient = (data: EventData): Delivered => data

/** A receiver with a branch per type. It compiles only if `event` determines the type of `data`. */
const seen = (event: WebhookEvent): string => {
  switch (event.event) {
    case "contact.created":
    case "contact.updated":
      return event.data.contact.name
    case "conversation.opened":
      return event.data.conversation.status
    case "conversation.closed":
      return event.data.closed_by ?? ""
    case "message.sent":
    case "message.received":
    case "message.edited":
      return event.data.type
    case "message.delivered":
    case "message.read":
      return event.data.status
    case "message.failed":
      return event.data.error.title
    case "message.reaction":
      return event.data.emoji ?? ""
    case "message.deleted":
      return event.data.contact_id
    case "message.send_failed":
      return event.data.error.reason
    case "contact.erased":
      return event.data.contact_id
    case "contact.opted_in":
    case "contact.opted_out":
      return event.data.source
    case "conversation.note_added":
    case "conversation.note_removed":
      return event.data.note_id
    case "conversation.assigned":
      return event.data.assignee_id ?? ""
    case "conversation.read":
    case "conversation.unread":
      return String(event.data.unread_count)
    case "conversation.updated":
      return event.data.previous_status
    case "postback":
      return event.data.title
    case "account.updated":
      return event.data.change
    case "webhook.failing":
      return event.data.disabled_at
    case "campaign.updated":
      return event.data.status
    case "webhook.test":
      return event.data.message
  }
}

/** Result of each branch for the events of the catalogue. */
const expected: Readonly<Record<EventType, string>> = {
  "contact.created": "Ann",
  "contact.updated": "Ann",
  "conversation.opened": "open",
  "conversation.closed": "service_role",
  "message.sent": "template",
  "message.received": "text",
  "message.delivered": "delivered",
  "message.read": "read",
  "message.failed": "Re-engagement message",
  "message.reaction": "👍",
  "message.edited": "text",
  "message.deleted": "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e24",
  "message.send_failed": "PlatformRejected",
  "contact.opted_in": "api",
  "contact.opted_out": "word",
  "contact.erased": "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e24",
  "conversation.note_added": "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e26",
  "conversation.note_removed": "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e26",
  "conversation.assigned": "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e27",
  "conversation.read": "0",
  "conversation.unread": "1",
  "conversation.updated": "ai_handling",
  postback: "Red",
  "account.updated": "account_update",
  "webhook.failing": "2026-11-25T12:00:00.123Z",
  "campaign.updated": "paused",
  "webhook.test": "This is a test event. Your webhook receives events of effect-parley."
}

describe("types of webhook events", () => {
  it("the types of webhook events match the schema", () => {
    assert.sameMembers(
      everyEvent.map(({ type }) => type),
      Object.keys(expected)
    )
    assert.strictEqual(ofSchema.length, ofClient.length)
  })

  it.effect.each(everyEvent)("an event of type $type reaches its branch", (event) =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver((response) => void response.writeHead(204).end())
      const delivery = someDelivery(url)
      const at = yield* DateTime.now
      const { send } = yield* WebhookSender
      const dataJson = JSON.stringify(event.data)
      yield* send({ ...delivery, event: { ...delivery.event, type: event.type, dataJson } }, at)
      const [request] = received
      const now = () => DateTime.toEpochMillis(at)
      const constructed = yield* Effect.promise(() =>
        constructEvent(request?.body ?? "", request?.headers ?? {}, ["another", secret], { now })
      )
      assert.strictEqual(seen(constructed), expected[event.type])
      const answer: unknown = constructed
      assert.deepStrictEqual(answer, {
        id: delivery.event.id,
        event: event.type,
        timestamp: "2026-11-20T12:00:00.123Z",
        webhook_id: delivery.webhook.id,
        data: JSON.parse(dataJson)
      })
    }).pipe(Effect.provide(sender), Effect.scoped)
  )
})
