import { seconds } from "./personSide.ts"
import { phoneNumberId, wabaId } from "../platform.ts"

export type Json = Readonly<Record<string, unknown>>

export const channel = "whatsapp"
export const from = "16505551234"
export const ada = { channel, from: "+1 (650) 555-1234", name: "Ada" } as const
export const metadata = { display_phone_number: "15550783881", phone_number_id: phoneNumberId }

/** The webhook of one item about Ada, who is named unless the platform does not. */
export const webhook = (
  item: Json,
  contacts: ReadonlyArray<Json> | null = [{ profile: { name: "Ada" }, wa_id: from }]
) => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: wabaId,
      time: seconds,
      changes: [
        {
          value: {
            messaging_product: "whatsapp",
            metadata,
            ...(contacts === null ? {} : { contacts }),
            messages: [item]
          },
          field: "messages"
        }
      ]
    }
  ]
})

export const base = { from, id: "ID", timestamp: String(seconds) }
export const person = { ids: [{ kind: "phone", value: from }], name: "Ada", username: null }
export const happened = { at: "2026-11-20T12:00:00.000Z", channel, accountExternalId: phoneNumberId }

/** The fields of a message as the service reads it. */
export const received = (type: string, content: Json, more: Json = {}) => ({
  _tag: "MessageReceived",
  ...happened,
  person,
  echo: false,
  platformMessageId: "ID",
  sendId: null,
  type,
  content,
  media: [],
  replyTo: null,
  referral: null,
  standby: false,
  ...more
})
