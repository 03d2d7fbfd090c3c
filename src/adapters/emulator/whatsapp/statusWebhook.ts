import type { Schema } from "effect"
import { digitsOf } from "../EmulatorState.ts"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import { graphCode } from "../graph/graphCodes.ts"
import type { Recipient } from "./readSend.ts"

/** A message that the platform accepted. */
export interface AcceptedMessage {
  readonly id: string
  readonly from: SeededPhoneNumber
  readonly to: Recipient
  /** Digits of the person, where the message went to a number. */
  readonly waId: string
  readonly callbackData: string | null
}

const errorCodesPage = "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/"

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

/** The report that a message failed with the code, a webhook payload (platforms page §1.5). */
export const failedStatus = (message: AcceptedMessage, code: number, epochSeconds: number): Schema.Json => {
  const { details, title } = graphCode(code)
  const error = { code, title, message: title, error_data: { details: details ?? title }, href: errorCodesPage }
  const status = {
    id: message.id,
    status: "failed",
    timestamp: String(epochSeconds),
    ...recipientFields(message),
    ...(message.callbackData === null ? {} : { biz_opaque_callback_data: message.callbackData }),
    errors: [error]
  }
  const metadata = {
    display_phone_number: digitsOf(message.from.displayPhoneNumber),
    phone_number_id: message.from.id
  }
  const value = { messaging_product: "whatsapp", metadata, statuses: [status] }
  return {
    object: "whatsapp_business_account",
    entry: [{ id: message.from.wabaId, changes: [{ value, field: "messages" }] }]
  }
}
