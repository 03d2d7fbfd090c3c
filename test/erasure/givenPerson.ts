import { DateTime, Effect, Option, Redacted, Schema, Stream } from "effect"
import { TestClock } from "effect/testing"
import { SessionTokenBook } from "../../src/adapters/memory/access/MemorySessionTokens.ts"
import { claimErasure, runErasure } from "../../src/app/contacts/eraseContact.ts"
import { processDeliveries } from "../../src/app/inbound/processInbound.ts"
import { claimMedia, removeMedia } from "../../src/app/media/fetchMedia.ts"
import { endpointDeliveries } from "../../src/app/webhooks/delivery/fanOut.ts"
import { shardOf } from "../../src/domain/webhooks/DeliveryShard.ts"
import type { QueuedDelivery } from "../../src/domain/webhooks/Delivery.ts"
import { everyRequest } from "../../src/domain/access/RequestLog.ts"
import { ConsumerName } from "../../src/domain/webhooks/EventConsumer.ts"
import { ContactId, InboundDeliveryId, MediaId, PendingSendId } from "../../src/domain/Ids.ts"
import { ApiKeys, RequestLogs } from "../../src/ports/access/ApiKeys.ts"
import { InboundQueue, ProfileLookups } from "../../src/ports/inbound/InboundQueue.ts"
import { MediaLibrary } from "../../src/ports/media/MediaLibrary.ts"
import { MediaStore } from "../../src/ports/media/MediaStore.ts"
import { MessageStore } from "../../src/ports/messages/MessageStore.ts"
import { PendingSends } from "../../src/ports/sends/PendingSends.ts"
import { DeliveryQueue } from "../../src/ports/webhooks/DeliveryQueue.ts"
import { EventConsumers } from "../../src/ports/webhooks/EventConsumers.ts"
import { givenAccount, givenOrganization, givenWebhook, uuid } from "../../testing/given/given.ts"
import { givenEndpoint } from "../../testing/given/givenEndpoint.ts"
import { someMedia } from "../../testing/given/givenMedia.ts"
import { givenMember } from "../../testing/given/givenMember.ts"
import { outstandingOf } from "../../testing/given/seen.ts"
import { ask } from "../support/http/requests.ts"

export const start = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")

/** The number of the person. Every other text about them contains `cnry`. */
export const phone = "4917612345678"
export const canaries = [phone, "cnry", Buffer.from("cnry").toString("hex")]

const consumer = ConsumerName.make("orders")

const seconds = (at: DateTime.Utc): string => String(Math.floor(at.epochMilliseconds / 1_000))

/** A webhook of WhatsApp with these values. */
export const webhook = (accountId: string, value: Readonly<Record<string, unknown>>, field = "messages") => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: "102290129340398",
      changes: [
        {
          field,
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: "15550009999", phone_number_id: accountId },
            ...value
          }
        }
      ]
    }
  ]
})

export const writes = (from: string, name: string, id: string, at: DateTime.Utc, message: object) => ({
  contacts: [{ profile: { name }, wa_id: from }],
  messages: [{ from, id, timestamp: seconds(at), ...message }]
})

export const reports = (id: string, at: DateTime.Utc, status: string) => ({
  statuses: [{ id, status, timestamp: seconds(at), recipient_id: phone }]
})

/** A part of the history of the business's phone: a message of the person, who is named in the address book. */
export const fromPhone = (id: string, at: DateTime.Utc) => [
  webhook(
    "555001",
    {
      history: [
        {
          metadata: { phase: 0, chunk_order: 1, progress: 100 },
          threads: [
            {
              id: phone,
              messages: [{ from: phone, id, timestamp: seconds(at), type: "text", text: { body: "cnry past" } }]
            }
          ]
        }
      ]
    },
    "history"
  ),
  webhook(
    "555001",
    {
      state_sync: [
        {
          type: "contact",
          contact: { full_name: "cnry book", first_name: "cnry", phone_number: phone },
          action: "add",
          metadata: { timestamp: String(at.epochMilliseconds) }
        }
      ]
    },
    "smb_app_state_sync"
  )
]

