import { assert } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { readDelivery } from "../../../src/adapters/meta/inbound/readDelivery.ts"
import { Inbound } from "../../../src/domain/inbound/Inbound.ts"

type Json = Schema.Json
type JsonObject = Readonly<Record<string, Json>>

export const receivedAt = DateTime.makeUnsafe("2026-11-21T12:00:00Z")
export const received = "2026-11-21T12:00:00.000Z"

export const read = (delivery: unknown) => readDelivery(delivery, receivedAt)

const encode = Schema.encodeSync(Inbound)

/** The item without its key, with times as text. */
export const shown = (item: Inbound): unknown => {
  const { key: _, ...rest } = encode(item)
  return rest
}

/** The one item of a delivery, as it is shown. */
export const onlyItem = (delivery: unknown) => {
  const items = read(delivery)
  assert.lengthOf(items, 1)
  return items.map(shown)[0]
}

export const phoneNumberId = "106540352242922"
export const businessAccountId = "102290129340398"
export const metadata = { display_phone_number: "15550783881", phone_number_id: phoneNumberId }

/** A delivery of WhatsApp with one change. */
export const ofWhatsApp = (value: JsonObject, field = "messages", entry: JsonObject = {}) => ({
  object: "whatsapp_business_account",
  entry: [{ id: businessAccountId, ...entry, changes: [{ field, value: { metadata, ...value } }] }]
})

/** A change of the business account or of a template: it names no number by its id. */
export const ofBusiness = (field: string, value: JsonObject, entry: JsonObject = {}) => ({
  object: "whatsapp_business_account",
  entry: [{ id: businessAccountId, ...entry, changes: [{ field, value }] }]
})

export const pageId = "682498302938465"

/** A delivery of Messenger with these items. */
export const ofPage = (...messaging: ReadonlyArray<Json>) => ({
  object: "page",
  entry: [{ id: pageId, time: 1_763_720_000_000, messaging }]
})

export const instagramId = "17841452691600098"

/** A delivery of Instagram with these items. */
export const ofInstagram = (...messaging: ReadonlyArray<Json>) => ({
  object: "instagram",
  entry: [{ id: instagramId, time: 1_763_720_000_000, messaging }]
})

export const psid = "987654321432"

/** An item of a person's action towards a Page or an account. */
export const fromPerson = (account: string, event: JsonObject): JsonObject => ({
  sender: { id: psid },
  recipient: { id: account },
  timestamp: 1_763_719_999_000,
  ...event
})
