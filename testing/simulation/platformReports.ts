import type { Schema } from "effect"
import type { MessagePricing } from "../../src/domain/messages/MessagePricing.ts"
import type { Business, Person } from "./Cast.ts"

/** A report of the platform about one account, as an item of a webhook. */
export interface PlatformReport {
  readonly business: Business
  readonly channel: Person["channel"]
  /** Items of an entry, or the value of a change on WhatsApp. */
  readonly item: Schema.JsonObject
}

const seconds = (millis: number): string => String(Math.floor(millis / 1_000))

const whatsAppReport = (business: Business, value: Schema.JsonObject): PlatformReport => ({
  business,
  channel: "whatsapp",
  item: {
    field: "messages",
    value: {
      messaging_product: "whatsapp",
      metadata: { display_phone_number: business.displayNumber, phone_number_id: business.accounts.whatsapp },
      ...value
    }
  }
})

const messagingReport = (person: Person, at: number, event: Schema.JsonObject, isEcho = false): PlatformReport => {
  const account = { id: person.business.accounts[person.channel] }
  const [sender, recipient] = isEcho ? [account, { id: person.id }] : [{ id: person.id }, account]
  return {
    business: person.business,
    channel: person.channel,
    item: { sender, recipient, timestamp: Math.floor(at), ...event }
  }
}

/** An act of a person. */
export type PersonalAct =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Photo" }
  | { readonly _tag: "Tap" }
  | { readonly _tag: "Reaction"; readonly messageId: string; readonly emoji: string }
  | { readonly _tag: "NumberChange"; readonly newId: string }

const whatsAppContent = (person: Person, act: PersonalAct): Schema.JsonObject => {
  switch (act._tag) {
    case "Text":
      return { type: "text", text: { body: act.text } }
    case "Photo":
      return { type: "image", image: { id: `photo-${person.index}`, mime_type: "image/png", sha256: "" } }
    case "Tap":
      return { type: "button", button: { payload: "YES", text: "Yes" } }
    case "Reaction":
      return { type: "reaction", reaction: { message_id: act.messageId, emoji: act.emoji } }
    case "NumberChange":
      return { type: "system", system: { type: "user_changed_number", body: "New number", wa_id: act.newId } }
  }
}

const messagingContent = (act: PersonalAct, id: string): Schema.JsonObject => {
  switch (act._tag) {
    case "Text":
      return { message: { mid: id, text: act.text } }
    case "Photo": {
      const payload = { url: `https://files.example.com/${id}.png` }
      return { message: { mid: id, attachments: [{ type: "image", payload }] } }
    }
    case "Tap":
      return { postback: { mid: id, title: "Yes", payload: "YES" } }
    case "Reaction":
      return { reaction: { mid: act.messageId, action: "react", reaction: "smile", emoji: act.emoji } }
    case "NumberChange":
      return { message: { mid: id, text: "My number is another one" } }
  }
}

/** The report of a person's act. `from` is the id that the person has at this time. */
export const actReport = (person: Person, from: string, act: PersonalAct, id: string, at: number): PlatformReport =>
  person.channel === "whatsapp"
    ? whatsAppReport(person.business, {
        contacts: [{ profile: { name: person.name }, wa_id: from }],
        messages: [{ from, id, timestamp: seconds(at), ...whatsAppContent(person, act) }]
      })
    : messagingReport(person, at, messagingContent(act, id))

/** An accepted message of a business. */
export interface AcceptedMessage {
  readonly person: Person
  readonly id: string
  readonly to: string
  readonly text: string
  readonly sendId: string
  /** The latest status that the platform reported. */
  status: ReportedStatus
  /** The latest price that the platform reported; null without one. */
  price: MessagePricing | null
}

/** Statuses that the platform reports. */
export type ReportedStatus = "sent" | "delivered" | "read" | "failed"

const undeliverable = { code: 131_026, title: "Message undeliverable" }

const pricingReport = ({ billable, category, model, type }: MessagePricing): Schema.JsonObject => ({
  ...(billable !== undefined && { billable }),
  ...(category !== undefined && { category }),
  ...(model !== undefined && { pricing_model: model }),
  ...(type !== undefined && { type })
})

/** The report of a status, with the price if there is one; none where the platform has no such report. */
export const statusReport = (
  { id, person, sendId, text, to }: AcceptedMessage,
  status: ReportedStatus,
  price: MessagePricing | null,
  at: number
): PlatformReport | null => {
  if (person.channel === "whatsapp") {
    return whatsAppReport(person.business, {
      statuses: [
        {
          id,
          status,
          timestamp: seconds(at),
          recipient_id: to,
          biz_opaque_callback_data: sendId,
          ...(price !== null && { pricing: pricingReport(price) }),
          ...(status === "failed" && { errors: [undeliverable] })
        }
      ]
    })
  }
  const isMessenger = person.channel === "messenger"
  switch (status) {
    case "sent": {
      const message = { mid: id, is_echo: true, text, ...(isMessenger && { metadata: sendId }) }
      return messagingReport(person, at, { message }, true)
    }
    case "delivered":
      return isMessenger ? messagingReport(person, at, { delivery: { mids: [id], watermark: Math.floor(at) } }) : null
    case "failed":
      return null
    case "read":
      return messagingReport(person, at, { read: isMessenger ? { watermark: Math.floor(at) } : { mid: id } })
  }
}

const objects = { whatsapp: "whatsapp_business_account", messenger: "page", instagram: "instagram" } as const

/** The body of a webhook with these reports, which are of one channel. */
export const webhookBody = (channel: Person["channel"], reports: ReadonlyArray<PlatformReport>, at: number): string => {
  const entry = reports.map(({ business, item }) =>
    channel === "whatsapp"
      ? { id: business.businessAccountId, changes: [item] }
      : { id: business.accounts[channel], time: Math.floor(at), messaging: [item] }
  )
  return JSON.stringify({ object: objects[channel], entry })
}