/** A line of an import: a message of the person. */
export const importedLine = (id: string, at: DateTime.Utc): string =>
  `${JSON.stringify({
    channel: "whatsapp",
    account: "555001",
    contact: { id: `+${phone}`, name: "cnry imported" },
    direction: "inbound",
    type: "text",
    text: "cnry elsewhere",
    time: DateTime.formatIso(at),
    externalId: id
  })}\n`

/** Stores webhooks and processes them. */
export const received = Effect.fnUntraced(function* (...bodies: ReadonlyArray<unknown>) {
  const { accept } = yield* InboundQueue
  for (const body of bodies) {
    const id = InboundDeliveryId.make(yield* uuid)
    yield* accept({ id, body: JSON.stringify(body), receivedAt: yield* DateTime.now })
  }
  yield* processDeliveries(100)
})

/** Runs the work that is due, minute by minute. */
export const minutesPass = Effect.fnUntraced(function* (minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    yield* TestClock.adjust("1 minute")
    for (const media of yield* claimMedia(100)) if (media.status === "discarded") yield* removeMedia(media)
    for (const turn of yield* claimErasure()) yield* runErasure(turn)
  }
})

const Found = Schema.Struct({
  data: Schema.Struct({ contactId: Schema.optionalKey(Schema.String), id: Schema.optionalKey(Schema.String) })
})
const idIn = (body: unknown): string => {
  const { data } = Schema.decodeUnknownSync(Found)(body)
  return data.contactId ?? data.id ?? ""
}

