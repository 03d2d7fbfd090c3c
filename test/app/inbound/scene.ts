import { DateTime, Effect, Layer, type Schema } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as MemoryTemplateCatalogue from "../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import * as MetaInboundReader from "../../../src/adapters/meta/inbound/MetaInboundReader.ts"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import { processDeliveries, retryParked, retryProblems } from "../../../src/app/inbound/processInbound.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { InboundQueue } from "../../../src/ports/inbound/InboundQueue.ts"
import { fileAddresses } from "../../../src/domain/media/Media.ts"
import { PublicAddress } from "../../../src/ports/media/MediaLibrary.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { someDelivery } from "../../../testing/given/givenDeliveries.ts"
import { eventsOf } from "../../../testing/given/seen.ts"
import { businessAccountId, instagramId, pageId, phoneNumberId, receivedAt } from "../../meta/inbound/deliveries.ts"

export const inboundWorld = Layer.mergeAll(
  LibPhoneNumbers.layer,
  MemoryTemplateCatalogue.layer,
  MetaInboundReader.layer,
  Layer.succeed(PublicAddress, PublicAddress.of({ files: Effect.succeed(fileAddresses("https://parley.example")) }))
).pipe(Layer.provideMerge(Memory.layer()))

/** An organization with the number, the Page and the Instagram account that the deliveries of these tests are about. */
export const givenInbound = Effect.gen(function* () {
  yield* TestClock.setTime(DateTime.toEpochMillis(receivedAt))
  const { id } = yield* givenOrganization()
  const at = (seconds: number) => DateTime.add(receivedAt, { seconds })
  return {
    id,
    now: receivedAt,
    at,
    number: yield* givenAccount(id, { externalId: phoneNumberId, businessAccountId }),
    page: yield* givenAccount(id, { channel: "messenger", externalId: pageId, businessAccountId: null, pageId }),
    instagram: yield* givenAccount(id, { channel: "instagram", externalId: instagramId, businessAccountId: null })
  }
})

/** Takes these bodies in, each as a delivery. */
export const taken = Effect.fnUntraced(function* (...bodies: ReadonlyArray<Schema.Json>) {
  const { accept } = yield* InboundQueue
  const now = yield* DateTime.now
  return yield* Effect.forEach(
    bodies,
    Effect.fnUntraced(function* (body) {
      const delivery = yield* someDelivery(now, typeof body === "string" ? body : JSON.stringify(body))
      yield* accept(delivery)
      return delivery
    })
  )
})

/** Takes these bodies in, and acts on them together. */
export const processed = Effect.fnUntraced(function* (...bodies: ReadonlyArray<Schema.Json>) {
  const deliveries = yield* taken(...bodies)
  yield* processDeliveries(100)
  return deliveries
})

/** Lets so many seconds pass, and tries again what is due then. */
export const retriedAfter = Effect.fnUntraced(function* (seconds: number) {
  yield* TestClock.adjust(seconds * 1_000)
  return { problems: yield* retryProblems(100), parked: yield* retryParked(100) }
})

/** Everything that the organization has of people, without what only the ids tell. */
export const kept = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { contacts, conversations, identities, media, messages, parked } = yield* (yield* World).state
  const isOwn = (row: { readonly organizationId: OrganizationId }) => row.organizationId === organizationId
  return {
    contacts: contacts.filter(isOwn),
    identities: identities.filter(isOwn).map(({ kind, value }) => `${kind} ${value}`),
    conversations: conversations.filter(isOwn),
    messages: messages.filter(isOwn),
    media: media.filter((row) => isOwn(row.media)),
    parked: parked.filter(isOwn)
  }
})

export const eventsIn = (organizationId: OrganizationId) =>
  Effect.map(eventsOf(organizationId), (events) =>
    events.map(({ conversationId, data, occurredAt, type }) => ({ type, conversationId, occurredAt, data }))
  )

export const problemsKept = Effect.flatMap(InboundQueue, ({ problems }) =>
  problems({ reason: null, deliveryId: null }, 100)
)

/** In seconds since 1970, as WhatsApp writes it; so many seconds before the deliveries came in. */
export const stamp = (secondsBefore: number): string =>
  String(Math.floor(DateTime.toEpochMillis(receivedAt) / 1_000) - secondsBefore)

/** In milliseconds since 1970, as Messenger and Instagram write it. */
export const millis = (secondsBefore: number): number => DateTime.toEpochMillis(receivedAt) - secondsBefore * 1_000
