// Generated from the schemas of the interface: `node scripts/clientTypes.ts` writes it again.
import type { Json } from "../promise/Endpoint.ts"

/** The data of each event, by its type. */
export interface EventData {
  readonly "contact.created": {
    readonly contact: {
      readonly id: string
      readonly phone: string
      readonly name: string
      readonly email: string | null
      readonly tags: ReadonlyArray<string>
    }
    readonly source: string
  }
  readonly "contact.updated": {
    readonly contact: {
      readonly id: string
      readonly phone: string
      readonly name: string
      readonly email: string | null
      readonly tags: ReadonlyArray<string>
    }
    readonly source: string
  }
  readonly "conversation.opened": {
    readonly conversation: {
      readonly id: string
      readonly contact_id: string
      readonly channel: "whatsapp" | "messenger" | "instagram"
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
    }
  }
  readonly "conversation.closed": {
    readonly conversation: {
      readonly id: string
      readonly contact_id: string
      readonly channel: "whatsapp" | "messenger" | "instagram"
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
    }
    readonly closed_by: string | null
    readonly resolution: string | null
  }
  readonly "message.sent": {
    readonly channel: "whatsapp" | "messenger" | "instagram"
    readonly message_id: string
    readonly to: string
    readonly type: string
    readonly content: { readonly [name: string]: Json }
    readonly status: "sent"
    readonly timestamp: string
  }
  readonly "message.received": {
    readonly channel: "whatsapp" | "messenger" | "instagram"
    readonly message_id: string
    readonly conversation_id: string
    readonly contact_id: string
    readonly from: string
    readonly type: string
    readonly content: { readonly [name: string]: Json }
    readonly timestamp: string
  }
  readonly "message.delivered": {
    readonly channel: "whatsapp" | "messenger" | "instagram"
    readonly message_id: string
    readonly to: string
    readonly status: "delivered" | "read"
    readonly timestamp: string
  }
  readonly "message.read": {
    readonly channel: "whatsapp" | "messenger" | "instagram"
    readonly message_id: string
    readonly to: string
    readonly status: "delivered" | "read"
    readonly timestamp: string
  }
  readonly "message.failed": {
    readonly channel: "whatsapp" | "messenger" | "instagram"
    readonly message_id: string
    readonly to: string
    readonly status: "failed"
    readonly timestamp: string
    readonly error: {
      readonly code: number
      readonly title: string
      readonly message: string
    }
  }
  readonly postback: {
    readonly channel: "whatsapp" | "messenger" | "instagram"
    readonly from: string
    readonly title: string
    readonly payload: string | null
    readonly message_id?: string
    readonly timestamp: string
  }
  readonly "message.reaction": {
    readonly channel: "whatsapp" | "messenger" | "instagram"
    readonly message_id: string
    readonly conversation_id: string
    readonly contact_id: string
    readonly from: string | null
    readonly emoji: string | null
    readonly latest: boolean
    readonly timestamp: string
  }
  readonly "message.edited": {
    readonly channel: "whatsapp" | "messenger" | "instagram"
    readonly message_id: string
    readonly conversation_id: string
    readonly contact_id: string
    readonly from: string | null
    readonly type: string
    readonly content: { readonly [name: string]: Json }
    readonly latest: boolean
    readonly timestamp: string
  }
  readonly "message.deleted": {
    readonly channel: "whatsapp" | "messenger" | "instagram"
    readonly message_id: string
    readonly conversation_id: string
    readonly contact_id: string
    readonly from: string | null
    readonly timestamp: string
  }
  readonly "account.updated": {
    readonly channel: "whatsapp" | "messenger" | "instagram"
    readonly account_id: string
    readonly external_id: string
    readonly business_account_id: string | null
    readonly change: string
    readonly values: { readonly [name: string]: Json }
    readonly timestamp: string
  }
  readonly "webhook.failing": {
    readonly webhook_id: string
    readonly percent: number
    readonly failing_since: string
    readonly disabled_at: string
    readonly timestamp: string
  }
  readonly "webhook.test": {
    readonly message: string
  }
}
