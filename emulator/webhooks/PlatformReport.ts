import type { DateTime, Schema } from "effect"

/** A report of the platform to the app, before its webhook is composed. */
export interface PlatformReport {
  readonly object: "whatsapp_business_account" | "page" | "instagram"
  /** The subject of the entry: the WhatsApp Business Account, the Page, the Instagram account. */
  readonly entryId: string
  readonly at: DateTime.Utc
  readonly body: ReportBody
}

/** The forms of Meta's reports (platforms P5, P11, P13). */
export type ReportBody =
  /** An item of `value.messages`, `value.statuses` or `value.message_echoes` of a WhatsApp number. */
  | {
      readonly _tag: "OfNumber"
      readonly field: "messages" | "smb_message_echoes"
      readonly list: "messages" | "statuses" | "message_echoes"
      readonly metadata: { readonly display_phone_number: string; readonly phone_number_id: string }
      /** An entry of `value.contacts`, which names all people of the items. */
      readonly contact: Schema.JsonObject | null
      readonly item: Schema.JsonObject
    }
  /** Any other change; its value is not extended. */
  | { readonly _tag: "Change"; readonly field: string; readonly value: Schema.JsonObject }
  /** An item of `messaging`, or of `standby` if another app owns the conversation. */
  | { readonly _tag: "Messaging"; readonly list: "messaging" | "standby"; readonly item: Schema.JsonObject }