/** A person with records of every kind. */
export const givenPerson = Effect.gen(function* () {
  yield* TestClock.setTime(start.epochMilliseconds)
  const { id } = yield* givenOrganization()
  yield* givenWebhook(id, {
    events: ["message.received", "message.sent", "contact.created", "contact.updated", "conversation.opened"]
  })
  yield* givenEndpoint(id, start, { events: ["message.received", "message.sent", "contact.updated"] })
  const account = yield* givenAccount(id, { externalId: "555001" })
  const { key } = yield* (yield* ApiKeys).create(id, "Shop")
  const { access, user } = yield* givenMember(id, { name: "Olga", role: "owner" })
  yield* (yield* SessionTokenBook).enter("Olga", access.caller)
  const headers = { authorization: "Bearer Olga", "x-org-id": id, "x-api-key": Redacted.value(key) }
  const call = (method: string, path: string, body?: unknown, more: Readonly<Record<string, string>> = {}) =>
    Effect.flatMap(ask(path, { method, body, headers: { ...headers, ...more } }), (answer) =>
      answer.status < 300
        ? Effect.succeed(answer.body)
        : Effect.die(new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`))
    )
  const at = (minute: number) => DateTime.add(start, { minutes: minute - 60 })

  const campaign = idIn(
    yield* call("POST", "/api/whatsapp/campaigns", {
      name: "Spring",
      template: { name: "hello_world", language: { code: "en_US" } }
    })
  )
  yield* call(
    "PUT",
    `/api/whatsapp/campaigns/${campaign}/recipients`,
    `phone,name,town\n+49 176 12345678,cnry,cnry\n`,
    {
      "content-type": "text/csv"
    }
  )
  yield* call("POST", "/api/whatsapp/contacts/bulk", "userNumber,userName\n+49 176 1234 5678,\n", {
    "content-type": "text/csv",
    "idempotency-key": "import"
  })
  yield* received(
    webhook("555001", writes(phone, "cnry name", "wamid.cnry1", at(0), { type: "text", text: { body: "cnry text" } })),
    webhook(
      "555001",
      writes(phone, "cnry name", "wamid.cnry2", at(1), {
        type: "image",
        image: { id: "cnry file", mime_type: "image/jpeg", sha256: "cnry", caption: "cnry caption" }
      })
    ),
    webhook("555001", writes("15557654321", "Bob", "wamid.bob1", at(1), { type: "text", text: { body: "Hello" } })),
    ...fromPhone("wamid.cnry0", at(-600)),
    // A report about a message that is not known yet.
    webhook("555001", reports("wamid.cnry9", at(2), "delivered"))
  )
  yield* call("POST", "/api/developer/v1/import/messages", importedLine("cnry old", at(-900)), {
    "content-type": "application/x-ndjson",
    "idempotency-key": "history"
  })
  const upserted = yield* call("POST", "/api/developer/v1/contacts", {
    phone: `+${phone}`,
    email: "cnry@example.com",
    tags: ["cnry"],
    attributes: { note: "cnry" }
  })
  const contactId = ContactId.make(idIn(upserted))
  const components = [{ type: "body", parameters: [{ type: "text", text: "cnry value" }] }]
  const sent = { to: `+${phone}`, template: { name: "hello_world", language: { code: "en_US" }, components } }
  yield* call("POST", "/api/developer/v1/send-message", sent, { "idempotency-key": "one" })
  yield* call("POST", "/api/developer/v1/send-message", { ...sent, sendAt: "2027-01-01T00:00:00Z" })
  const history = yield* (yield* MessageStore).history(id, {
    of: { _tag: "Contact", id: contactId },
    since: null,
    before: null,
    limit: 100,
    examined: 100
  })
  const message = Option.getOrThrow(history).rows.at(-1)?.message
  if (message === undefined) return yield* Effect.die(new Error("there is no message"))
  const { conversationId } = message
  yield* call("POST", `/api/whatsapp/conversations/${conversationId}/notes`, { text: "cnry note", mentions: [user.id] })
  yield* call(
    "POST",
    `/api/whatsapp/conversations/${conversationId}/messages`,
    { type: "text", text: "cnry reply" },
    {
      "idempotency-key": "two"
    }
  )
  yield* call("GET", "/api/developer/v1/contacts")

  // A store may write logged requests late.
  const logged = (yield* RequestLogs).list(id, { page: 1, limit: 100 }, everyRequest)
  yield* Effect.repeat(logged, { until: ({ total }) => total === 5 })

  const { addAll, recordOutcome } = yield* MediaLibrary
  const mediaId = MediaId.make(yield* uuid)
  yield* addAll(id, [yield* someMedia(id, { id: mediaId, messageId: message.id, filename: "cnry.txt" })])
  const bytes = Stream.make(new TextEncoder().encode("cnry bytes"))
  const stored = yield* (yield* MediaStore).put(id, mediaId, { mimeType: "text/plain", bytes })
  yield* recordOutcome(id, mediaId, { _tag: "Stored", ...stored, mimeType: "text/plain", at: yield* DateTime.now })
  yield* (yield* ProfileLookups).addAll(id, [
    { channelAccountId: account.id, personId: phone, dueAt: yield* DateTime.now }
  ])
  yield* (yield* PendingSends).add({
    id: PendingSendId.make(yield* uuid),
    organizationId: id,
    origin: "commit",
    channel: "whatsapp",
    recipient: "+49 (176) 12345678",
    sender: null,
    contactId: null,
    conversationId: null,
    scheduledBy: null,
    content: { _tag: "Text", text: "cnry recorded" },
    key: null,
    createdAt: yield* DateTime.now,
    dueAt: start
  })
  const now = yield* DateTime.now
  const isAbout = ({ event: { dataJson } }: QueuedDelivery) =>
    [contactId, conversationId].some((one) => dataJson.includes(one))
  const outstanding = (yield* outstandingOf(id, now)).filter(isAbout)
  const { defer, deferForEndpoints, readForEndpoints, recordAttempt } = yield* DeliveryQueue
  const read = yield* readForEndpoints(shardOf(id), null, 1_000)
  const further = endpointDeliveries(read).filter(isAbout)
  if (further.length === 0) return yield* Effect.die(new Error("nothing is on its way to the endpoint"))
  yield* deferForEndpoints(shardOf(id), further, read.cursor, now)
  yield* (yield* EventConsumers).register(consumer, "beginning")
  yield* (yield* EventConsumers).defer(consumer, outstanding, now)
  yield* defer(outstanding, now)
  for (const delivery of [...outstanding, ...further]) {
    const next = { _tag: "Retry", dueAt: DateTime.add(now, { hours: 1 }) } as const
    const failed = { status: 500, durationMillis: 1, response: "cnry response", detail: "cnry detail", disables: null }
    yield* recordAttempt({ ...failed, delivery, url: "https://example.com/hook", at: now, next })
  }
  return { id, account, headers, call, contactId, conversationId, mediaId, at }
})
