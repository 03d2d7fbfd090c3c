import type { DateTime, Schema } from "effect"

/** One thing that the platform tells the app about, before it is put into a webhook with others or by itself. */
export interface PlatformReport {
  readonly object: "whatsapp_business_account" | "page" | "instagram"
  /** What the entry is about: the WhatsApp Business Account, the Page, the Instagram account. */
  readonly entryId: string
  readonly at: DateTime.Utc
  readonly body: ReportBody
}

/** The forms in which Meta reports (platforms P5, P11, P13). */
export type ReportBody =
  /** An item of `value.messages`, `value.statuses` or `value.message_echoes` of a WhatsApp number. */
  | {
      readonly _tag: "OfNumber"
      readonly field: "messages" | "smb_message_echoes"
      readonly list: "messages" | "statuses" | "message_echoes"
      readonly metadata: { readonly display_phone_number: string; readonly phone_number_id: string }
      /** Goes into `value.contacts`, which names everybody that the items are from. */
      readonly contact: Schema.JsonObject | null
      readonly item: Schema.JsonObject
    }
  /** Any other change; nothing is added to its value. */
  | { readonly _tag: "Change"; readonly field: string; readonly value: Schema.JsonObject }
  /** An item of `messaging`, or of `standby` when another app owns the conversation. */
  | { readonly _tag: "Messaging"; readonly list: "messaging" | "standby"; readonly item: Schema.JsonObject }
