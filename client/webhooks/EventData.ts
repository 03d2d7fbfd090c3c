// Generated from the schemas of the interface: `node scripts/clientTypes.ts` writes it again.
import type { Json } from "../promise/Endpoint.ts"

/** The data of each event, by its type. */
export interface EventData {
  readonly "message.received": {
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** The platform's id of the message */
    readonly message_id: string
    /** The conversation that the message belongs to */
    readonly conversation_id: string
    /** The contact whom the conversation is with */
    readonly contact_id: string
    /** Who wrote: phone number, or the platform's id of the person */
    readonly from: string
    /** The type of message, which says what its content is */
    readonly type: string
    /** What it says: the fields of the type, and the platform's own */
    readonly content: { readonly [name: string]: Json }
    /** When it happened by the platform's clock; ISO 8601 UTC with milliseconds */
    readonly timestamp: string
  }
  readonly "message.sent": {
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** The platform's id of the message */
    readonly message_id: string
    /** Recipient: phone number, or the platform's id of the person */
    readonly to: string
    /** The type of message, which says what its content is */
    readonly type: string
    /** What it says: the fields of the type, and the platform's own */
    readonly content: { readonly [name: string]: Json }
    /** The agent that a backend sent the message for; absent otherwise */
    readonly agent?: {
      /** The name that the backend gave */
      readonly name: string
    }
    /** The platform has accepted the message */
    readonly status: "sent"
    /** When it happened by the platform's clock; ISO 8601 UTC with milliseconds */
    readonly timestamp: string
  }
  readonly "message.delivered": {
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** The platform's id of the message */
    readonly message_id: string
    /** Recipient: phone number, or the platform's id of the person */
    readonly to: string
    /** What became of the message */
    readonly status: "delivered" | "read"
    /** When it happened by the platform's clock; ISO 8601 UTC with milliseconds */
    readonly timestamp: string
    /** The price as the platform reports it; absent if it has not reported any for the message */
    readonly pricing?: {
      /** Whether the platform charges for the message */
      readonly billable?: boolean
      /** The category of the price: service, marketing, utility, authentication or another */
      readonly category?: string
      /** The pricing model: PMP for a price per message, CBP for one per conversation */
      readonly model?: string
      /** Why it is charged or free: regular, free_customer_service or free_entry_point */
      readonly type?: string
    }
  }
  readonly "message.read": {
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** The platform's id of the message */
    readonly message_id: string
    /** Recipient: phone number, or the platform's id of the person */
    readonly to: string
    /** What became of the message */
    readonly status: "delivered" | "read"
    /** When it happened by the platform's clock; ISO 8601 UTC with milliseconds */
    readonly timestamp: string
    /** The price as the platform reports it; absent if it has not reported any for the message */
    readonly pricing?: {
      /** Whether the platform charges for the message */
      readonly billable?: boolean
      /** The category of the price: service, marketing, utility, authentication or another */
      readonly category?: string
      /** The pricing model: PMP for a price per message, CBP for one per conversation */
      readonly model?: string
      /** Why it is charged or free: regular, free_customer_service or free_entry_point */
      readonly type?: string
    }
  }
  readonly "message.failed": {
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** The platform's id of the message */
    readonly message_id: string
    /** Recipient: phone number, or the platform's id of the person */
    readonly to: string
    /** What became of the message */
    readonly status: "failed"
    /** When it happened by the platform's clock; ISO 8601 UTC with milliseconds */
    readonly timestamp: string
    /** Why it failed */
    readonly error: {
      /** The platform's code; 0 when it gave no reason */
      readonly code: number
      /** The platform's name of the failure; empty when it gave none */
      readonly title: string
      /** What failed, in the platform's words */
      readonly message: string
    }
  }
  readonly "contact.created": {
    /** The contact as it is now */
    readonly contact: {
      /** The contact's id */
      readonly id: string
      /** E.164 without +; empty when it is not known */
      readonly phone: string
      /** Name; empty when it is not known */
      readonly name: string
      /** E-mail address; null when it is not known */
      readonly email: string | null
      /** All tags of the contact */
      readonly tags: ReadonlyArray<string>
      /** Names of the contact's labels; present if there are some */
      readonly labels?: ReadonlyArray<string>
    }
    /** Where it came from: api, an import, or a channel */
    readonly source: string
  }
  readonly "contact.updated": {
    /** The contact as it is now */
    readonly contact: {
      /** The contact's id */
      readonly id: string
      /** E.164 without +; empty when it is not known */
      readonly phone: string
      /** Name; empty when it is not known */
      readonly name: string
      /** E-mail address; null when it is not known */
      readonly email: string | null
      /** All tags of the contact */
      readonly tags: ReadonlyArray<string>
      /** Names of the contact's labels; present if there are some */
      readonly labels?: ReadonlyArray<string>
    }
    /** Where it came from: api, an import, or a channel */
    readonly source: string
  }
  readonly "conversation.opened": {
    /** The conversation as it is now */
    readonly conversation: {
      /** The conversation's id */
      readonly id: string
      /** The contact whom it is with */
      readonly contact_id: string
      /** whatsapp, messenger or instagram */
      readonly channel: "whatsapp" | "messenger" | "instagram"
      /** open, ai_handling, escalated or closed */
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
      /** The team that looks after it; present if there is one */
      readonly team_id?: string
      /** Names of its labels; present if it has some */
      readonly labels?: ReadonlyArray<string>
    }
  }
  readonly "conversation.closed": {
    /** The conversation as it is now */
    readonly conversation: {
      /** The conversation's id */
      readonly id: string
      /** The contact whom it is with */
      readonly contact_id: string
      /** whatsapp, messenger or instagram */
      readonly channel: "whatsapp" | "messenger" | "instagram"
      /** open, ai_handling, escalated or closed */
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
      /** The team that looks after it; present if there is one */
      readonly team_id?: string
      /** Names of its labels; present if it has some */
      readonly labels?: ReadonlyArray<string>
    }
    /** Id of the user, service_role, or automatic */
    readonly closed_by: string | null
    /** The text given; null when there was none */
    readonly resolution: string | null
  }
  readonly postback: {
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** Who wrote: phone number, or the platform's id of the person */
    readonly from: string
    /** The text on the button */
    readonly title: string
    /** The payload of the button; null when it has none */
    readonly payload: string | null
    /** The platform's id of the message */
    readonly message_id?: string
    /** When it happened by the platform's clock; ISO 8601 UTC with milliseconds */
    readonly timestamp: string
  }
  readonly "message.reaction": {
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** The platform's id of the message */
    readonly message_id: string
    /** The conversation that the message belongs to */
    readonly conversation_id: string
    /** The contact whom the conversation is with */
    readonly contact_id: string
    /** Who did it: phone number, or the platform's id of the person; null for the business */
    readonly from: string | null
    /** The emoji, or the platform's word for it; null when the reaction is taken back */
    readonly emoji: string | null
    /** Whether no later report of the same kind is known */
    readonly latest: boolean
    /** When it happened by the platform's clock; ISO 8601 UTC with milliseconds */
    readonly timestamp: string
  }
  readonly "message.edited": {
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** The platform's id of the message */
    readonly message_id: string
    /** The conversation that the message belongs to */
    readonly conversation_id: string
    /** The contact whom the conversation is with */
    readonly contact_id: string
    /** Who did it: phone number, or the platform's id of the person; null for the business */
    readonly from: string | null
    /** The type of message, which says what its content is */
    readonly type: string
    /** What it says: the fields of the type, and the platform's own */
    readonly content: { readonly [name: string]: Json }
    /** Whether no later report of the same kind is known */
    readonly latest: boolean
    /** When it happened by the platform's clock; ISO 8601 UTC with milliseconds */
    readonly timestamp: string
  }
  readonly "message.deleted": {
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** The platform's id of the message */
    readonly message_id: string
    /** The conversation that the message belongs to */
    readonly conversation_id: string
    /** The contact whom the conversation is with */
    readonly contact_id: string
    /** Who did it: phone number, or the platform's id of the person; null for the business */
    readonly from: string | null
    /** When it happened by the platform's clock; ISO 8601 UTC with milliseconds */
    readonly timestamp: string
  }
  readonly "message.send_failed": {
    /** The id of the send: scheduledId, or that of sendAfterCommit */
    readonly send_id: string
    /** Whether it was scheduled; else it was recorded in a transaction */
    readonly scheduled: boolean
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** Recipient: phone number, or the platform's id of the person */
    readonly to: string
    /** The conversation that it answers in; null for a send that names none */
    readonly conversation_id: string | null
    /** The contact; null if there was none when the send was scheduled, and for a recorded send */
    readonly contact_id: string | null
    /** When it was due; ISO 8601 UTC */
    readonly send_at: string
    /** Why it failed */
    readonly error: {
      /** The kind of failure, such as PlatformRejected, RecipientBlocked or MonthlyLimitReached */
      readonly reason: string
      /** The platform's code; 0 when it gave none */
      readonly code: number
      /** What failed; in the platform's words if it refused */
      readonly message: string
    }
    /** When it failed; ISO 8601 UTC */
    readonly timestamp: string
  }
  readonly "contact.opted_in": {
    /** The contact's id */
    readonly contact_id: string
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** api: a backend. member: a member of the organization. import: a row of an import. platform: a preference or an opt-in at the platform. word: a stop word. refusal: the platform refused a marketing message */
    readonly source: "api" | "member" | "import" | "platform" | "word" | "refusal"
    /** The API key, the user or the message; null if the source has none */
    readonly by: string | null
    /** When the contact chose; ISO 8601 UTC */
    readonly timestamp: string
  }
  readonly "contact.opted_out": {
    /** The contact's id */
    readonly contact_id: string
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** api: a backend. member: a member of the organization. import: a row of an import. platform: a preference or an opt-in at the platform. word: a stop word. refusal: the platform refused a marketing message */
    readonly source: "api" | "member" | "import" | "platform" | "word" | "refusal"
    /** The API key, the user or the message; null if the source has none */
    readonly by: string | null
    /** When the contact chose; ISO 8601 UTC */
    readonly timestamp: string
  }
  readonly "conversation.note_added": {
    /** The note's id */
    readonly note_id: string
    /** The conversation that it is about */
    readonly conversation_id: string
    /** The user who wrote it; null for the service role */
    readonly author_id: string | null
  }
  readonly "conversation.note_removed": {
    /** The note's id */
    readonly note_id: string
    /** The conversation that it is about */
    readonly conversation_id: string
    /** The user who wrote it; null for the service role */
    readonly author_id: string | null
  }
  readonly "conversation.assigned": {
    /** The conversation */
    readonly conversation_id: string
    /** The user who looks after it now; null when it was taken away from a user */
    readonly assignee_id: string | null
    /** The user who looked after it until now; null when there was none */
    readonly previous_assignee_id: string | null
    /** Id of the user who assigned it, automatic for a policy, or service_role */
    readonly assigned_by: string
  }
  readonly "conversation.read": {
    /** The conversation */
    readonly conversation_id: string
    /** Its messages of the person that no member has read yet */
    readonly unread_count: number
    /** Id of the user who did it, or service_role */
    readonly changed_by: string
  }
  readonly "conversation.unread": {
    /** The conversation */
    readonly conversation_id: string
    /** Its messages of the person that no member has read yet */
    readonly unread_count: number
    /** Id of the user who did it, or service_role */
    readonly changed_by: string
  }
  readonly "conversation.updated": {
    /** The conversation as it is now */
    readonly conversation: {
      /** The conversation's id */
      readonly id: string
      /** The contact whom it is with */
      readonly contact_id: string
      /** whatsapp, messenger or instagram */
      readonly channel: "whatsapp" | "messenger" | "instagram"
      /** open, ai_handling, escalated or closed */
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
      /** The team that looks after it; present if there is one */
      readonly team_id?: string
      /** Names of its labels; present if it has some */
      readonly labels?: ReadonlyArray<string>
    }
    /** The status before the change; the same for snooze and priority */
    readonly previous_status: "open" | "ai_handling" | "escalated" | "closed"
    /** platform, contact, automatic, the id of a user or of an API key, or service_role */
    readonly changed_by: string
    /** The platform's word for a handover, such as control_passed; snoozed, unsnoozed or priority_changed; otherwise the text given, or null */
    readonly reason: string | null
    /** The platform's own fields of the handover; snoozed_until of a snooze, cause of its end (time, reply or member), priority and previous_priority; `agent` with the `name` of the agent that a caller named; otherwise empty */
    readonly details: { readonly [name: string]: Json }
    /** Present if the labels changed */
    readonly labels?: {
      /** Names of the labels now */
      readonly current: ReadonlyArray<string>
      /** Names of the labels before */
      readonly previous: ReadonlyArray<string>
    }
    /** Present if the team changed */
    readonly team?: {
      /** The team now; null for none */
      readonly current: string | null
      /** The team before; null for none */
      readonly previous: string | null
    }
    /** When it changed, by the platform's clock; ISO 8601 UTC */
    readonly timestamp: string
  }
  readonly "account.updated": {
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** The connected account's id */
    readonly account_id: string
    /** The platform's id: phone number id, Page id, Instagram account id */
    readonly external_id: string
    /** The WhatsApp Business Account of a number; null on the other channels */
    readonly business_account_id: string | null
    /** The platform's word for what changed */
    readonly change: string
    /** The platform's own fields */
    readonly values: { readonly [name: string]: Json }
    /** When it changed; ISO 8601 UTC */
    readonly timestamp: string
  }
  readonly "webhook.failing": {
    /** The subscription */
    readonly webhook_id: string
    /** The part that has passed of the time after which the subscription is disabled: 50, 70 or 90 */
    readonly percent: number
    /** The first failure after the last success; ISO 8601 UTC */
    readonly failing_since: string
    /** When it will be disabled; ISO 8601 UTC */
    readonly disabled_at: string
    /** When this was noticed; ISO 8601 UTC */
    readonly timestamp: string
  }
  readonly "campaign.updated": {
    /** The campaign's id */
    readonly campaign_id: string
    /** The name of the campaign */
    readonly name: string
    /** The status of the campaign */
    readonly status: "draft" | "scheduled" | "running" | "paused" | "finished" | "cancelled"
    /** The status before */
    readonly previous_status: "draft" | "scheduled" | "running" | "paused" | "finished" | "cancelled"
    /** The reason of a pause; null otherwise */
    readonly reason: {
      /** Why it is paused; requested by a caller, or a fault */
      readonly reason:
        | "requested"
        | "template_paused"
        | "template_disabled"
        | "template_refused"
        | "quality"
        | "account_restricted"
        | "account_disconnected"
        | "token_refused"
        | "payment"
        | "monthly_limit"
        | "organization_suspended"
        | "content_refused"
        | "too_many_recipients"
      /** The platform's code; null if it gave none */
      readonly code: number | null
      /** The reason in words */
      readonly detail: string
    } | null
    /** The counts at the change */
    readonly counts: {
      /** Persons of the campaign, those who are left out included */
      readonly recipients: number
      /** Persons whose message is not sent yet */
      readonly queued: number
      /** Messages that the platform accepted */
      readonly sent: number
      /** Messages that arrived */
      readonly delivered: number
      /** Messages that were read */
      readonly read: number
      /** Messages that were refused or failed later */
      readonly failed: number
      /** Persons who get no message */
      readonly leftOut: number
      /** Persons who answered within 7 days */
      readonly replied: number
      /** Persons who opted out within 7 days after the message */
      readonly optedOut: number
      /** Failures by the platform's code; by the name of the failure if it has none */
      readonly failedByCode: { readonly [name: string]: number }
      /** Persons who get no message, by the reason */
      readonly leftOutByReason: { readonly [name: string]: number }
      /** Messages with a price, by the category of the platform */
      readonly priced: { readonly [name: string]: number }
      /** Messages among them that the platform charges for, by category */
      readonly billable: { readonly [name: string]: number }
    }
    /** When it changed; ISO 8601 UTC */
    readonly timestamp: string
  }
  readonly "webhook.test": {
    /** What the event is for */
    readonly message: string
    /** The endpoint that is tested; absent for the one webhook */
    readonly endpoint_id?: string
  }
}
