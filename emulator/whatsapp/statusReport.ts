import { DateTime, type Schema } from "effect"
import { digitsOf } from "../EmulatorState.ts"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import { graphCode } from "../graph/GraphError.ts"
import type { PlatformReport } from "../webhooks/PlatformReport.ts"
import type { Recipient } from "./readSend.ts"

/** A message that the platform accepted. */
export interface AcceptedMessage {
  readonly id: string
  readonly from: SeededPhoneNumber
  readonly to: Recipient
  /** Digits of the person, where the message went to a number. */
  readonly waId: string
  readonly callbackData: string | null
  /** The id of a billing group, 32 hexadecimal digits. */
  readonly conversationId: string
  /** Of its template; null when there is none. */
  readonly category: string | null
  /** The content of the message, under the name of its type. */
  readonly type: string
  readonly content: Schema.Json
}

const errorCodesPage = "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/"

const hoursOpen = 24

const seconds = (at: DateTime.Utc): string => String(Math.floor(DateTime.toEpochMillis(at) / 1000))

const recipientFields = ({ to, waId }: AcceptedMessage): Schema.JsonObject => {
  switch (to._tag) {
    case "Phone":
      return { recipient_id: waId }
    case "User":
      return { recipient_user_id: to.input }
    case "Group":
      return { recipient_id: to.input, recipient_type: "group" }
  }
}

const metadataOf = ({ from }: AcceptedMessage) => ({
  display_phone_number: digitsOf(from.displayPhoneNumber),
  phone_number_id: from.id
})

const statusReport = (
  message: AcceptedMessage,
  status: string,
  at: DateTime.Utc,
  more: Schema.JsonObject
): PlatformReport => ({
  object: "whatsapp_business_account",
  entryId: message.from.wabaId,
  at,
  body: {
    _tag: "OfNumber",
    field: "messages",
    list: "statuses",
    metadata: metadataOf(message),
    contact: null,
    item: {
      id: message.id,
      status,
      timestamp: seconds(at),
      ...recipientFields(message),
      ...(message.callbackData === null ? {} : { biz_opaque_callback_data: message.callbackData }),
      ...more
    }
  }
})

/** What the message costs: an answer to a person nothing, a template by its category. */
const billing = ({ category, conversationId }: AcceptedMessage, expiry: Schema.JsonObject): Schema.JsonObject => ({
  conversation: { id: conversationId, ...expiry, origin: { type: category ?? "service" } },
  pricing:
    category === null
      ? { billable: false, pricing_model: "PMP", category: "service", type: "free_customer_service" }
      : { billable: true, pricing_model: "PMP", category, type: "regular" }
})

export const sentReport = (message: AcceptedMessage, at: DateTime.Utc): PlatformReport =>
  statusReport(
    message,
    "sent",
    at,
    billing(message, { expiration_timestamp: seconds(DateTime.add(at, { hours: hoursOpen })) })
  )

export const deliveredReport = (message: AcceptedMessage, at: DateTime.Utc): PlatformReport =>
  statusReport(message, "delivered", at, billing(message, {}))

/** The price comes with `sent` and a second time with `delivered`, or with this status when `delivered` was omitted. */
export const readReport = (message: AcceptedMessage, at: DateTime.Utc, wasDelivered: boolean): PlatformReport =>
  statusReport(message, "read", at, wasDelivered ? {} : billing(message, {}))

/** The message failed with the code. */
export const failedReport = (message: AcceptedMessage, at: DateTime.Utc, code: number): PlatformReport => {
  const { details, title } = graphCode(code)
  const error = { code, title, message: title, error_data: { details: details ?? title }, href: errorCodesPage }
  return statusReport(message, "failed", at, { errors: [error] })
}

/** What the app of the business on a phone would have sent; it has no other form. */
export const echoReport = (message: AcceptedMessage, at: DateTime.Utc): PlatformReport => ({
  object: "whatsapp_business_account",
  entryId: message.from.wabaId,
  at,
  body: {
    _tag: "OfNumber",
    field: "smb_message_echoes",
    list: "message_echoes",
    metadata: metadataOf(message),
    contact: null,
    item: {
      from: digitsOf(message.from.displayPhoneNumber),
      ...(message.to._tag === "User" ? { to_user_id: message.to.input } : { to: message.waId }),
      id: message.id,
      timestamp: seconds(at),
      type: message.type,
      [message.type]: message.content
    }
  }
})
