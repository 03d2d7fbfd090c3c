// Generated from the schemas of the interface: `node scripts/clientTypes.ts` writes it again.
import type { FeedEvent } from "../webhooks/ParleyEvent.ts"
import type { CallOptions, Json, PostOptions, Table } from "./Endpoint.ts"

/** A conversation with its snooze and its priority */
export interface AdjustedConversation {
  /** The conversation's id */
  readonly id: string
  /** As before */
  readonly status: "open" | "ai_handling" | "escalated" | "closed"
  /** The assigned user, as before; null when unassigned */
  readonly assigneeId: string | null
  /** none, low, normal, high or urgent */
  readonly priority: "none" | "low" | "normal" | "high" | "urgent"
  /** The snooze; null while it is not snoozed */
  readonly snoozed: {
    /** When it was snoozed: ISO 8601, UTC, with milliseconds */
    readonly at: string
    /** When the snooze ends; null: with the next message of the contact */
    readonly until: string | null
  } | null
  /** When something was last said or changed: ISO 8601, UTC, with milliseconds */
  readonly updatedAt: string
}

/** The labels */
export interface AssignLabelsRequest {
  /** Names of all labels from now on, at most 50; an empty list removes all */
  readonly labels: ReadonlyArray<string>
}

/** The team */
export interface AssignTeamRequest {
  /** The team's id; null for no team */
  readonly teamId: string | null
}

/** A changed field */
export interface AuditChange {
  /** The changed field */
  readonly field: string
  /** The value before; null for a new thing */
  readonly before: string | number | boolean | ReadonlyArray<string> | null
  /** The value after; null for a thing that is gone */
  readonly after: string | number | boolean | ReadonlyArray<string> | null
}

/** An entry of the audit log */
export interface AuditEntry {
  /** The entry's id, a UUID */
  readonly id: string
  /** When it was done: ISO 8601, UTC, with milliseconds */
  readonly at: string
  /** The author */
  readonly actor: {
    /** member: a user. api_key: a backend. service_key: a server with the service key. operator: the command line. program: the service itself, or the program that embeds it */
    readonly type: "member" | "api_key" | "service_key" | "operator" | "program"
    /** The member or API key; null for the others */
    readonly id: string | null
  }
  /** The client's address; null outside of HTTP */
  readonly address: string | null
  /** The kind of subject and a verb */
  readonly action:
    | "api_key.created"
    | "api_key.revoked"
    | "campaign.cancelled"
    | "campaign.deleted"
    | "campaign.paused"
    | "campaign.resumed"
    | "campaign.started"
    | "channel.connected"
    | "channel.changed"
    | "channel.disconnected"
    | "consents.exported"
    | "contact.deleted"
    | "contact.erased"
    | "contacts.imported"
    | "endpoint.changed"
    | "endpoint.created"
    | "endpoint.deleted"
    | "endpoint.secret_rotated"
    | "label.changed"
    | "label.created"
    | "label.deleted"
    | "member.added"
    | "member.changed"
    | "member.invited"
    | "member.removed"
    | "messages.imported"
    | "organization.changed"
    | "organization.created"
    | "organization.resumed"
    | "organization.suspended"
    | "saved_reply.changed"
    | "saved_reply.created"
    | "saved_reply.deleted"
    | "settings.changed"
    | "sign_in.failed"
    | "sign_in.succeeded"
    | "team.changed"
    | "team.created"
    | "team.deleted"
    | "template.changed"
    | "template.created"
    | "template.deleted"
    | "webhook.changed"
    | "webhook.registered"
    | "webhook.removed"
    | "webhook.secret_revealed"
    | "webhook.secret_rotated"
  /** The changed thing */
  readonly subject: {
    /** The kind of thing: the first part of the action */
    readonly type: string
    /** Its id; the address of an invited member */
    readonly id: string
    /** The name that people know it by; empty where there is none */
    readonly name: string
  }
  /** Changed fields with the values before and after. Secrets and contents of messages are left out */
  readonly changes: ReadonlyArray<AuditChange>
}

/** A template that is sent to many people */
export interface Campaign {
  /** The campaign's id */
  readonly id: string
  /** The name, for people */
  readonly name: string
  /** draft, scheduled (it begins at sendAt), running, paused, finished (no recipient is left) or cancelled */
  readonly status: "draft" | "scheduled" | "running" | "paused" | "finished" | "cancelled"
  /** Why it is paused; null otherwise */
  readonly reason: {
    /** requested by a caller, or what stops every message */
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
    /** The reason in words; empty if the reason says it all */
    readonly detail: string
  } | null
  /** The number that sends, as it was named; null for the one that a send would choose */
  readonly from: string | null
  readonly template: {
    /** Name of the template */
    readonly name: string
    readonly language: {
      /** Language code */
      readonly code: string
    }
    /** Components with placeholders; null if the values are the parameters of the body */
    readonly components: ReadonlyArray<{ readonly [name: string]: Json }> | null
  }
  /** The conditions of the contacts; null if the recipients come from a file */
  readonly audience: {
    /** Whether it has no condition, so that it is every contact */
    readonly all: boolean
    /** Tags that the contacts have */
    readonly tags: ReadonlyArray<string>
    /** Values of their attributes */
    readonly attributes: { readonly [name: string]: Json }
    /** Text in their name, number or e-mail address; null without one */
    readonly search: string | null
    /** Ids that they are among; null without ids */
    readonly contactIds: ReadonlyArray<string> | null
  } | null
  /** The value of each placeholder */
  readonly values: {
    readonly [name: string]:
      | string
      | {
          /** The field of the recipient */
          readonly field: string
          /** The text where the field is empty; null without one */
          readonly fallback: string | null
        }
  }
  /** When it begins after its start; null: at once; ISO 8601, UTC, with milliseconds */
  readonly sendAt: string | null
  /** Messages per second at most; null for the default */
  readonly pace: number | null
  /** What takes a waiting recipient out of the campaign */
  readonly stopOn: ReadonlyArray<"reply" | "opt_out">
  /** Whether all recipients are stored; until then the counts of recipients grow */
  readonly audienceComplete: boolean
  /** Counts of its recipients */
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
  /** The member who created it; null for a backend */
  readonly createdBy: string | null
  /** When it was created: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
  /** When it changed last, its counts aside: ISO 8601, UTC, with milliseconds */
  readonly updatedAt: string
  /** When it was started; null before; ISO 8601, UTC, with milliseconds */
  readonly startedAt: string | null
  /** When it was finished or cancelled; null before; ISO 8601, UTC, with milliseconds */
  readonly endedAt: string | null
}

/** A person of a campaign */
export interface CampaignRecipient {
  /** The recipient's id */
  readonly id: string
  /** Ordinal in the campaign, the order of sending */
  readonly position: number
  /** queued, sending (the platform is called), sent, delivered, read, failed or left_out */
  readonly status: "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "left_out"
  /** E.164 without +, or a business-scoped user id; the text of the row for an invalid number; empty for a deleted contact */
  readonly to: string
  /** Name in the row of a file; empty without one */
  readonly name: string
  /** The other columns of the row of a file */
  readonly columns: { readonly [name: string]: string }
  /** The contact; null before the message, if there was none */
  readonly contactId: string | null
  /** The id of the message; null if none was sent */
  readonly vendorMessageId: string | null
  /** Why they get no message; null otherwise */
  readonly leftOut:
    | "opted_out"
    | "blocked"
    | "unreachable"
    | "duplicate"
    | "value_missing"
    | "invalid_number"
    | "replied"
    | null
  /** Why the message failed; null otherwise */
  readonly error: {
    /** The kind of failure, such as PlatformRejected */
    readonly reason: string
    /** The platform's code; null if it gave none */
    readonly code: number | null
    /** What failed; in the platform's words if it refused */
    readonly message: string
  } | null
  /** When the platform accepted the message; null before; ISO 8601, UTC, with milliseconds */
  readonly sentAt: string | null
  /** When it arrived; null before; ISO 8601, UTC, with milliseconds */
  readonly deliveredAt: string | null
  /** When it was read; null before; ISO 8601, UTC, with milliseconds */
  readonly readAt: string | null
  /** When the contact answered within 7 days; null otherwise; ISO 8601, UTC, with milliseconds */
  readonly repliedAt: string | null
  /** When the contact opted out within 7 days; null otherwise; ISO 8601, UTC, with milliseconds */
  readonly optedOutAt: string | null
  /** The price category; null while it is not reported */
  readonly category: string | null
  /** Whether the platform charges for the message; null while it is not reported */
  readonly billable: boolean | null
}

/** A test send to one recipient */
export interface CampaignTest {
  /** The recipient as they were given */
  readonly to: string
  /** Whether the platform accepted the message */
  readonly status: "sent" | "failed"
  /** The id of the message; null if it failed */
  readonly vendorMessageId: string | null
  /** The platform's id of the message; null if it failed */
  readonly waMessageId: string | null
  /** Why it failed; null otherwise */
  readonly error: {
    /** The kind of failure, such as PlatformRejected or ValueMissing */
    readonly reason: string
    /** What failed; in the platform's words if it refused */
    readonly message: string
  } | null
}

/** The fields that change; null removes a field */
export interface ChangeCampaignRequest {
  /** The name, for people; at most 200 characters */
  readonly name?: string | undefined
  /** The template, as in a send. Texts of components may have placeholders such as {{name}}, which values replace; without components, the values are the parameters of the body */
  readonly template?:
    | {
        /** Name of an approved template */
        readonly name: string
        /** Which of its languages */
        readonly language: {
          /** Language code, such as en_US */
          readonly code: string
        }
        /** Values for header, body and buttons, each {type, parameters:[{type, text}]} */
        readonly components?: ReadonlyArray<TemplateComponent> | null | undefined
      }
    | undefined
  /** The number that sends: its phone number, the platform's phone number id, or the id of the connected account; when left out, the number of the person's latest open conversation, else the organization's default number, else the one connected first */
  readonly from?: string | null | undefined
  /** Contacts that fulfil all conditions when the campaign starts. Without it, the recipients come from a file */
  readonly audience?:
    | {
        /** true: every contact. Required without another condition */
        readonly all?: boolean | null | undefined
        /** Contacts with all of these tags */
        readonly tags?: ReadonlyArray<string> | null | undefined
        /** Contacts whose attributes have these values */
        readonly attributes?: { readonly [name: string]: Json } | null | undefined
        /** Contacts whose name, number or e-mail address contains the text */
        readonly search?: string | null | undefined
        /** Contacts among these, by id or vendorContactId */
        readonly contactIds?: ReadonlyArray<string | string> | null | undefined
      }
    | null
    | undefined
  /** A value for each placeholder, by its name or number: a text for all, or a field of the recipient with a fallback */
  readonly values?:
    | {
        readonly [name: string]:
          | string
          | {
              /** A field of the recipient: name, phone, email, attributes.<name>, or columns.<name> of a file */
              readonly field: string
              /** The text for recipients whose field is empty; without it they get no message */
              readonly fallback?: string | null | undefined
            }
      }
    | null
    | undefined
  /** When it begins after its start: in the future, at most 90 days ahead. Without it, it begins at once: ISO 8601 with its zone */
  readonly sendAt?: string | null | undefined
  /** Messages per second at most, 1 to 1000; 40 when left out */
  readonly pace?: number | null | undefined
  /** reply: contacts who wrote since the start get no message. opt_out: those who opted out get none, whatever the category of the template */
  readonly stopOn?: ReadonlyArray<"reply" | "opt_out"> | null | undefined
}

/** The fields to change; absent fields stay as they are. Null clears email and countryCode, and counts as absent elsewhere */
export interface ChangeContactRequest {
  /** Name, at most 512 characters */
  readonly name?: string | null | undefined
  /** E-mail address, at most 320 characters; empty text is none, like null */
  readonly email?: string | null | undefined
  /** Calling code of the country, with or without +; empty text or null for none */
  readonly countryCode?: string | null | undefined
  /** All tags that the contact has from now on, at most 100 of 1 to 128 characters; duplicates are dropped */
  readonly tags?: ReadonlyArray<string> | null | undefined
  /** Merged into the attributes that are there, where null removes a key; together at most 100 keys and 16 KiB as JSON */
  readonly attributes?: { readonly [name: string]: Json } | null | undefined
  /** Whether the contact is blocked: nothing is sent to a blocked contact */
  readonly isBlocked?: boolean | null | undefined
  /** Whether the contact opted in to marketing messages; false refuses marketing templates */
  readonly optedIn?: boolean | null | undefined
}

/** The conversations, and the action on each */
export interface ChangeConversationsRequest {
  /** Ids of conversations, 1 to 1000 ids; repeated ids count once */
  readonly ids: ReadonlyArray<string>
  /** assign, unassign, close, reopen, snooze, unsnooze, priority */
  readonly action: "assign" | "unassign" | "close" | "reopen" | "snooze" | "unsnooze" | "priority"
  /** The user to assign; required for assign */
  readonly userId?: string | null | undefined
  /** How they were resolved, for close; at most 2000 characters */
  readonly resolution?: string | null | undefined
  /** When the snooze ends: in the future, at most 366 days ahead. Null, or left out: with the next message of the contact, which ends every snooze: ISO 8601 with its zone */
  readonly until?: string | null | undefined
  /** The priority to set; required for priority */
  readonly priority?: "none" | "low" | "normal" | "high" | "urgent" | null | undefined
}

/** The fields to change, at least one */
export interface ChangeEndpointRequest {
  /** Where events are sent to; HTTPS */
  readonly url?: string | null | undefined
  /** Types of the events to be sent, at least one */
  readonly events?:
    | ReadonlyArray<
        | "message.received"
        | "message.sent"
        | "message.delivered"
        | "message.read"
        | "message.failed"
        | "contact.created"
        | "contact.updated"
        | "conversation.opened"
        | "conversation.closed"
        | "postback"
        | "message.reaction"
        | "message.edited"
        | "message.deleted"
        | "message.send_failed"
        | "contact.opted_in"
        | "contact.opted_out"
        | "contact.erased"
        | "conversation.note_added"
        | "conversation.note_removed"
        | "conversation.assigned"
        | "conversation.read"
        | "conversation.unread"
        | "conversation.updated"
        | "account.updated"
        | "webhook.failing"
        | "campaign.updated"
      >
    | null
    | undefined
  /** Name, at most 64 characters */
  readonly name?: string | null | undefined
  /** Which events of these types are sent. Parts that are left out stay as they are */
  readonly filter?:
    | {
        /** Channels of events, at most 50; an empty list permits all */
        readonly channels?: ReadonlyArray<"whatsapp" | "messenger" | "instagram"> | null | undefined
        /** Ids of connected accounts: WhatsApp numbers, Pages and Instagram accounts, at most 50; an empty list permits all */
        readonly accountIds?: ReadonlyArray<string> | null | undefined
        /** Names of labels of the conversation or the contact, one of which suffices, at most 50; an empty list permits all */
        readonly labels?: ReadonlyArray<string> | null | undefined
        /** Ids of campaigns: events of the campaign and of its messages, at most 50; an empty list permits all */
        readonly campaignIds?: ReadonlyArray<string> | null | undefined
      }
    | null
    | undefined
  /** Headers of every delivery, at most 10 with values of at most 512 characters. They replace all former ones. Headers of the connection, the body and the signature are refused */
  readonly headers?: { readonly [name: string]: string } | null | undefined
  /** false: nothing is sent. true: events are sent, also to an endpoint that was disabled for its failures */
  readonly enabled?: boolean | null | undefined
}

/** The fields to change, at least one */
export interface ChangeLabelRequest {
  /** Name, 1 to 64 characters; capitals and accents make no difference */
  readonly name?: string | null | undefined
  /** Color as # and six hexadecimal digits */
  readonly color?: string | null | undefined
}

/** The fields to change, at least one. Null clears language and mediaId, and counts as absent elsewhere */
export interface ChangeSavedReplyRequest {
  /** What members type to find it: 1 to 32 letters, digits, _, - or .; capitals become small */
  readonly shortcut?: string | null | undefined
  /** The text, 1 to 4096 characters. Variables: {{contact.name}}, {{contact.firstName}}, {{contact.phone}}, {{contact.email}}, {{member.name}}, {{member.firstName}}, {{member.email}}, {{contact.attributes.KEY}}; {{contact.name|there}} has a fallback */
  readonly text?: string | null | undefined
  /** Language such as en or pt_BR; null for none */
  readonly language?: string | null | undefined
  /** The id of an uploaded file of the organization, which is sent with the text; null for none */
  readonly mediaId?: string | null | undefined
}

/** The fields to change, at least one */
export interface ChangeTeamRequest {
  /** Name, 1 to 64 characters; capitals and accents make no difference */
  readonly name?: string | null | undefined
  /** The user ids of all its members, at most 200; each is a member of the organization */
  readonly memberIds?: ReadonlyArray<string> | null | undefined
  /** How its conversations are assigned: manual, round_robin, least_busy or last_assignee; null for the policy of the organization. Without a setting `assignment` of the organization, nothing is assigned */
  readonly assignmentPolicy?: "manual" | "round_robin" | "least_busy" | "last_assignee" | null | undefined
}

/** The consent of a contact on a channel */
export interface Consent {
  /** whatsapp, messenger or instagram */
  readonly channel: "whatsapp" | "messenger" | "instagram"
  /** opted_in, opted_out, or unknown while the contact has not chosen */
  readonly state: "opted_in" | "opted_out" | "unknown"
  /** When the contact chose: ISO 8601, UTC, with milliseconds; null while unknown */
  readonly since: string | null
  /** How the choice became known; null while unknown */
  readonly source: "api" | "member" | "import" | "platform" | "word" | "refusal" | null
  /** The API key, the user or the platform's id of the message; null if the source has none */
  readonly by: string | null
  /** The changes, newest first, at most 20 */
  readonly history: ReadonlyArray<ConsentChange>
}

/** An opt-in or an opt-out */
export interface ConsentChange {
  /** opted_in or opted_out */
  readonly state: "opted_in" | "opted_out"
  /** When the contact chose: ISO 8601, UTC, with milliseconds */
  readonly at: string
  /** api: a backend. member: a member. import: a row of an import. platform: a preference or an opt-in at the platform. word: a stop word. refusal: the platform refused a marketing message */
  readonly source: "api" | "member" | "import" | "platform" | "word" | "refusal"
  /** The API key, the user or the platform's id of the message; null if the source has none */
  readonly by: string | null
}

/** An id under which a contact can be written to */
export interface ContactChannel {
  /** whatsapp, messenger or instagram */
  readonly channel: "whatsapp" | "messenger" | "instagram"
  /** The platform's id of the Page or account that the id holds for; null on WhatsApp */
  readonly accountId: string | null
  /** The platform's id of the person. WhatsApp: the number in digits, or a business-scoped user id. Messenger: recipientId of a send. Instagram: participantId of a send */
  readonly personId: string
}

/** A contact in a list */
export interface ContactItem {
  /** The contact's id */
  readonly id: string
  /** Name; empty when it is not known */
  readonly name: string
  /** Phone number, E.164 without +; empty when there is none */
  readonly phone: string
  /** E-mail address; null when there is none */
  readonly email: string | null
  /** Tags, in the order they were given */
  readonly tags: ReadonlyArray<string>
  /** When the contact was added: ISO 8601, UTC */
  readonly created_at: string
  /** Names of its labels; present if it has some */
  readonly labels?: ReadonlyArray<string>
  /** Ids under which the contact can be written to, at most 50; WhatsApp first. There if include names channels */
  readonly channels?: ReadonlyArray<ContactChannel>
  /** Whether the contact opted out of marketing messages: they get no marketing template. False while nothing is known. There if include names optedOut */
  readonly optedOut?: boolean
}

/** The result of an action on a conversation */
export interface ConversationResult {
  /** The id as it was given */
  readonly id: string
  /** Whether the conversation is now as the action leaves it, changed or not */
  readonly success: boolean
  /** Why the conversation stays as it is; absent on success */
  readonly error?: string
}

/** A template for many people. Without an audience, a file of recipients is uploaded afterwards */
export interface CreateCampaignRequest {
  /** The name, for people; at most 200 characters */
  readonly name: string
  /** The template, as in a send. Texts of components may have placeholders such as {{name}}, which values replace; without components, the values are the parameters of the body */
  readonly template: {
    /** Name of an approved template */
    readonly name: string
    /** Which of its languages */
    readonly language: {
      /** Language code, such as en_US */
      readonly code: string
    }
    /** Values for header, body and buttons, each {type, parameters:[{type, text}]} */
    readonly components?: ReadonlyArray<TemplateComponent> | null | undefined
  }
  /** The number that sends: its phone number, the platform's phone number id, or the id of the connected account; when left out, the number of the person's latest open conversation, else the organization's default number, else the one connected first */
  readonly from?: string | null | undefined
  /** Contacts that fulfil all conditions when the campaign starts. Without it, the recipients come from a file */
  readonly audience?:
    | {
        /** true: every contact. Required without another condition */
        readonly all?: boolean | null | undefined
        /** Contacts with all of these tags */
        readonly tags?: ReadonlyArray<string> | null | undefined
        /** Contacts whose attributes have these values */
        readonly attributes?: { readonly [name: string]: Json } | null | undefined
        /** Contacts whose name, number or e-mail address contains the text */
        readonly search?: string | null | undefined
        /** Contacts among these, by id or vendorContactId */
        readonly contactIds?: ReadonlyArray<string | string> | null | undefined
      }
    | null
    | undefined
  /** A value for each placeholder, by its name or number: a text for all, or a field of the recipient with a fallback */
  readonly values?:
    | {
        readonly [name: string]:
          | string
          | {
              /** A field of the recipient: name, phone, email, attributes.<name>, or columns.<name> of a file */
              readonly field: string
              /** The text for recipients whose field is empty; without it they get no message */
              readonly fallback?: string | null | undefined
            }
      }
    | null
    | undefined
  /** When it begins after its start: in the future, at most 90 days ahead. Without it, it begins at once: ISO 8601 with its zone */
  readonly sendAt?: string | null | undefined
  /** Messages per second at most, 1 to 1000; 40 when left out */
  readonly pace?: number | null | undefined
  /** reply: contacts who wrote since the start get no message. opt_out: those who opted out get none, whatever the category of the template */
  readonly stopOn?: ReadonlyArray<"reply" | "opt_out"> | null | undefined
}

/** An endpoint */
export interface CreateEndpointRequest {
  /** Where events are sent to; HTTPS */
  readonly url: string
  /** Types of the events to be sent, at least one */
  readonly events: ReadonlyArray<
    | "message.received"
    | "message.sent"
    | "message.delivered"
    | "message.read"
    | "message.failed"
    | "contact.created"
    | "contact.updated"
    | "conversation.opened"
    | "conversation.closed"
    | "postback"
    | "message.reaction"
    | "message.edited"
    | "message.deleted"
    | "message.send_failed"
    | "contact.opted_in"
    | "contact.opted_out"
    | "contact.erased"
    | "conversation.note_added"
    | "conversation.note_removed"
    | "conversation.assigned"
    | "conversation.read"
    | "conversation.unread"
    | "conversation.updated"
    | "account.updated"
    | "webhook.failing"
    | "campaign.updated"
  >
  /** Name, at most 64 characters */
  readonly name?: string | null | undefined
  /** Which events of these types are sent. Parts that are left out stay as they are */
  readonly filter?:
    | {
        /** Channels of events, at most 50; an empty list permits all */
        readonly channels?: ReadonlyArray<"whatsapp" | "messenger" | "instagram"> | null | undefined
        /** Ids of connected accounts: WhatsApp numbers, Pages and Instagram accounts, at most 50; an empty list permits all */
        readonly accountIds?: ReadonlyArray<string> | null | undefined
        /** Names of labels of the conversation or the contact, one of which suffices, at most 50; an empty list permits all */
        readonly labels?: ReadonlyArray<string> | null | undefined
        /** Ids of campaigns: events of the campaign and of its messages, at most 50; an empty list permits all */
        readonly campaignIds?: ReadonlyArray<string> | null | undefined
      }
    | null
    | undefined
  /** Headers of every delivery, at most 10 with values of at most 512 characters. They replace all former ones. Headers of the connection, the body and the signature are refused */
  readonly headers?: { readonly [name: string]: string } | null | undefined
}

/** A label */
export interface CreateLabelRequest {
  /** Name, 1 to 64 characters; capitals and accents make no difference */
  readonly name: string
  /** Color as # and six hexadecimal digits; #6b7280 when left out */
  readonly color?: string | null | undefined
}

/** A reply */
export interface CreateSavedReplyRequest {
  /** What members type to find it: 1 to 32 letters, digits, _, - or .; capitals become small */
  readonly shortcut: string
  /** The text, 1 to 4096 characters. Variables: {{contact.name}}, {{contact.firstName}}, {{contact.phone}}, {{contact.email}}, {{member.name}}, {{member.firstName}}, {{member.email}}, {{contact.attributes.KEY}}; {{contact.name|there}} has a fallback */
  readonly text: string
  /** Language such as en or pt_BR; null for none */
  readonly language?: string | null | undefined
  /** The id of an uploaded file of the organization, which is sent with the text; null for none */
  readonly mediaId?: string | null | undefined
  /** true: for all members, which those who manage the organization may set. Replies of a backend are always shared */
  readonly shared?: boolean | null | undefined
}

/** A team */
export interface CreateTeamRequest {
  /** Name, 1 to 64 characters; capitals and accents make no difference */
  readonly name: string
  /** The user ids of all its members, at most 200; each is a member of the organization */
  readonly memberIds?: ReadonlyArray<string> | null | undefined
  /** How its conversations are assigned: manual, round_robin, least_busy or last_assignee; null for the policy of the organization. Without a setting `assignment` of the organization, nothing is assigned */
  readonly assignmentPolicy?: "manual" | "round_robin" | "least_busy" | "last_assignee" | null | undefined
}

/** A new template, or a copy of one under another name or in another language */
export interface CreateTemplateRequest {
  /** The number whose templates are meant, as in sends */
  readonly from?: string | null | undefined
  /** The id of a template: fields that are left out are those of this template */
  readonly copyOf?: string | null | undefined
  /** 1 to 512 lowercase letters, digits and underscores */
  readonly name?: string | null | undefined
  /** A language code, such as en_US */
  readonly language?: string | null | undefined
  /** One of AUTHENTICATION, MARKETING, UTILITY */
  readonly category?: "AUTHENTICATION" | "MARKETING" | "UTILITY" | null | undefined
  /** POSITIONAL when left out; NAMED for placeholders such as {{first_name}} */
  readonly parameter_format?: "POSITIONAL" | "NAMED" | null | undefined
  /** Header, body, footer, buttons and carousel, in Meta's form. Each placeholder has an example; the example of a media header is {mediaId} of an uploaded file, or {header_handle} */
  readonly components?: ReadonlyArray<{ readonly [name: string]: Json }> | null | undefined
  /** Seconds after which an undelivered message expires; the platform's own when left out */
  readonly message_send_ttl_seconds?: number | null | undefined
}

/** A voice call that has ended */
export interface DeveloperCall {
  /** inbound if the contact called; outbound if the business called */
  readonly direction: "inbound" | "outbound"
  /** Whether the other side accepted the call */
  readonly answered: boolean
  /** Duration of the call; null if it was not answered or the platform does not report it */
  readonly seconds: number | null
}

/** A message with its status, price and failure */
export interface DeveloperMessage {
  /** The message's id */
  readonly id: string
  /** The platform's id of the message; empty when it is not known */
  readonly waMessageId: string
  /** The conversation that it belongs to */
  readonly conversationId: string
  /** The contact of the conversation */
  readonly contactId: string
  /** whatsapp, messenger or instagram */
  readonly channel: "whatsapp" | "messenger" | "instagram"
  /** The number, Page or account that it came over */
  readonly accountId: string
  /** inbound or outbound */
  readonly direction: "inbound" | "outbound"
  /** The other side: phone number, E.164 without +, or the platform's id of the person */
  readonly person: string
  /** The type of message, as in events */
  readonly type: string
  /** What it says, as in events */
  readonly content: { readonly [name: string]: Json }
  /** sent, delivered, read or failed */
  readonly status: "sent" | "delivered" | "read" | "failed"
  /** When it was said: ISO 8601, UTC, with milliseconds */
  readonly timestamp: string
  /** When it was sent, and the platform accepted it: ISO 8601, UTC, with milliseconds; null if it did not, or if it is not known */
  readonly sentAt: string | null
  /** When it was delivered: ISO 8601, UTC, with milliseconds; null if it did not, or if it is not known */
  readonly deliveredAt: string | null
  /** When it was read: ISO 8601, UTC, with milliseconds; null if it did not, or if it is not known */
  readonly readAt: string | null
  /** When it failed: ISO 8601, UTC, with milliseconds; null if it did not, or if it is not known */
  readonly failedAt: string | null
  /** Text below a document or a recording, whose content has no field for it */
  readonly caption?: string
  readonly replyTo?: DeveloperReplyTo
  readonly referral?: DeveloperReferral
  readonly context?: DeveloperMessageContext
  readonly call?: DeveloperCall
  readonly template?: DeveloperSentTemplate
  /** The agent that a backend sent the message for, or the author in an import */
  readonly agent?: {
    /** The name that the backend gave */
    readonly name: string
  }
  /** There if the message came from a history or an import, and no event announced it */
  readonly imported?: true
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [DeveloperReaction, ...ReadonlyArray<DeveloperReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
  readonly error?: DeveloperMessageError
  readonly pricing?: DeveloperMessagePricing
}

/** The context in which a contact wrote a message */
export interface DeveloperMessageContext {
  /** Whether the contact forwarded the message */
  readonly forwarded: boolean
  /** Whether it was forwarded more than five times */
  readonly frequentlyForwarded: boolean
  /** The product that the message is about; null if there is none */
  readonly product: {
    /** The platform's id of the catalog; empty when it is not known */
    readonly catalogId: string
    /** The seller's id of the product; empty when it is not known */
    readonly productId: string
  } | null
}

/** Why it failed; there for the status failed only */
export interface DeveloperMessageError {
  /** The platform's code; 0 when it gave no reason, -1 when it was not reached, -2 when the outcome is unknown */
  readonly code: number
  /** The platform's name of the failure; empty when it gave none */
  readonly title: string
  /** The platform's text, or the known outcome */
  readonly message: string
}

/** The price as the platform reports it; absent if it has not reported any */
export interface DeveloperMessagePricing {
  /** Whether the platform charges for the message */
  readonly billable?: boolean
  /** The category of the price: service, marketing, utility, authentication or another */
  readonly category?: string
  /** The pricing model: PMP for a price per message, CBP for one per conversation */
  readonly model?: string
  /** Why it is charged or free: regular, free_customer_service or free_entry_point */
  readonly type?: string
}

/** A reaction to a message */
export interface DeveloperReaction {
  /** The emoji, or the platform's word for it */
  readonly emoji: string
  /** The contact who reacted; null for the business */
  readonly from: string | null
  /** When they reacted: ISO 8601, UTC, with milliseconds */
  readonly at: string
}

/** The ad, post or link that a message came from */
export interface DeveloperReferral {
  /** What it was, in the platform's words: ad or post, ADS or SHORTLINK; empty when it is not known */
  readonly source: string
  /** The platform's id of the ad or post; empty when it is not known */
  readonly sourceId: string
  /** Headline of the ad or post; empty when it is not known */
  readonly headline: string
  /** Text of the ad or post; empty when it is not known */
  readonly text: string
  /** Address of the ad, post or page; empty when it is not known */
  readonly url: string
  /** Parameter of the link; empty when it is not known */
  readonly ref: string
}

/** The message or story that a message answers */
export interface DeveloperReplyTo {
  /** The platform's id of the answered message; empty when it is not known */
  readonly waMessageId: string
  /** The answered message's id; null when it is not known, or not of this conversation */
  readonly id: string | null
  /** inbound or outbound; null when the answered message is not known */
  readonly direction: "inbound" | "outbound" | null
  /** What it says, shortened to 256 characters; the kind in brackets when it has no text; empty when it is not known */
  readonly text: string
  /** The platform's address of the answered story; empty when a message is answered */
  readonly storyUrl: string
}

/** The template that a message is */
export interface DeveloperSentTemplate {
  /** Name of the template */
  readonly name: string
  /** Which of its languages; empty when it is not known */
  readonly language: string
  /** The values that it was sent with, as the send had them */
  readonly components: ReadonlyArray<{ readonly [name: string]: Json }>
}

/** What changes; components are replaced as a whole */
export interface EditTemplateRequest {
  /** The number whose templates are meant, as in sends */
  readonly from?: string | null | undefined
  /** Another category; an approved template keeps its own */
  readonly category?: "AUTHENTICATION" | "MARKETING" | "UTILITY" | null | undefined
  /** Header, body, footer, buttons and carousel, in Meta's form. Each placeholder has an example; the example of a media header is {mediaId} of an uploaded file, or {header_handle} */
  readonly components?: ReadonlyArray<{ readonly [name: string]: Json }> | null | undefined
  /** Seconds after which an undelivered message expires; the platform's own when left out */
  readonly message_send_ttl_seconds?: number | null | undefined
}

/** The confirmation */
export interface EraseContactRequest {
  /** true: the erasure cannot be undone */
  readonly confirm: boolean
}

/** The erasure of a contact */
export interface Erasure {
  /** The former id of the contact */
  readonly contactId: string
  /** running: the contact is gone, and the rest follows in the background */
  readonly status: "running" | "done"
  /** When the erasure was requested: ISO 8601, UTC, with milliseconds */
  readonly requestedAt: string
  /** When nothing was left: ISO 8601, UTC, with milliseconds; null while running */
  readonly finishedAt: string | null
  /** What was erased so far */
  readonly erased: {
    /** Messages */
    readonly messages: number
    /** Files of messages */
    readonly files: number
    /** Other records, such as events, notes and logged requests */
    readonly records: number
  }
}

/** May be left out as a whole */
export interface HandOverRequest {
  /** The AI agent that takes the conversation, or asks for people */
  readonly agent?:
    | {
        /** Its name, at most 100 characters */
        readonly name: string
      }
    | null
    | undefined
  /** Why, for people who read it; at most 2000 characters */
  readonly reason?: string | null | undefined
  /** On Messenger and Instagram: the platform's id of another app, which gets the thread. Without it, the agent is one of this app */
  readonly appId?: string | null | undefined
}

/** May be left out as a whole */
export interface HandlingRequest {
  /** The AI agent that takes the conversation, or asks for people */
  readonly agent?:
    | {
        /** Its name, at most 100 characters */
        readonly name: string
      }
    | null
    | undefined
  /** Why, for people who read it; at most 2000 characters */
  readonly reason?: string | null | undefined
}

/** Messages by hour and weekday */
export interface HoursReport {
  /** The first day, in the time zone */
  readonly from: string
  /** The last day, in the time zone */
  readonly to: string
  /** The time zone (IANA) */
  readonly timeZone: string
  /** The 168 hours of a week */
  readonly hours: ReadonlyArray<ReportHour>
}

/** A direct message; what has to be there beside participantId depends on the type */
export interface InstagramSendRequest {
  /** The agent, such as a bot, that the message is sent for. Lists, events and the console show its name */
  readonly agent?:
    | {
        /** Its name, at most 100 characters */
        readonly name: string
      }
    | null
    | undefined
  /** Instagram-scoped id of the person; required without commentId */
  readonly participantId?: string | undefined
  /** In place of the person: the platform's id of a comment, at most 128 characters. Its author gets the message privately (one for each comment, within 7 days of it) */
  readonly commentId?: string | null | undefined
  /** The account that sends: the Instagram account id, or the id of the connected account; when left out, the account that knows the person, else the one connected first */
  readonly from?: string | null | undefined
  /** When to send it: in the future, at most 90 days ahead. Without it, the message is sent at once: ISO 8601 with its zone */
  readonly sendAt?: string | null | undefined
  /** One of text, image, video, audio, file, quick_replies, button_template, generic_template, images, sticker, reaction, document; text when left out */
  readonly type?:
    | "text"
    | "image"
    | "video"
    | "audio"
    | "file"
    | "quick_replies"
    | "button_template"
    | "generic_template"
    | "images"
    | "sticker"
    | "reaction"
    | "document"
    | null
    | undefined
  /** Required for types text and quick_replies; at most 1000 bytes of UTF-8 */
  readonly text?: string | null | undefined
  /** Required for type quick_replies: the replies, at most 13 */
  readonly quickReplies?:
    | ReadonlyArray<{
        /** text, the only one */
        readonly contentType?: "text" | null | undefined
        /** Required; the text on it, truncated to 20 characters */
        readonly title?: string | null | undefined
        /** The payload of the reply; when absent, the title in upper case with underscores for spaces */
        readonly payload?: string | null | undefined
        /** Public address of an icon */
        readonly imageUrl?: string | null | undefined
      }>
    | null
    | undefined
  /** Required for type button_template: the text above the buttons, at most 640 characters */
  readonly buttonTemplateText?: string | null | undefined
  /** Required for type button_template, at most 3 */
  readonly buttons?:
    | ReadonlyArray<{
        /** Required: web_url, postback */
        readonly type?: "web_url" | "postback" | null | undefined
        /** Required; the text on it, truncated to 20 characters */
        readonly title?: string | null | undefined
        /** Required for type web_url: the page to open */
        readonly url?: string | null | undefined
        /** Required for type postback: the payload of the webhook, at most 1000 characters */
        readonly payload?: string | null | undefined
      }>
    | null
    | undefined
  /** Required for type generic_template: the cards, at most 10 */
  readonly elements?:
    | ReadonlyArray<{
        /** Required: title of the card, at most 80 characters */
        readonly title?: string | null | undefined
        /** Text below the title, at most 80 characters */
        readonly subtitle?: string | null | undefined
        /** Public address of an image */
        readonly imageUrl?: string | null | undefined
        /** What a tap on the card itself does */
        readonly defaultAction?:
          | {
              /** web_url */
              readonly type?: "web_url" | null | undefined
              /** Required: the page to open */
              readonly url?: string | null | undefined
            }
          | null
          | undefined
        /** Buttons of the card, at most 3 */
        readonly buttons?:
          | ReadonlyArray<{
              /** Required: web_url, postback */
              readonly type?: "web_url" | "postback" | null | undefined
              /** Required; the text on it, truncated to 20 characters */
              readonly title?: string | null | undefined
              /** Required for type web_url: the page to open */
              readonly url?: string | null | undefined
              /** Required for type postback: the payload of the webhook, at most 1000 characters */
              readonly payload?: string | null | undefined
            }>
          | null
          | undefined
      }>
    | null
    | undefined
  /** Required for type reaction */
  readonly reaction?:
    | {
        /** Id of the message that it is about: this service's or the platform's */
        readonly messageId: string
        /** One emoji; empty to take the reaction back */
        readonly emoji: string
      }
    | null
    | undefined
  /** Id of the message that it answers: this service's or the platform's. The person sees that message above it */
  readonly replyTo?: string | null | undefined
  /** HUMAN_AGENT, when a person answers: within 7 days instead of 24 hours */
  readonly tag?: "HUMAN_AGENT" | null | undefined
  /** For type image: an uploaded file */
  readonly image?:
    | {
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Not on this channel: send the text as a message of its own */
        readonly caption?: string | null | undefined
        /** Not on this channel: it shows the name of the upload */
        readonly filename?: string | null | undefined
      }
    | null
    | undefined
  /** For type video: an uploaded file */
  readonly video?:
    | {
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Not on this channel: send the text as a message of its own */
        readonly caption?: string | null | undefined
        /** Not on this channel: it shows the name of the upload */
        readonly filename?: string | null | undefined
      }
    | null
    | undefined
  /** For type audio: an uploaded file */
  readonly audio?:
    | {
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Not on this channel: send the text as a message of its own */
        readonly caption?: string | null | undefined
        /** Not on this channel: it shows the name of the upload */
        readonly filename?: string | null | undefined
      }
    | null
    | undefined
  /** For type document: an uploaded file */
  readonly document?:
    | {
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Not on this channel: send the text as a message of its own */
        readonly caption?: string | null | undefined
        /** Not on this channel: it shows the name of the upload */
        readonly filename?: string | null | undefined
      }
    | null
    | undefined
  /** For types image, video, audio and file, which need this or the part with the name of the type: public address; the platform fetches it */
  readonly attachmentUrl?: string | null | undefined
  /** Required for type images: at most 10 */
  readonly images?:
    | ReadonlyArray<{
        /** Required: public address of the image */
        readonly url?: string | null | undefined
      }>
    | null
    | undefined
}

/** A label for conversations and contacts */
export interface Label {
  /** The label's id */
  readonly id: string
  /** Name */
  readonly name: string
  /** Color as # and six hexadecimal digits */
  readonly color: string
  /** When it was added: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
}

/** The current consent of a contact on a channel */
export interface ListedConsent {
  readonly contact: {
    /** The contact's id */
    readonly id: string
    /** The contact's opaque id */
    readonly vendorContactId: string
    /** E.164 without +; null when it is not known */
    readonly phone: string | null
    /** Name; empty when it is not known */
    readonly name: string
  }
  /** whatsapp, messenger or instagram */
  readonly channel: "whatsapp" | "messenger" | "instagram"
  /** opted_in or opted_out */
  readonly state: "opted_in" | "opted_out"
  /** When the contact chose: ISO 8601, UTC, with milliseconds */
  readonly since: string
  /** api: a backend. member: a member. import: a row of an import. platform: a preference or an opt-in at the platform. word: a stop word. refusal: the platform refused a marketing message */
  readonly source: "api" | "member" | "import" | "platform" | "word" | "refusal"
  /** The API key, the user or the platform's id of the message; null if the source has none */
  readonly by: string | null
}

/** A message to a person of the Page; what has to be there beside recipientId depends on the type */
export interface MessengerSendRequest {
  /** The agent, such as a bot, that the message is sent for. Lists, events and the console show its name */
  readonly agent?:
    | {
        /** Its name, at most 100 characters */
        readonly name: string
      }
    | null
    | undefined
  /** Page-scoped id of the person; required without commentId */
  readonly recipientId?: string | undefined
  /** In place of the person: the platform's id of a comment, at most 128 characters. Its author gets the message privately (one for each comment, within 7 days of it) */
  readonly commentId?: string | null | undefined
  /** The Page that sends: the id of the Page, or the id of the connected account; when left out, the Page that knows the person, else the one connected first */
  readonly from?: string | null | undefined
  /** When to send it: in the future, at most 90 days ahead. Without it, the message is sent at once: ISO 8601 with its zone */
  readonly sendAt?: string | null | undefined
  /** One of text, quick_replies, button_template, generic_template, attachment_url, images, image_grid, media_template, receipt_template, sticker, reaction, image, video, audio, document; text when left out */
  readonly type?:
    | "text"
    | "quick_replies"
    | "button_template"
    | "generic_template"
    | "attachment_url"
    | "images"
    | "image_grid"
    | "media_template"
    | "receipt_template"
    | "sticker"
    | "reaction"
    | "image"
    | "video"
    | "audio"
    | "document"
    | null
    | undefined
  /** Required for types text and quick_replies; at most 2000 characters */
  readonly text?: string | null | undefined
  /** Required for type quick_replies: the replies, at most 13 */
  readonly quickReplies?:
    | ReadonlyArray<{
        /** One of text, user_phone_number, user_email; text when left out. The others offer the phone number or e-mail address that the platform knows, without title and payload */
        readonly contentType?: "text" | "user_phone_number" | "user_email" | null | undefined
        /** Required; the text on it, truncated to 20 characters */
        readonly title?: string | null | undefined
        /** The payload of the reply; when absent, the title in upper case with underscores for spaces */
        readonly payload?: string | null | undefined
        /** Public address of an icon */
        readonly imageUrl?: string | null | undefined
      }>
    | null
    | undefined
  /** Required for type button_template: the text above the buttons, at most 640 characters */
  readonly buttonTemplateText?: string | null | undefined
  /** Required for type button_template, at most 3; optional for types image_grid and media_template */
  readonly buttons?:
    | ReadonlyArray<{
        /** Required: web_url, postback, phone_number */
        readonly type?: "web_url" | "postback" | "phone_number" | null | undefined
        /** Required; the text on it, truncated to 20 characters */
        readonly title?: string | null | undefined
        /** Required for type web_url: the page to open */
        readonly url?: string | null | undefined
        /** Required for type postback: the payload of the webhook, at most 1000 characters; for type phone_number: the number to dial, with + and country code */
        readonly payload?: string | null | undefined
      }>
    | null
    | undefined
  /** Required for type generic_template: the cards, at most 10 */
  readonly elements?:
    | ReadonlyArray<{
        /** Required: title of the card, at most 80 characters */
        readonly title?: string | null | undefined
        /** Text below the title, at most 80 characters */
        readonly subtitle?: string | null | undefined
        /** Public address of an image */
        readonly imageUrl?: string | null | undefined
        /** What a tap on the card itself does */
        readonly defaultAction?:
          | {
              /** web_url */
              readonly type?: "web_url" | null | undefined
              /** Required: the page to open */
              readonly url?: string | null | undefined
            }
          | null
          | undefined
        /** Buttons of the card, at most 3 */
        readonly buttons?:
          | ReadonlyArray<{
              /** Required: web_url, postback, phone_number */
              readonly type?: "web_url" | "postback" | "phone_number" | null | undefined
              /** Required; the text on it, truncated to 20 characters */
              readonly title?: string | null | undefined
              /** Required for type web_url: the page to open */
              readonly url?: string | null | undefined
              /** Required for type postback: the payload of the webhook, at most 1000 characters; for type phone_number: the number to dial, with + and country code */
              readonly payload?: string | null | undefined
            }>
          | null
          | undefined
      }>
    | null
    | undefined
  /** Required for type reaction */
  readonly reaction?:
    | {
        /** Id of the message that it is about: this service's or the platform's */
        readonly messageId: string
        /** One emoji; empty to take the reaction back */
        readonly emoji: string
      }
    | null
    | undefined
  /** Id of the message that it answers: this service's or the platform's. The person sees that message above it */
  readonly replyTo?: string | null | undefined
  /** HUMAN_AGENT, when a person answers: within 7 days instead of 24 hours */
  readonly tag?: "HUMAN_AGENT" | null | undefined
  /** For type image: an uploaded file */
  readonly image?:
    | {
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Not on this channel: send the text as a message of its own */
        readonly caption?: string | null | undefined
        /** Not on this channel: it shows the name of the upload */
        readonly filename?: string | null | undefined
      }
    | null
    | undefined
  /** For type video: an uploaded file */
  readonly video?:
    | {
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Not on this channel: send the text as a message of its own */
        readonly caption?: string | null | undefined
        /** Not on this channel: it shows the name of the upload */
        readonly filename?: string | null | undefined
      }
    | null
    | undefined
  /** For type audio: an uploaded file */
  readonly audio?:
    | {
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Not on this channel: send the text as a message of its own */
        readonly caption?: string | null | undefined
        /** Not on this channel: it shows the name of the upload */
        readonly filename?: string | null | undefined
      }
    | null
    | undefined
  /** For type document: an uploaded file */
  readonly document?:
    | {
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Not on this channel: send the text as a message of its own */
        readonly caption?: string | null | undefined
        /** Not on this channel: it shows the name of the upload */
        readonly filename?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type attachment_url: public address of the file; the platform fetches it. For type media_template, which needs this or attachmentId: address of a photo or video on facebook.com */
  readonly attachmentUrl?: string | null | undefined
  /** For type attachment_url: image, video, audio, file; file when left out. Required for type media_template: image or video */
  readonly attachmentType?: "image" | "video" | "audio" | "file" | null | undefined
  /** For type media_template: the platform's id of an uploaded file */
  readonly attachmentId?: string | null | undefined
  /** Required for type images: at most 30; for type image_grid: 2 to 6 */
  readonly images?:
    | ReadonlyArray<{
        /** Required: public address of the image */
        readonly url?: string | null | undefined
        /** For type image_grid: shows this image larger */
        readonly isHero?: boolean | null | undefined
        /** For type image_grid: what a tap on the image does */
        readonly action?:
          | {
              /** Required: web_url, postback */
              readonly type?: "web_url" | "postback" | null | undefined
              /** Required for type web_url: the page to open */
              readonly url?: string | null | undefined
              /** Required for type postback: the payload of the webhook */
              readonly payload?: string | null | undefined
            }
          | null
          | undefined
      }>
    | null
    | undefined
  /** For type image_grid: at most 45 characters */
  readonly title?: string | null | undefined
  /** For type image_grid: at most 80 characters */
  readonly subtitle?: string | null | undefined
  /** Required for type receipt_template */
  readonly receipt?:
    | {
        /** Required: the name of the person */
        readonly recipientName?: string | null | undefined
        /** The name of the shop */
        readonly merchantName?: string | null | undefined
        /** Required: unique for each order */
        readonly orderNumber?: string | null | undefined
        /** Required: ISO 4217, such as EUR */
        readonly currency?: string | null | undefined
        /** Required: in words, such as Visa 2345 */
        readonly paymentMethod?: string | null | undefined
        /** Address of a page about the order */
        readonly orderUrl?: string | null | undefined
        /** Time of the order, in seconds since 1970 */
        readonly timestamp?: number | null | undefined
        /** The items, at most 100 */
        readonly items?:
          | ReadonlyArray<{
              /** Required: the name of the item */
              readonly title?: string | null | undefined
              /** Text below the name */
              readonly subtitle?: string | null | undefined
              /** Number of items */
              readonly quantity?: number | null | undefined
              /** Required: the price, 0 for a free item */
              readonly price?: number | null | undefined
              /** Currency of the price, if it differs */
              readonly currency?: string | null | undefined
              /** Public address of an image */
              readonly imageUrl?: string | null | undefined
            }>
          | null
          | undefined
        /** Where the order is shipped to */
        readonly address?:
          | {
              /** Required */
              readonly street1?: string | null | undefined
              /** Second line of the street */
              readonly street2?: string | null | undefined
              /** Required */
              readonly city?: string | null | undefined
              /** Required */
              readonly postalCode?: string | null | undefined
              /** Required: the state, region or province */
              readonly state?: string | null | undefined
              /** Required: two letters, such as US */
              readonly country?: string | null | undefined
            }
          | null
          | undefined
        /** Required: the amounts of the order */
        readonly summary?:
          | {
              /** Sum of the items */
              readonly subtotal?: number | null | undefined
              /** Cost of shipping */
              readonly shippingCost?: number | null | undefined
              /** Sum of taxes */
              readonly totalTax?: number | null | undefined
              /** Required: the amount that was paid */
              readonly totalCost?: number | null | undefined
            }
          | null
          | undefined
        /** Discounts and other changes of the price */
        readonly adjustments?:
          | ReadonlyArray<{
              /** Required: the reason, such as a discount */
              readonly name?: string | null | undefined
              /** Required */
              readonly amount?: number | null | undefined
            }>
          | null
          | undefined
      }
    | null
    | undefined
  /** On Messenger required for type sticker: like for the thumb, or the digits of a sticker's id */
  readonly stickerId?: string | null | undefined
}

/** Conversations and messages of the organization by day */
export interface OverviewReport {
  /** The first day, in the time zone */
  readonly from: string
  /** The last day, in the time zone */
  readonly to: string
  /** The time zone (IANA) */
  readonly timeZone: string
  readonly total: ReportNumbers
  /** Each day of the report */
  readonly days: ReadonlyArray<ReportDay>
}

/** The values of the placeholders */
export interface PreviewTemplateRequest {
  /** The number whose templates are meant, as in sends */
  readonly from?: string | null | undefined
  /** Values as in a send; placeholders stay when left out */
  readonly components?: ReadonlyArray<TemplateComponent> | null | undefined
}

/** The priority to set */
export interface PrioritizeConversationRequest {
  /** none, low, normal, high or urgent */
  readonly priority: "none" | "low" | "normal" | "high" | "urgent"
}

/** May be left out as a whole */
export interface ReadMessageRequest {
  /** Whether the contact also sees that the business is typing; false when left out */
  readonly typing?: boolean | null | undefined
}

/** The conversation */
export interface RenderSavedReplyRequest {
  /** The conversation's id */
  readonly conversationId: string
}

/** Which deliveries are made again */
export interface ReplayRequest {
  /** Only deliveries of events that happened then or later: ISO 8601 with its zone */
  readonly since: string
  /** Only deliveries of events that happened before; up to now when left out: ISO 8601 with its zone */
  readonly until?: string | null | undefined
  /** Only those with this status */
  readonly status?: "pending" | "delivered" | "failed" | null | undefined
}

/** The numbers of a day */
export interface ReportDay {
  /** The day */
  readonly day: string
  /** Conversations that began */
  readonly opened: number
  /** Closes of conversations */
  readonly closed: number
  /** Closed conversations that were opened again */
  readonly reopened: number
  /** Conversations that are not closed at the end of the time */
  readonly openAtEnd: number
  /** Open conversations in which the contact waits for an answer at the end of the time */
  readonly unansweredAtEnd: number
  /** Messages of contacts */
  readonly received: number
  /** Messages that the platform accepted */
  readonly sent: number
  /** Messages among them that arrived */
  readonly delivered: number
  /** Messages among them that were read */
  readonly read: number
  /** Messages that the platform refused, or that failed later */
  readonly failed: number
  readonly firstResponse: ReportDurations
  readonly laterResponse: ReportDurations
  readonly resolution: ReportDurations
}

/** Durations that ended in the time. Business hours are not subtracted */
export interface ReportDurations {
  /** The number of durations */
  readonly count: number
  /** The mean, which is exact, in seconds; null without any */
  readonly mean: number | null
  /** The median, with an error of at most 5%, in seconds; null without any */
  readonly p50: number | null
  /** The 90th percentile, with an error of at most 5%, in seconds; null without any */
  readonly p90: number | null
  /** The 99th percentile, with an error of at most 5%, in seconds; null without any */
  readonly p99: number | null
}

/** Messages in an hour of a weekday */
export interface ReportHour {
  /** 1 is Monday, 7 is Sunday */
  readonly weekday: number
  /** The hour of the day, from 0 to 23 */
  readonly hour: number
  /** Messages of contacts */
  readonly received: number
  /** Messages that the platform accepted */
  readonly sent: number
}

/** The numbers of a time. firstResponse: from the first message of the contact in a conversation to the first answer of a member or an agent. laterResponse: from the first message of the contact after an answer to the next one. resolution: from the beginning of a conversation, or its last reopening, to its close */
export interface ReportNumbers {
  /** Conversations that began */
  readonly opened: number
  /** Closes of conversations */
  readonly closed: number
  /** Closed conversations that were opened again */
  readonly reopened: number
  /** Conversations that are not closed at the end of the time */
  readonly openAtEnd: number
  /** Open conversations in which the contact waits for an answer at the end of the time */
  readonly unansweredAtEnd: number
  /** Messages of contacts */
  readonly received: number
  /** Messages that the platform accepted */
  readonly sent: number
  /** Messages among them that arrived */
  readonly delivered: number
  /** Messages among them that were read */
  readonly read: number
  /** Messages that the platform refused, or that failed later */
  readonly failed: number
  readonly firstResponse: ReportDurations
  readonly laterResponse: ReportDurations
  readonly resolution: ReportDurations
}

/** The numbers of a thing. Numbers that the subject does not count are 0 */
export interface ReportRow {
  /** The channel, the number's, member's, team's or campaign's id, or the name of the label or template */
  readonly id: string
  /** Conversations that began */
  readonly opened: number
  /** Closes of conversations */
  readonly closed: number
  /** Closed conversations that were opened again */
  readonly reopened: number
  /** Conversations that are not closed at the end of the time */
  readonly openAtEnd: number
  /** Open conversations in which the contact waits for an answer at the end of the time */
  readonly unansweredAtEnd: number
  /** Messages of contacts */
  readonly received: number
  /** Messages that the platform accepted */
  readonly sent: number
  /** Messages among them that arrived */
  readonly delivered: number
  /** Messages among them that were read */
  readonly read: number
  /** Messages that the platform refused, or that failed later */
  readonly failed: number
  readonly firstResponse: ReportDurations
  readonly laterResponse: ReportDurations
  readonly resolution: ReportDurations
}

/** A text that members send again and again */
export interface SavedReply {
  /** The reply's id */
  readonly id: string
  /** What members type to find it, in lower case */
  readonly shortcut: string
  /** The text, with its variables */
  readonly text: string
  /** Language such as en or pt_BR; null for none */
  readonly language: string | null
  /** The uploaded file that is sent with it; null without one */
  readonly mediaId: string | null
  /** true: all members use it. false: the caller's own */
  readonly shared: boolean
  /** When it was added: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
  /** When it was last changed: ISO 8601, UTC, with milliseconds */
  readonly updatedAt: string
}

/** What changes. Content replaces the whole content, in the form of the send of the channel */
export interface ScheduledChange {
  /** The agent, such as a bot, that the message is sent for. Lists, events and the console show its name */
  readonly agent?:
    | {
        /** Its name, at most 100 characters */
        readonly name: string
      }
    | null
    | undefined
  /** In place of the person: the platform's id of a comment, at most 128 characters. Its author gets the message privately (one for each comment, within 7 days of it) */
  readonly commentId?: string | null | undefined
  /** When to send it: in the future, at most 90 days ahead. Without it, the message is sent at once: ISO 8601 with its zone */
  readonly sendAt?: string | null | undefined
  /** The type of message, as the send of its channel takes it */
  readonly type?: string | null | undefined
  /** The text, as the send of its channel takes it; at most 4096 characters on WhatsApp */
  readonly text?: string | null | undefined
  /** Required for type quick_replies: the replies, at most 13 */
  readonly quickReplies?:
    | ReadonlyArray<{
        /** One of text, user_phone_number, user_email; text when left out. The others offer the phone number or e-mail address that the platform knows, without title and payload */
        readonly contentType?: "text" | "user_phone_number" | "user_email" | null | undefined
        /** Required; the text on it, truncated to 20 characters */
        readonly title?: string | null | undefined
        /** The payload of the reply; when absent, the title in upper case with underscores for spaces */
        readonly payload?: string | null | undefined
        /** Public address of an icon */
        readonly imageUrl?: string | null | undefined
      }>
    | null
    | undefined
  /** Required for type button_template: the text above the buttons, at most 640 characters */
  readonly buttonTemplateText?: string | null | undefined
  /** Required for type button_template, at most 3; optional for types image_grid and media_template */
  readonly buttons?:
    | ReadonlyArray<{
        /** Required: web_url, postback, phone_number */
        readonly type?: "web_url" | "postback" | "phone_number" | null | undefined
        /** Required; the text on it, truncated to 20 characters */
        readonly title?: string | null | undefined
        /** Required for type web_url: the page to open */
        readonly url?: string | null | undefined
        /** Required for type postback: the payload of the webhook, at most 1000 characters; for type phone_number: the number to dial, with + and country code */
        readonly payload?: string | null | undefined
      }>
    | null
    | undefined
  /** Required for type generic_template: the cards, at most 10 */
  readonly elements?:
    | ReadonlyArray<{
        /** Required: title of the card, at most 80 characters */
        readonly title?: string | null | undefined
        /** Text below the title, at most 80 characters */
        readonly subtitle?: string | null | undefined
        /** Public address of an image */
        readonly imageUrl?: string | null | undefined
        /** What a tap on the card itself does */
        readonly defaultAction?:
          | {
              /** web_url */
              readonly type?: "web_url" | null | undefined
              /** Required: the page to open */
              readonly url?: string | null | undefined
            }
          | null
          | undefined
        /** Buttons of the card, at most 3 */
        readonly buttons?:
          | ReadonlyArray<{
              /** Required: web_url, postback, phone_number */
              readonly type?: "web_url" | "postback" | "phone_number" | null | undefined
              /** Required; the text on it, truncated to 20 characters */
              readonly title?: string | null | undefined
              /** Required for type web_url: the page to open */
              readonly url?: string | null | undefined
              /** Required for type postback: the payload of the webhook, at most 1000 characters; for type phone_number: the number to dial, with + and country code */
              readonly payload?: string | null | undefined
            }>
          | null
          | undefined
      }>
    | null
    | undefined
  /** Required for type reaction */
  readonly reaction?:
    | {
        /** Id of the message that it is about: this service's or the platform's */
        readonly messageId: string
        /** One emoji; empty to take the reaction back */
        readonly emoji: string
      }
    | null
    | undefined
  /** Id of the message that it answers: this service's or the platform's. The person sees that message above it */
  readonly replyTo?: string | null | undefined
  /** HUMAN_AGENT, when a person answers: within 7 days instead of 24 hours */
  readonly tag?: "HUMAN_AGENT" | null | undefined
  /** Required for type image */
  readonly image?:
    | {
        /** Public address of the image; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Text below it */
        readonly caption?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type video */
  readonly video?:
    | {
        /** Public address of the video; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Text below it */
        readonly caption?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type audio */
  readonly audio?:
    | {
        /** Public address of the audio file; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type document */
  readonly document?:
    | {
        /** Public address of the document; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Text below it */
        readonly caption?: string | null | undefined
        /** Name shown */
        readonly filename?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type attachment_url: public address of the file; the platform fetches it. For type media_template, which needs this or attachmentId: address of a photo or video on facebook.com */
  readonly attachmentUrl?: string | null | undefined
  /** Required for type images: at most 30; for type image_grid: 2 to 6 */
  readonly images?:
    | ReadonlyArray<{
        /** Required: public address of the image */
        readonly url?: string | null | undefined
        /** For type image_grid: shows this image larger */
        readonly isHero?: boolean | null | undefined
        /** For type image_grid: what a tap on the image does */
        readonly action?:
          | {
              /** Required: web_url, postback */
              readonly type?: "web_url" | "postback" | null | undefined
              /** Required for type web_url: the page to open */
              readonly url?: string | null | undefined
              /** Required for type postback: the payload of the webhook */
              readonly payload?: string | null | undefined
            }
          | null
          | undefined
      }>
    | null
    | undefined
  /** For type attachment_url: image, video, audio, file; file when left out. Required for type media_template: image or video */
  readonly attachmentType?: "image" | "video" | "audio" | "file" | null | undefined
  /** For type media_template: the platform's id of an uploaded file */
  readonly attachmentId?: string | null | undefined
  /** For type image_grid: at most 45 characters */
  readonly title?: string | null | undefined
  /** For type image_grid: at most 80 characters */
  readonly subtitle?: string | null | undefined
  /** Required for type receipt_template */
  readonly receipt?:
    | {
        /** Required: the name of the person */
        readonly recipientName?: string | null | undefined
        /** The name of the shop */
        readonly merchantName?: string | null | undefined
        /** Required: unique for each order */
        readonly orderNumber?: string | null | undefined
        /** Required: ISO 4217, such as EUR */
        readonly currency?: string | null | undefined
        /** Required: in words, such as Visa 2345 */
        readonly paymentMethod?: string | null | undefined
        /** Address of a page about the order */
        readonly orderUrl?: string | null | undefined
        /** Time of the order, in seconds since 1970 */
        readonly timestamp?: number | null | undefined
        /** The items, at most 100 */
        readonly items?:
          | ReadonlyArray<{
              /** Required: the name of the item */
              readonly title?: string | null | undefined
              /** Text below the name */
              readonly subtitle?: string | null | undefined
              /** Number of items */
              readonly quantity?: number | null | undefined
              /** Required: the price, 0 for a free item */
              readonly price?: number | null | undefined
              /** Currency of the price, if it differs */
              readonly currency?: string | null | undefined
              /** Public address of an image */
              readonly imageUrl?: string | null | undefined
            }>
          | null
          | undefined
        /** Where the order is shipped to */
        readonly address?:
          | {
              /** Required */
              readonly street1?: string | null | undefined
              /** Second line of the street */
              readonly street2?: string | null | undefined
              /** Required */
              readonly city?: string | null | undefined
              /** Required */
              readonly postalCode?: string | null | undefined
              /** Required: the state, region or province */
              readonly state?: string | null | undefined
              /** Required: two letters, such as US */
              readonly country?: string | null | undefined
            }
          | null
          | undefined
        /** Required: the amounts of the order */
        readonly summary?:
          | {
              /** Sum of the items */
              readonly subtotal?: number | null | undefined
              /** Cost of shipping */
              readonly shippingCost?: number | null | undefined
              /** Sum of taxes */
              readonly totalTax?: number | null | undefined
              /** Required: the amount that was paid */
              readonly totalCost?: number | null | undefined
            }
          | null
          | undefined
        /** Discounts and other changes of the price */
        readonly adjustments?:
          | ReadonlyArray<{
              /** Required: the reason, such as a discount */
              readonly name?: string | null | undefined
              /** Required */
              readonly amount?: number | null | undefined
            }>
          | null
          | undefined
      }
    | null
    | undefined
  /** On Messenger required for type sticker: like for the thumb, or the digits of a sticker's id */
  readonly stickerId?: string | null | undefined
  /** Required for type template */
  readonly template?:
    | {
        /** Name of an approved template */
        readonly name: string
        /** Which of its languages */
        readonly language: {
          /** Language code, such as en_US */
          readonly code: string
        }
        /** Values for header, body and buttons, each {type, parameters:[{type, text}]} */
        readonly components?: ReadonlyArray<TemplateComponent> | null | undefined
      }
    | null
    | undefined
  /** Required for type location */
  readonly location?:
    | {
        /** Degrees north */
        readonly latitude: number
        /** Degrees east */
        readonly longitude: number
        /** Name of the place */
        readonly name?: string | null | undefined
        /** Address of the place */
        readonly address?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type sticker */
  readonly sticker?:
    | {
        /** Public address of the sticker, a WebP file; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
      }
    | null
    | undefined
  /** For type text: whether the first address in the text is shown with a preview of its page */
  readonly previewUrl?: boolean | null | undefined
  /** Required for type contacts: the contact cards, in the form of the platform */
  readonly contacts?: ReadonlyArray<WhatsAppContactCard> | null | undefined
  /** Required for type interactive: buttons, a list or another kind, in the form of the platform */
  readonly interactive?: WhatsAppInteractive | null | undefined
}

/** A message that is sent at its time */
export interface ScheduledMessage {
  /** The id of the scheduled message */
  readonly scheduledId: string
  /** scheduled, sending (the platform is called), sent, failed or cancelled. It is stored for 7 days after its end */
  readonly status: "scheduled" | "sending" | "sent" | "failed" | "cancelled"
  /** When it is sent: ISO 8601, UTC, with milliseconds */
  readonly sendAt: string
  /** whatsapp, messenger or instagram */
  readonly channel: "whatsapp" | "messenger" | "instagram"
  /** Recipient: phone number, or the platform's id of the person */
  readonly to: string
  /** The sender as it was named; null for the one that a send would choose */
  readonly from: string | null
  /** The type of message; null once it was sent */
  readonly type: string | null
  /** What it says, as messages have it; null once it was sent: the message has it */
  readonly content: { readonly [name: string]: Json } | null
  /** The conversation that it answers in; null for a send that names none */
  readonly conversationId: string | null
  /** The contact; null if there was none when it was scheduled */
  readonly contactId: string | null
  /** The member who scheduled it; null for a backend */
  readonly scheduledBy: string | null
  /** When it was scheduled: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
  /** When it was sent, failed or was cancelled; null before */
  readonly endedAt: string | null
  /** The id of the message that was sent; null otherwise */
  readonly vendorMessageId: string | null
  /** The platform's id of the message that was sent; null otherwise */
  readonly waMessageId: string | null
  /** Why it failed; null otherwise */
  readonly error: {
    /** The kind of failure, such as PlatformRejected */
    readonly reason: string
    /** The platform's code; 0 when it gave none */
    readonly code: number
    /** What failed; in the platform's words if it refused */
    readonly message: string
  } | null
}

/** A message that is recorded, and leaves at its time */
export interface ScheduledSend {
  /** The id of the scheduled message */
  readonly scheduledId: string
  /** The message is recorded, and leaves at sendAt */
  readonly status: "scheduled"
  /** When it is sent: ISO 8601, UTC, with milliseconds */
  readonly sendAt: string
}

/** A message; what has to be there beside to depends on the type */
export interface SendMessageRequest {
  /** Recipient's phone number, E.164 without +, or their business-scoped user id such as US.13491208655302741918 */
  readonly to: string
  /** The agent, such as a bot, that the message is sent for. Lists, events and the console show its name */
  readonly agent?:
    | {
        /** Its name, at most 100 characters */
        readonly name: string
      }
    | null
    | undefined
  /** The number that sends: its phone number, the platform's phone number id, or the id of the connected account; when left out, the number of the person's latest open conversation, else the organization's default number, else the one connected first */
  readonly from?: string | null | undefined
  /** When to send it: in the future, at most 90 days ahead. Without it, the message is sent at once: ISO 8601 with its zone */
  readonly sendAt?: string | null | undefined
  /** template (default), text, image, document, audio, video, location, sticker, contacts, interactive or reaction */
  readonly type?:
    | "template"
    | "text"
    | "image"
    | "document"
    | "audio"
    | "video"
    | "location"
    | "sticker"
    | "contacts"
    | "interactive"
    | "reaction"
    | null
    | undefined
  /** Required for type template */
  readonly template?:
    | {
        /** Name of an approved template */
        readonly name: string
        /** Which of its languages */
        readonly language: {
          /** Language code, such as en_US */
          readonly code: string
        }
        /** Values for header, body and buttons, each {type, parameters:[{type, text}]} */
        readonly components?: ReadonlyArray<TemplateComponent> | null | undefined
      }
    | null
    | undefined
  /** Required for type text; at most 4096 characters */
  readonly text?: string | null | undefined
  /** Required for type image */
  readonly image?:
    | {
        /** Public address of the image; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Text below it */
        readonly caption?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type document */
  readonly document?:
    | {
        /** Public address of the document; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Text below it */
        readonly caption?: string | null | undefined
        /** Name shown */
        readonly filename?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type audio */
  readonly audio?:
    | {
        /** Public address of the audio file; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type video */
  readonly video?:
    | {
        /** Public address of the video; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
        /** Text below it */
        readonly caption?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type location */
  readonly location?:
    | {
        /** Degrees north */
        readonly latitude: number
        /** Degrees east */
        readonly longitude: number
        /** Name of the place */
        readonly name?: string | null | undefined
        /** Address of the place */
        readonly address?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type sticker */
  readonly sticker?:
    | {
        /** Public address of the sticker, a WebP file; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/developer/v1/media) */
        readonly mediaId?: string | null | undefined
      }
    | null
    | undefined
  /** For type text: whether the first address in the text is shown with a preview of its page */
  readonly previewUrl?: boolean | null | undefined
  /** Required for type contacts: the contact cards, in the form of the platform */
  readonly contacts?: ReadonlyArray<WhatsAppContactCard> | null | undefined
  /** Required for type interactive: buttons, a list or another kind, in the form of the platform */
  readonly interactive?: WhatsAppInteractive | null | undefined
  /** Required for type reaction */
  readonly reaction?:
    | {
        /** Id of the message that it is about: this service's or the platform's */
        readonly messageId: string
        /** One emoji; empty to take the reaction back */
        readonly emoji: string
      }
    | null
    | undefined
  /** Id of the message that it answers: this service's or the platform's. The person sees that message above it */
  readonly replyTo?: string | null | undefined
}

/** Whether policies choose the member */
export interface SetAvailabilityRequest {
  /** available: policies choose the member. away: they do not */
  readonly status: "available" | "away"
}

/** The capacity of a member */
export interface SetCapacityRequest {
  /** Open conversations up to which policies choose the member, 1 to 1000; null for the capacity of the organization */
  readonly capacity: number | null
}

/** What the contact chose */
export interface SetConsentRequest {
  /** whatsapp, messenger or instagram */
  readonly channel: "whatsapp" | "messenger" | "instagram"
  /** opted_in or opted_out */
  readonly state: "opted_in" | "opted_out"
}

/** May be left out as a whole */
export interface SnoozeConversationRequest {
  /** When the snooze ends: in the future, at most 366 days ahead. Null, or left out: with the next message of the contact, which ends every snooze: ISO 8601 with its zone */
  readonly until?: string | null | undefined
}

/** Conversations and messages by channel, number, member and so on */
export interface SubjectReport {
  /** The first day, in the time zone */
  readonly from: string
  /** The last day, in the time zone */
  readonly to: string
  /** The time zone (IANA) */
  readonly timeZone: string
  /** At most 1000, the most active first */
  readonly rows: ReadonlyArray<ReportRow>
  /** The number of things beyond these rows */
  readonly omitted: number
}

/** A template that the platform reviews */
export interface SubmittedTemplate {
  /** The platform's id of the template */
  readonly id: string
  /** PENDING until the platform decided, usually within minutes */
  readonly status: string
  /** The category, which the platform may change */
  readonly category: string
}

/** A team of members */
export interface Team {
  /** The team's id */
  readonly id: string
  /** Name */
  readonly name: string
  /** The user ids of its members */
  readonly memberIds: ReadonlyArray<string>
  /** How its conversations are assigned; null for the policy of the organization */
  readonly assignmentPolicy: "manual" | "round_robin" | "least_busy" | "last_assignee" | null
  /** When it was added: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
}

/** A WhatsApp template */
export interface Template {
  /** The platform's id of the template */
  readonly id: string
  /** Name that a send gives */
  readonly name: string
  /** Language code that a send gives */
  readonly language: string
  /** APPROVED, PENDING, REJECTED, PAUSED, DISABLED, IN_APPEAL, LIMIT_EXCEEDED, PENDING_DELETION, or another one of the platform */
  readonly status: string
  /** What it is for, such as MARKETING or UTILITY */
  readonly category: string
  /** Its parts as the platform has them: {type, text}, with placeholders such as {{1}} */
  readonly components: ReadonlyArray<{ readonly [name: string]: Json }>
  /** POSITIONAL for placeholders such as {{1}}, NAMED for {{first_name}}; absent where the platform has none */
  readonly parameter_format?: string
  /** Why the platform rejected it, in its word, such as INVALID_FORMAT; null without a reason */
  readonly reason: string | null
  /** How people receive it: GREEN, YELLOW, RED or UNKNOWN; null before the first rating */
  readonly quality: string | null
}

/** The values of one part of a template. Fields that are not listed are passed on to the platform */
export interface TemplateComponent {
  /** Which part of the template: header, body, button, carousel or limited_time_offer */
  readonly type: string
  /** The kind of a button: quick_reply, url, copy_code, flow, catalog, mpm, order_details, reminder or booking_confirmation */
  readonly sub_type?: string | undefined
  /** Which button, from 0 */
  readonly index?: number | string | undefined
  /** The values of the part, in the order of its placeholders */
  readonly parameters?:
    | ReadonlyArray<{
        /** What the value is: text, image, document, video, location, product, currency, date_time, payload, coupon_code, action or limited_time_offer */
        readonly type: string
        /** For type text: the value */
        readonly text?: string | undefined
        /** The placeholder, where placeholders have names */
        readonly parameter_name?: string | undefined
        /** For type image */
        readonly image?:
          | {
              /** Public address of the file; the platform fetches it */
              readonly link?: string | undefined
              /** The platform's id of an uploaded file */
              readonly id?: string | undefined
              /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
              readonly mediaId?: string | undefined
              readonly [name: string]: unknown
            }
          | undefined
        /** For type document */
        readonly document?:
          | {
              /** Public address of the file; the platform fetches it */
              readonly link?: string | undefined
              /** The platform's id of an uploaded file */
              readonly id?: string | undefined
              /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
              readonly mediaId?: string | undefined
              /** Name shown */
              readonly filename?: string | undefined
              readonly [name: string]: unknown
            }
          | undefined
        /** For type video */
        readonly video?:
          | {
              /** Public address of the file; the platform fetches it */
              readonly link?: string | undefined
              /** The platform's id of an uploaded file */
              readonly id?: string | undefined
              /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
              readonly mediaId?: string | undefined
              readonly [name: string]: unknown
            }
          | undefined
        /** For type currency */
        readonly currency?:
          | {
              /** The text that recipients read */
              readonly fallback_value: string
              /** Currency, ISO 4217 */
              readonly code: string
              /** Amount times 1000 */
              readonly amount_1000: number
              readonly [name: string]: unknown
            }
          | undefined
        /** For type date_time */
        readonly date_time?:
          | {
              /** The text that recipients read */
              readonly fallback_value: string
              readonly [name: string]: unknown
            }
          | undefined
        /** For type payload: what the webhook of a quick reply carries */
        readonly payload?: string | undefined
        /** For type coupon_code: the code that is copied */
        readonly coupon_code?: string | undefined
        /** For type location */
        readonly location?:
          | {
              /** Degrees north */
              readonly latitude: number
              /** Degrees east */
              readonly longitude: number
              /** Name of the place */
              readonly name?: string | undefined
              /** Address of the place */
              readonly address?: string | undefined
              readonly [name: string]: unknown
            }
          | undefined
        /** For type product */
        readonly product?:
          | {
              /** The product in the catalogue */
              readonly product_retailer_id?: string | undefined
              /** The catalogue */
              readonly catalog_id?: string | undefined
              readonly [name: string]: unknown
            }
          | undefined
        /** For type action: fields of the button, such as flow_action_data or sections */
        readonly action?:
          | {
              /** For a flow: the token that its answers carry */
              readonly flow_token?: string | undefined
              /** For products: the one whose picture is shown */
              readonly thumbnail_product_retailer_id?: string | undefined
              readonly [name: string]: unknown
            }
          | undefined
        /** For type limited_time_offer */
        readonly limited_time_offer?:
          | {
              /** When the offer ends, in milliseconds since 1970 */
              readonly expiration_time_ms: number
              readonly [name: string]: unknown
            }
          | undefined
        readonly [name: string]: unknown
      }>
    | undefined
  /** For a carousel: the values of each card */
  readonly cards?:
    | ReadonlyArray<{
        /** Which card, from 0 */
        readonly card_index: number
        /** The values of the card */
        readonly components: ReadonlyArray<TemplateComponent>
        readonly [name: string]: unknown
      }>
    | undefined
  readonly [name: string]: unknown
}

/** A template with its values, as its recipient sees it */
export interface TemplatePreview {
  /** The header */
  readonly header?: {
    /** TEXT, IMAGE, VIDEO, DOCUMENT, LOCATION or PRODUCT */
    readonly format: string
    /** The text of a header of text */
    readonly text?: string
    /** The file or place of the send */
    readonly file?: { readonly [name: string]: Json }
  }
  /** The text */
  readonly body?: string
  /** The text below */
  readonly footer?: string
  /** The buttons in their order */
  readonly buttons?: ReadonlyArray<{
    /** The kind of button, such as QUICK_REPLY or URL */
    readonly type: string
    /** Its text */
    readonly text: string
    /** The link of a button with a link */
    readonly url?: string
    /** The number of a button that calls */
    readonly phoneNumber?: string
    /** What a tap reports, or the code that it copies */
    readonly payload?: string
  }>
  /** The cards of a carousel */
  readonly cards?: ReadonlyArray<{
    /** The header */
    readonly header?: {
      /** TEXT, IMAGE, VIDEO, DOCUMENT, LOCATION or PRODUCT */
      readonly format: string
      /** The text of a header of text */
      readonly text?: string
      /** The file or place of the send */
      readonly file?: { readonly [name: string]: Json }
    }
    /** The text */
    readonly body?: string
    /** The text below */
    readonly footer?: string
    /** The buttons in their order */
    readonly buttons?: ReadonlyArray<{
      /** The kind of button, such as QUICK_REPLY or URL */
      readonly type: string
      /** Its text */
      readonly text: string
      /** The link of a button with a link */
      readonly url?: string
      /** The number of a button that calls */
      readonly phoneNumber?: string
      /** What a tap reports, or the code that it copies */
      readonly payload?: string
    }>
  }>
}

/** The recipients of a test */
export interface TestCampaignRequest {
  /** Phone numbers, E.164, or business-scoped user ids */
  readonly to: ReadonlyArray<string>
}

/** A contact; absent and null fields stay as they are */
export interface UpsertContactRequest {
  /** Phone number, E.164 without + */
  readonly phone: string
  /** Name, at most 512 characters */
  readonly name?: string | null | undefined
  /** E-mail address, at most 320 characters; empty text is none */
  readonly email?: string | null | undefined
  /** All tags that the contact has from now on, at most 100 of 1 to 128 characters; duplicates are dropped */
  readonly tags?: ReadonlyArray<string> | null | undefined
  /** Merged into the attributes that are there, where null removes a key; together at most 100 keys and 16 KiB as JSON */
  readonly attributes?: { readonly [name: string]: Json } | null | undefined
}

/** Messages with a price over some days, and their cost */
export interface UsageReport {
  /** The first day, in UTC */
  readonly since: string
  /** The last day, in UTC */
  readonly until: string
  /** In the order of days, numbers, countries, campaigns and categories */
  readonly rows: ReadonlyArray<UsageRow>
  readonly total: UsageSum
}

/** Messages that have the properties of `by` in common */
export interface UsageRow {
  /** The day of the messages, in UTC */
  readonly day?: string
  /** The sending number: its id, which a send takes as from */
  readonly numberId?: string
  /** The category as the platform reports it; unknown for a price without one */
  readonly category?: string
  /** The country of the recipients (ISO 3166-1 alpha-2); unknown if their number names none */
  readonly country?: string
  /** The campaign of the messages; absent for messages outside of campaigns */
  readonly campaignId?: string
  /** Messages for which the platform reported a price; a failed message does not count */
  readonly messages: number
  /** Messages among them that the platform charges for */
  readonly billable: number
  /** The cost by the operator's rate card, one amount per currency; empty without a rate */
  readonly cost: ReadonlyArray<{
    /** The currency of the rate, such as USD */
    readonly currency: string
    /** The exact amount as a decimal number, such as 12.345 */
    readonly amount: string
  }>
  /** Billable messages for which the rate card has no rate */
  readonly unpriced: number
}

/** The sum over all rows */
export interface UsageSum {
  /** Messages for which the platform reported a price; a failed message does not count */
  readonly messages: number
  /** Messages among them that the platform charges for */
  readonly billable: number
  /** The cost by the operator's rate card, one amount per currency; empty without a rate */
  readonly cost: ReadonlyArray<{
    /** The currency of the rate, such as USD */
    readonly currency: string
    /** The exact amount as a decimal number, such as 12.345 */
    readonly amount: string
  }>
  /** Billable messages for which the rate card has no rate */
  readonly unpriced: number
}

/** A further receiver of events */
export interface WebhookEndpoint {
  /** The endpoint's id, which comes with its deliveries as webhook_id */
  readonly id: string
  /** Name; empty if it has none */
  readonly name: string
  /** Where events are sent to */
  readonly url: string
  /** Types of the events that are sent */
  readonly events: ReadonlyArray<
    | "message.received"
    | "message.sent"
    | "message.delivered"
    | "message.read"
    | "message.failed"
    | "contact.created"
    | "contact.updated"
    | "conversation.opened"
    | "conversation.closed"
    | "postback"
    | "message.reaction"
    | "message.edited"
    | "message.deleted"
    | "message.send_failed"
    | "contact.opted_in"
    | "contact.opted_out"
    | "contact.erased"
    | "conversation.note_added"
    | "conversation.note_removed"
    | "conversation.assigned"
    | "conversation.read"
    | "conversation.unread"
    | "conversation.updated"
    | "account.updated"
    | "webhook.failing"
    | "campaign.updated"
  >
  /** Which events of these types are sent: those that pass each part */
  readonly filter: {
    /** Channels of events, at most 50; an empty list permits all */
    readonly channels: ReadonlyArray<"whatsapp" | "messenger" | "instagram">
    /** Ids of connected accounts: WhatsApp numbers, Pages and Instagram accounts, at most 50; an empty list permits all */
    readonly accountIds: ReadonlyArray<string>
    /** Names of labels of the conversation or the contact, one of which suffices, at most 50; an empty list permits all */
    readonly labels: ReadonlyArray<string>
    /** Ids of campaigns: events of the campaign and of its messages, at most 50; an empty list permits all */
    readonly campaignIds: ReadonlyArray<string>
  }
  /** Names of its headers; values are not shown */
  readonly headers: ReadonlyArray<string>
  /** enabled: events are sent. failing: the last attempt failed; attempts go on. disabled: events are not sent. secret_unreadable: the service cannot open the stored secret; events wait */
  readonly status: "enabled" | "failing" | "disabled" | "secret_unreadable"
  /** requested: by a request. failing: nothing was taken for days. gone: the receiver answered 410. Null unless it is disabled */
  readonly disabledReason: "gone" | "failing" | "requested" | null
  /** The first failure after the last success: ISO 8601, UTC; null without one */
  readonly failingSince: string | null
  /** When it was added: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
  /** When it was changed last: ISO 8601, UTC, with milliseconds */
  readonly updatedAt: string
}

/** The subscription to register */
export interface WebhookRequest {
  /** Where events are sent to; HTTPS */
  readonly url: string
  /** Types of the events to be sent. message.reaction, message.edited, message.deleted, message.send_failed, contact.opted_in, contact.opted_out, contact.erased, conversation.note_added, conversation.note_removed, conversation.assigned, conversation.read, conversation.unread, conversation.updated, account.updated, webhook.failing and campaign.updated are additions: each is sent only if it is named */
  readonly events: ReadonlyArray<
    | "message.received"
    | "message.sent"
    | "message.delivered"
    | "message.read"
    | "message.failed"
    | "contact.created"
    | "contact.updated"
    | "conversation.opened"
    | "conversation.closed"
    | "postback"
    | "message.reaction"
    | "message.edited"
    | "message.deleted"
    | "message.send_failed"
    | "contact.opted_in"
    | "contact.opted_out"
    | "contact.erased"
    | "conversation.note_added"
    | "conversation.note_removed"
    | "conversation.assigned"
    | "conversation.read"
    | "conversation.unread"
    | "conversation.updated"
    | "account.updated"
    | "webhook.failing"
    | "campaign.updated"
  >
  /** Sent on each delivery in X-Webhook-Secret; at most 512 characters, empty text is none */
  readonly signing_secret?: string | null | undefined
}

/** A contact card in the form of the platform. Fields that are not listed are passed on to it */
export interface WhatsAppContactCard {
  /** The name */
  readonly name: {
    /** The name as it is shown */
    readonly formatted_name: string
    /** First name */
    readonly first_name?: string | undefined
    /** Last name */
    readonly last_name?: string | undefined
    /** Middle name */
    readonly middle_name?: string | undefined
    /** What follows the name */
    readonly suffix?: string | undefined
    /** What precedes the name */
    readonly prefix?: string | undefined
    readonly [name: string]: unknown
  }
  /** Birthday, YYYY-MM-DD */
  readonly birthday?: string | undefined
  /** Where the person works */
  readonly org?:
    | {
        /** Name of the company */
        readonly company?: string | undefined
        /** Department */
        readonly department?: string | undefined
        /** The text shown */
        readonly title?: string | undefined
        readonly [name: string]: unknown
      }
    | undefined
  /** Phone numbers */
  readonly phones?:
    | ReadonlyArray<{
        /** The phone number */
        readonly phone?: string | undefined
        /** The kind */
        readonly type?: string | undefined
        /** The number on WhatsApp; the person can write to it with a tap */
        readonly wa_id?: string | undefined
        readonly [name: string]: unknown
      }>
    | undefined
  /** E-mail addresses */
  readonly emails?:
    | ReadonlyArray<{
        /** The e-mail address */
        readonly email?: string | undefined
        /** The kind */
        readonly type?: string | undefined
        readonly [name: string]: unknown
      }>
    | undefined
  /** Web addresses */
  readonly urls?:
    | ReadonlyArray<{
        /** Address that a tap opens */
        readonly url?: string | undefined
        /** The kind */
        readonly type?: string | undefined
        readonly [name: string]: unknown
      }>
    | undefined
  /** Postal addresses */
  readonly addresses?:
    | ReadonlyArray<{
        /** Street and number */
        readonly street?: string | undefined
        /** City */
        readonly city?: string | undefined
        /** State */
        readonly state?: string | undefined
        /** Postal code */
        readonly zip?: string | undefined
        /** Country of the address, ISO 3166-1 alpha-2 */
        readonly country?: string | undefined
        /** Country, ISO 3166-1 alpha-2 */
        readonly country_code?: string | undefined
        /** The kind */
        readonly type?: string | undefined
        readonly [name: string]: unknown
      }>
    | undefined
  readonly [name: string]: unknown
}

/** An interactive message in the form of the platform. Fields that are not listed are passed on to it */
export type WhatsAppInteractive =
  | {
      /** The kind */
      readonly type: "button"
      /** Text, picture, film or document above the text */
      readonly header?:
        | {
            /** The kind */
            readonly type: "text" | "image" | "video" | "document"
            /** The text */
            readonly text?: string | undefined
            /** The picture, for type image */
            readonly image?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The film, for type video */
            readonly video?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The document, for type document */
            readonly document?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  /** Name shown */
                  readonly filename?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            readonly [name: string]: unknown
          }
        | undefined
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The buttons */
        readonly buttons: ReadonlyArray<{
          /** The kind */
          readonly type: "reply"
          /** Id and text of the button */
          readonly reply: {
            /** The platform's id of a file; of a button or row the id that the answer has */
            readonly id: string
            /** The text shown */
            readonly title: string
            readonly [name: string]: unknown
          }
          readonly [name: string]: unknown
        }>
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "list"
      /** Text, picture, film or document above the text */
      readonly header?:
        | {
            /** The kind */
            readonly type: "text"
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** Text of the button that opens the list */
        readonly button: string
        /** The sections, each with a title where there are several */
        readonly sections: ReadonlyArray<{
          /** The text shown */
          readonly title?: string | undefined
          /** The choices */
          readonly rows: ReadonlyArray<{
            /** The platform's id of a file; of a button or row the id that the answer has */
            readonly id: string
            /** The text shown */
            readonly title: string
            /** Small text below the title */
            readonly description?: string | undefined
            readonly [name: string]: unknown
          }>
          readonly [name: string]: unknown
        }>
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "cta_url"
      /** Text, picture, film or document above the text */
      readonly header?:
        | {
            /** The kind */
            readonly type: "text" | "image" | "video" | "document"
            /** The text */
            readonly text?: string | undefined
            /** The picture, for type image */
            readonly image?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The film, for type video */
            readonly video?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The document, for type document */
            readonly document?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  /** Name shown */
                  readonly filename?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            readonly [name: string]: unknown
          }
        | undefined
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The name */
        readonly name: "cta_url"
        /** The values of the action */
        readonly parameters: {
          /** Text of the button */
          readonly display_text: string
          /** Address that a tap opens */
          readonly url: string
          readonly [name: string]: unknown
        }
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "location_request_message"
      /** Text, picture, film or document above the text */
      readonly header?:
        | {
            /** The kind */
            readonly type: "text" | "image" | "video" | "document"
            /** The text */
            readonly text?: string | undefined
            /** The picture, for type image */
            readonly image?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The film, for type video */
            readonly video?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The document, for type document */
            readonly document?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  /** Name shown */
                  readonly filename?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            readonly [name: string]: unknown
          }
        | undefined
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The name */
        readonly name: "send_location"
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "product"
      /** The text */
      readonly body?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The platform's id of the catalog */
        readonly catalog_id: string
        /** The seller's id of the product */
        readonly product_retailer_id: string
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "product_list"
      /** Text, picture, film or document above the text */
      readonly header: {
        /** The kind */
        readonly type: "text"
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The platform's id of the catalog */
        readonly catalog_id: string
        /** The sections, each with a title where there are several */
        readonly sections: ReadonlyArray<{
          /** The text shown */
          readonly title?: string | undefined
          /** The products */
          readonly product_items: ReadonlyArray<{
            /** The seller's id of the product */
            readonly product_retailer_id: string
            readonly [name: string]: unknown
          }>
          readonly [name: string]: unknown
        }>
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "catalog_message"
      /** Text, picture, film or document above the text */
      readonly header?:
        | {
            /** The kind */
            readonly type: "text" | "image" | "video" | "document"
            /** The text */
            readonly text?: string | undefined
            /** The picture, for type image */
            readonly image?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The film, for type video */
            readonly video?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The document, for type document */
            readonly document?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  /** Name shown */
                  readonly filename?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            readonly [name: string]: unknown
          }
        | undefined
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The name */
        readonly name: "catalog_message"
        /** The values of the action */
        readonly parameters?:
          | {
              /** The product whose picture is shown */
              readonly thumbnail_product_retailer_id?: string | undefined
              readonly [name: string]: unknown
            }
          | undefined
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "carousel"
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** What the person can do */
      readonly action: {
        /** The cards */
        readonly cards: ReadonlyArray<{
          /** Which card, from 0 */
          readonly card_index: number
          /** The kind */
          readonly type: "cta_url" | "product"
          /** Text, picture, film or document above the text */
          readonly header?:
            | {
                /** The kind */
                readonly type: "image" | "video"
                /** The picture, for type image */
                readonly image?:
                  | {
                      /** The platform's id of a file; of a button or row the id that the answer has */
                      readonly id?: string | undefined
                      /** Public address of the file; the platform fetches it */
                      readonly link?: string | undefined
                      /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                      readonly mediaId?: string | undefined
                      /** Text below it */
                      readonly caption?: string | undefined
                      readonly [name: string]: unknown
                    }
                  | undefined
                /** The film, for type video */
                readonly video?:
                  | {
                      /** The platform's id of a file; of a button or row the id that the answer has */
                      readonly id?: string | undefined
                      /** Public address of the file; the platform fetches it */
                      readonly link?: string | undefined
                      /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                      readonly mediaId?: string | undefined
                      /** Text below it */
                      readonly caption?: string | undefined
                      readonly [name: string]: unknown
                    }
                  | undefined
                readonly [name: string]: unknown
              }
            | undefined
          /** The text */
          readonly body?:
            | {
                /** The text */
                readonly text: string
                readonly [name: string]: unknown
              }
            | undefined
          /** What the person can do */
          readonly action: {
            /** The name */
            readonly name?: "cta_url" | undefined
            /** The values of the action */
            readonly parameters?:
              | {
                  /** Text of the button */
                  readonly display_text: string
                  /** Address that a tap opens */
                  readonly url: string
                  readonly [name: string]: unknown
                }
              | undefined
            /** The buttons */
            readonly buttons?:
              | ReadonlyArray<{
                  /** The kind */
                  readonly type: "quick_reply"
                  /** Id and text of the button */
                  readonly quick_reply: {
                    /** The platform's id of a file; of a button or row the id that the answer has */
                    readonly id: string
                    /** The text shown */
                    readonly title: string
                    readonly [name: string]: unknown
                  }
                  readonly [name: string]: unknown
                }>
              | undefined
            /** The platform's id of the catalog */
            readonly catalog_id?: string | undefined
            /** The seller's id of the product */
            readonly product_retailer_id?: string | undefined
            readonly [name: string]: unknown
          }
          readonly [name: string]: unknown
        }>
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "flow"
      /** Text, picture, film or document above the text */
      readonly header?:
        | {
            /** The kind */
            readonly type: "text" | "image" | "video" | "document"
            /** The text */
            readonly text?: string | undefined
            /** The picture, for type image */
            readonly image?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The film, for type video */
            readonly video?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            /** The document, for type document */
            readonly document?:
              | {
                  /** The platform's id of a file; of a button or row the id that the answer has */
                  readonly id?: string | undefined
                  /** Public address of the file; the platform fetches it */
                  readonly link?: string | undefined
                  /** The id of a file that was uploaded to this service; it is uploaded to the platform first */
                  readonly mediaId?: string | undefined
                  /** Text below it */
                  readonly caption?: string | undefined
                  /** Name shown */
                  readonly filename?: string | undefined
                  readonly [name: string]: unknown
                }
              | undefined
            readonly [name: string]: unknown
          }
        | undefined
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The name */
        readonly name: "flow"
        /** The values of the action */
        readonly parameters: {
          /** Version of flow messages: 3 */
          readonly flow_message_version: string | number
          /** The platform's id of the form; this or flow_name */
          readonly flow_id?: string | undefined
          /** Name of the form; this or flow_id */
          readonly flow_name?: string | undefined
          /** Text of the button that opens the form */
          readonly flow_cta: string
          /** Text that the answer has */
          readonly flow_token?: string | undefined
          /** navigate opens a screen, data_exchange asks the endpoint of the form */
          readonly flow_action?: "navigate" | "data_exchange" | undefined
          /** The first screen and its data */
          readonly flow_action_payload?:
            | {
                /** Name of the screen */
                readonly screen?: string | undefined
                /** Values of the screen */
                readonly data?: { readonly [name: string]: Json } | undefined
                readonly [name: string]: unknown
              }
            | undefined
          /** published, or draft for a form that is not published */
          readonly mode?: "draft" | "published" | undefined
          readonly [name: string]: unknown
        }
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "address_message"
      /** The text */
      readonly body: {
        /** The text */
        readonly text: string
        readonly [name: string]: unknown
      }
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The name */
        readonly name: "address_message"
        /** The values of the action */
        readonly parameters: {
          /** Country of the address, ISO 3166-1 alpha-2 */
          readonly country: string
          /** Known values of the address */
          readonly values?: { readonly [name: string]: Json } | undefined
          /** Addresses to choose from */
          readonly saved_addresses?: ReadonlyArray<Json> | undefined
          readonly [name: string]: unknown
        }
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }
  | {
      /** The kind */
      readonly type: "call_permission_request"
      /** The text */
      readonly body?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** Small text below */
      readonly footer?:
        | {
            /** The text */
            readonly text: string
            readonly [name: string]: unknown
          }
        | undefined
      /** What the person can do */
      readonly action: {
        /** The name */
        readonly name: "call_permission_request"
        readonly [name: string]: unknown
      }
      readonly [name: string]: unknown
    }

/** The work of a member */
export interface Workload {
  /** The member's user id */
  readonly userId: string
  /** Whether policies choose the member. Never set: agents are available, owners and admins are away */
  readonly availability: "available" | "away"
  /** The member's own capacity; null for that of the organization */
  readonly capacity: number | null
  /** Conversations assigned to the member that are open or escalated, without snoozed ones */
  readonly open: number
}

/** The methods of the Developer interface, one for each endpoint and one for each list. */
export interface DeveloperMethods {
  readonly whatsapp: {
    /** Send a WhatsApp message. Sends an approved template, or another message to a person who wrote within 24 hours, and dispatches `message.sent`. An unknown number or user id becomes a contact. Nothing is sent to a blocked contact, and no marketing template to one who opted out. An organization with several numbers names one with `from`. With `sendAt` the message is scheduled: it is checked at once, and sent and counted at that time. */
    readonly sendMessage: {
      (body: SendMessageRequest & { readonly sendAt: string }, options?: PostOptions): Promise<ScheduledSend>
      (
        body: SendMessageRequest & { readonly sendAt?: null | undefined },
        options?: PostOptions
      ): Promise<{
        /** The platform's id of the message */
        readonly waMessageId: string
        /** The platform has accepted the message */
        readonly status: "sent"
        /** The conversation that the message belongs to */
        readonly conversationId: string
        /** The contact that it goes to */
        readonly contactId: string
      }>
      (
        body: SendMessageRequest & { readonly sendAt?: string | null | undefined },
        options?: PostOptions
      ): Promise<
        | {
            /** The platform's id of the message */
            readonly waMessageId: string
            /** The platform has accepted the message */
            readonly status: "sent"
            /** The conversation that the message belongs to */
            readonly conversationId: string
            /** The contact that it goes to */
            readonly contactId: string
          }
        | ScheduledSend
      >
    }
    /** List WhatsApp templates. All approved templates of a connected number; at most some minutes old. Numbers of different WhatsApp Business Accounts have different ones. */
    readonly listTemplates: (
      query?: {
        /** Of which number: its phone number, the platform's phone number id, or the id of the connected account; when left out, the organization's default number, else the one connected first */
        readonly from?: string | undefined
        /** approved when left out; all: templates with any status, as the platform has them now, with reason and quality */
        readonly status?: "approved" | "all" | undefined
      },
      options?: CallOptions
    ) => Promise<
      ReadonlyArray<{
        /** The platform's id of the template */
        readonly id: string
        /** Name that a send gives */
        readonly name: string
        /** Language code that a send gives */
        readonly language: string
        /** APPROVED; with `status=all` any status of the platform */
        readonly status: string
        /** What it is for, such as MARKETING or UTILITY */
        readonly category: string
        /** Its parts as the platform has them: {type, text}, with placeholders such as {{1}} */
        readonly components: ReadonlyArray<{ readonly [name: string]: Json }>
        /** POSITIONAL for placeholders such as {{1}}, NAMED for {{first_name}}; absent where the platform has none */
        readonly parameter_format?: string
        /** With `status=all`: why the platform rejected it, in its word; null without a reason */
        readonly reason?: string | null
        /** With `status=all`: GREEN, YELLOW, RED or UNKNOWN; null before the first rating */
        readonly quality?: string | null
      }>
    >

    /** List WhatsApp conversations. A page of the conversations over WhatsApp, the last updated first. */
    readonly listConversations: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly data: ReadonlyArray<{
        /** The conversation's id */
        readonly id: string
        /** The contact of the conversation */
        readonly contact: {
          /** Name of the contact; empty when unknown */
          readonly name: string
          /** E.164 without +; empty when it is not known */
          readonly phone: string
        }
        /** The last message, shortened to 256 characters; the kind in brackets when it has no words */
        readonly last_message: string
        /** open, ai_handling, escalated or closed */
        readonly status: "open" | "ai_handling" | "escalated" | "closed"
        /** When something was last said or changed; ISO 8601 UTC */
        readonly updated_at: string
        /** The number that the conversation is on; present if the organization has several, or if it is no longer connected */
        readonly account?: {
          /** The id of the connected account; `from` of a send takes it */
          readonly id: string
          /** The platform's phone number id; null when the number is no longer connected */
          readonly account_id: string | null
          /** The display phone number; null when it is no longer connected */
          readonly name: string | null
        }
      }>
      readonly meta: {
        /** The requested page */
        readonly page: number
        /** Entries on a page */
        readonly limit: number
        /** Entries on all pages */
        readonly total: number
      }
    }>
    /** Every entry of `listConversations`, page after page. */
    readonly allConversations: (
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<{
      /** The conversation's id */
      readonly id: string
      /** The contact of the conversation */
      readonly contact: {
        /** Name of the contact; empty when unknown */
        readonly name: string
        /** E.164 without +; empty when it is not known */
        readonly phone: string
      }
      /** The last message, shortened to 256 characters; the kind in brackets when it has no words */
      readonly last_message: string
      /** open, ai_handling, escalated or closed */
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
      /** When something was last said or changed; ISO 8601 UTC */
      readonly updated_at: string
      /** The number that the conversation is on; present if the organization has several, or if it is no longer connected */
      readonly account?: {
        /** The id of the connected account; `from` of a send takes it */
        readonly id: string
        /** The platform's phone number id; null when the number is no longer connected */
        readonly account_id: string | null
        /** The display phone number; null when it is no longer connected */
        readonly name: string | null
      }
    }>
  }
  readonly templates: {
    /** Submit a WhatsApp template. Checks a new template, or a copy of one, and submits it for review. The platform decides, usually within minutes; `account.updated` reports it. */
    readonly create: (body: CreateTemplateRequest, options?: PostOptions) => Promise<SubmittedTemplate>

    /** Get a WhatsApp template. A template with any status, with its reason and quality, as the platform has it now. */
    readonly get: (
      templateId: string,
      query?: {
        /** Of which number: its phone number, the platform's phone number id, or the id of the connected account; when left out, the organization's default number, else the one connected first */
        readonly from?: string | undefined
      },
      options?: CallOptions
    ) => Promise<Template>

    /** Change a WhatsApp template. Replaces the components, the category or the time to live, and submits the template again. The platform takes changes of approved, rejected and paused templates; an approved one once in 24 hours and ten times in 30 days. */
    readonly change: (templateId: string, body: EditTemplateRequest, options?: CallOptions) => Promise<Template>

    /** Delete a WhatsApp template. Deletes the template in its language, or in all languages. The platform reserves the name of an approved template for 30 days. */
    readonly remove: (
      templateId: string,
      query?: {
        /** Of which number: its phone number, the platform's phone number id, or the id of the connected account; when left out, the organization's default number, else the one connected first */
        readonly from?: string | undefined
        /** one when left out; all: every template that has its name, in all languages */
        readonly languages?: "one" | "all" | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The platform's id of the template */
      readonly id: string
      /** Name that a send gives */
      readonly name: string
      /** The platform has deleted it */
      readonly deleted: true
    }>

    /** Preview a WhatsApp template. The template as its recipient would see it. Values are checked as for a send; nothing is sent. */
    readonly preview: (
      templateId: string,
      body: PreviewTemplateRequest,
      options?: PostOptions
    ) => Promise<TemplatePreview>
  }
  readonly messenger: {
    /** Send a Messenger message. Sends a message to a person of the connected Page, and dispatches `message.sent`. The platform takes messages within 24 hours of the person's last one, and within 7 days with the tag `HUMAN_AGENT`. With `commentId` in place of the person it is a private reply to a comment, whose author becomes the contact. With `sendAt` the message is scheduled: it is checked at once, and sent and counted at that time. */
    readonly sendMessage: {
      (body: MessengerSendRequest & { readonly sendAt: string }, options?: PostOptions): Promise<ScheduledSend>
      (
        body: MessengerSendRequest & { readonly sendAt?: null | undefined },
        options?: PostOptions
      ): Promise<{
        /** The platform's id of the message */
        readonly messageId: string
      }>
      (
        body: MessengerSendRequest & { readonly sendAt?: string | null | undefined },
        options?: PostOptions
      ): Promise<
        | {
            /** The platform's id of the message */
            readonly messageId: string
          }
        | ScheduledSend
      >
    }
    /** List Messenger conversations. The conversations of the connected Page, as Messenger itself lists them now. */
    readonly listConversations: (
      query?: {
        /** Of which Page: the id of the Page, or the id of the connected account; when left out, the one connected first */
        readonly from?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The conversations, the newest first */
      readonly data: ReadonlyArray<{
        /** The platform's id of the conversation */
        readonly id: string
        /** When something was last said; ISO 8601 UTC */
        readonly updated_time: string
        /** Messages that the Page has not read */
        readonly unread_count: number
        /** Who takes part, the Page included */
        readonly participants: ReadonlyArray<{
          /** Page-scoped id of a person, or the id of the Page */
          readonly id: string
          /** Name of the person or Page */
          readonly name: string
        }>
      }>
    }>
  }
  readonly instagram: {
    /** Send an Instagram message. Sends a direct message from the connected account, and dispatches `message.sent`. The platform takes messages within 24 hours of the person's last one, and within 7 days with the tag `HUMAN_AGENT`. With `commentId` in place of the person it is a private reply to a comment, whose author becomes the contact. With `sendAt` the message is scheduled: it is checked at once, and sent and counted at that time. */
    readonly sendMessage: {
      (body: InstagramSendRequest & { readonly sendAt: string }, options?: PostOptions): Promise<ScheduledSend>
      (
        body: InstagramSendRequest & { readonly sendAt?: null | undefined },
        options?: PostOptions
      ): Promise<{
        /** The platform's id of the message */
        readonly messageId: string
      }>
      (
        body: InstagramSendRequest & { readonly sendAt?: string | null | undefined },
        options?: PostOptions
      ): Promise<
        | {
            /** The platform's id of the message */
            readonly messageId: string
          }
        | ScheduledSend
      >
    }
    /** List Instagram conversations. The conversations of the connected account, as Instagram itself lists them now. */
    readonly listConversations: (
      query?: {
        /** Of which account: the Instagram account id, or the id of the connected account; when left out, the one connected first */
        readonly from?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The conversations, the newest first */
      readonly data: ReadonlyArray<{
        /** The platform's id of the conversation */
        readonly id: string
        /** When something was last said; ISO 8601 UTC */
        readonly updated_time: string
        /** Who takes part, the account included */
        readonly participants: ReadonlyArray<{
          /** Instagram-scoped id of a person, or the id of the account */
          readonly id: string
          /** Name on Instagram */
          readonly username: string
        }>
      }>
    }>
  }
  readonly messages: {
    /** List messages. Messages of a conversation or of a contact, the last one first. Without either, messages of the organization, the one that the service learned of last first: to catch up, go on with next until it is null. A send is there once the platform has answered. Messages of deleted contacts are not listed. */
    readonly list: (
      query?: {
        /** Only messages of this contact, in all of their conversations, a UUID */
        readonly contactId?: string | undefined
        /** Only messages of this conversation, a UUID */
        readonly conversationId?: string | undefined
        /** Only messages that were said at this time or later: ISO 8601 with its zone */
        readonly since?: string | undefined
        /** `next` of the previous answer: returns the messages that come after it on the list, a UUID */
        readonly before?: string | undefined
        /** Messages on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The messages, the last one first */
      readonly messages: ReadonlyArray<DeveloperMessage>
      /** Give it as before to go on; null after the last page. A page may be empty and have a next one */
      readonly next: string | null
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Only messages of this contact, in all of their conversations, a UUID */
        readonly contactId?: string | undefined
        /** Only messages of this conversation, a UUID */
        readonly conversationId?: string | undefined
        /** Only messages that were said at this time or later: ISO 8601 with its zone */
        readonly since?: string | undefined
        /** `next` of the previous answer: returns the messages that come after it on the list, a UUID */
        readonly before?: string | undefined
        /** Messages on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<DeveloperMessage>
    /** Get a message. A message in either direction with its status, the times of each step, its price, and why it failed. `waMessageId` of a send is a valid id. */
    readonly get: (messageId: string, options?: CallOptions) => Promise<DeveloperMessage>

    /** Mark a message as read. The contact sees their message, and those before it, as read. With typing they also see that the business is typing, for at most 25 seconds or until the next message. If the message is the last one of the conversation, its unread count becomes 0. This is no send: it counts against the tier of sends only, and is tried once. To repeat it changes nothing. */
    readonly read: (
      messageId: string,
      body?: ReadMessageRequest,
      options?: PostOptions
    ) => Promise<{
      /** The message's id */
      readonly id: string
      /** The platform's id of the message */
      readonly waMessageId: string
      /** Whether the contact now sees their message as read */
      readonly read: boolean
      /** Whether the contact now sees that the business is typing */
      readonly typing: boolean
    }>

    /** Show that an answer is being written. The contact who wrote the message sees that the business is typing, for at most 25 seconds or until the next message. WhatsApp also marks the message as read, which has the same effect as a read receipt. */
    readonly typing: (
      messageId: string,
      options?: PostOptions
    ) => Promise<{
      /** The message's id */
      readonly id: string
      /** The platform's id of the message */
      readonly waMessageId: string
      /** Whether the contact now sees their message as read */
      readonly read: boolean
      /** Whether the contact now sees that the business is typing */
      readonly typing: boolean
    }>
  }
  readonly scheduled: {
    /** List scheduled messages. Those that are not sent yet, the soonest first, then those that ended within 7 days, the last first. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Only those with this status */
        readonly status?: "scheduled" | "sending" | "sent" | "failed" | "cancelled" | undefined
        /** Only those on this channel */
        readonly channel?: "whatsapp" | "messenger" | "instagram" | undefined
        /** Only those to this contact; the contact's UUID */
        readonly contactId?: string | undefined
        /** Only those in this conversation; the conversation's UUID */
        readonly conversationId?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly data: ReadonlyArray<ScheduledMessage>
      readonly meta: {
        /** The requested page */
        readonly page: number
        /** Entries on a page */
        readonly limit: number
        /** Entries on all pages */
        readonly total: number
      }
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Only those with this status */
        readonly status?: "scheduled" | "sending" | "sent" | "failed" | "cancelled" | undefined
        /** Only those on this channel */
        readonly channel?: "whatsapp" | "messenger" | "instagram" | undefined
        /** Only those to this contact; the contact's UUID */
        readonly contactId?: string | undefined
        /** Only those in this conversation; the conversation's UUID */
        readonly conversationId?: string | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<ScheduledMessage>
    /** Get a scheduled message. One scheduled message, with its outcome once it has ended. */
    readonly get: (scheduledId: string, options?: CallOptions) => Promise<ScheduledMessage>

    /** Change a scheduled message. Changes the time with `sendAt`, and replaces the content if any field of it is given. Recipient and sender stay. A message that is being sent is refused with 409. */
    readonly change: (scheduledId: string, body: ScheduledChange, options?: CallOptions) => Promise<ScheduledMessage>

    /** Cancel a scheduled message. It is never sent, and listed as cancelled for 7 days. A message that is being sent, or has ended, is refused with 409. */
    readonly cancel: (scheduledId: string, options?: CallOptions) => Promise<ScheduledMessage>
  }
  readonly contacts: {
    /** List contacts. The newest first. With a search only those whose name or phone number has the term as a part of it. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Part of a name or a phone number, at most 200 characters */
        readonly search?: string | undefined
        /** Only those with this label; its name */
        readonly label?: string | undefined
        /** Additional fields of the contacts, separated by commas: channels, optedOut */
        readonly include?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly data: ReadonlyArray<ContactItem>
      readonly meta: {
        /** The requested page */
        readonly page: number
        /** Entries on a page */
        readonly limit: number
        /** Entries on all pages */
        readonly total: number
      }
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Part of a name or a phone number, at most 200 characters */
        readonly search?: string | undefined
        /** Only those with this label; its name */
        readonly label?: string | undefined
        /** Additional fields of the contacts, separated by commas: channels, optedOut */
        readonly include?: string | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<ContactItem>
    /** Create or update a contact. A contact with any form of the number is updated, and keeps the form that was given first. Attributes are merged, tags are replaced. */
    readonly upsert: (
      body: UpsertContactRequest,
      options?: PostOptions
    ) => Promise<{
      /** The contact's id */
      readonly id: string
      /** Phone number, E.164 without +; empty when there is none */
      readonly phone: string
      /** Name; empty when it is not known */
      readonly name: string
      /** E-mail address; null when there is none */
      readonly email: string | null
      /** Tags, in the order they were given */
      readonly tags: ReadonlyArray<string>
    }>

    /** Get a contact. One contact, with its attributes; `include` adds its ids on the channels and whether it opted out. */
    readonly get: (
      id: string,
      query?: {
        /** Additional fields of the contacts, separated by commas: channels, optedOut */
        readonly include?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The contact's id */
      readonly id: string
      /** Phone number, E.164 without +; empty when there is none */
      readonly userNumber: string
      /** Name; empty when it is not known */
      readonly userName: string
      /** Calling code in digits; empty when it is not known */
      readonly countryCode: string
      /** Tags, in the order they were given */
      readonly tags: ReadonlyArray<string>
      /** The attributes: custom keys and values beside the standard fields */
      readonly params: { readonly [name: string]: Json }
      /** Names of its labels; present if it has some */
      readonly labels?: ReadonlyArray<string>
      /** Ids under which the contact can be written to, at most 50; WhatsApp first. There if include names channels */
      readonly channels?: ReadonlyArray<ContactChannel>
      /** Whether the contact opted out of marketing messages: they get no marketing template. False while nothing is known. There if include names optedOut */
      readonly optedOut?: boolean
    }>

    /** Change a contact. Only the fields that are given change. Tags are replaced, attributes are merged. Changed tags become labels on Messenger, on a best-effort basis; WhatsApp has no labels. */
    readonly change: (
      id: string,
      body: ChangeContactRequest,
      options?: CallOptions
    ) => Promise<{
      /** The contact's id */
      readonly id: string
      /** Phone number, E.164 without +; empty when there is none */
      readonly userNumber: string
      /** Name; empty when it is not known */
      readonly userName: string
      /** Tags, in the order they were given */
      readonly tags: ReadonlyArray<string>
    }>

    /** Delete a contact. The contact and their conversations are not shown any more. Who writes again afterwards, or is written to, is a new contact. */
    readonly remove: (
      id: string,
      options?: CallOptions
    ) => Promise<{
      /** The contact's id */
      readonly id: string
      /** Always true */
      readonly deleted: true
    }>
  }
  readonly consents: {
    /** Get the consents of a contact. The opt-in or opt-out of the contact on each channel, with its history. */
    readonly get: (
      id: string,
      options?: CallOptions
    ) => Promise<{
      /** One for each channel */
      readonly consents: ReadonlyArray<Consent>
    }>

    /** Record a consent. Records what the contact chose elsewhere, on a form for instance. The same choice again changes nothing. On WhatsApp it also sets `optedIn` of the contact. */
    readonly set: (id: string, body: SetConsentRequest, options?: CallOptions) => Promise<Consent>

    /** List consents. The current consents of all contacts, the newest first. */
    readonly list: (
      query?: {
        /** Consents of this state only */
        readonly state?: "opted_in" | "opted_out" | undefined
        /** Consents on this channel only */
        readonly channel?: "whatsapp" | "messenger" | "instagram" | undefined
        /** Consents of this time and later: ISO 8601 with its zone */
        readonly since?: string | undefined
        /** nextAfter of the answer before */
        readonly after?: string | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The newest first */
      readonly consents: ReadonlyArray<ListedConsent>
      /** Value of after for the rest; null at the end */
      readonly nextAfter: string | null
      /** Whether there are more */
      readonly hasMore: boolean
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Consents of this state only */
        readonly state?: "opted_in" | "opted_out" | undefined
        /** Consents on this channel only */
        readonly channel?: "whatsapp" | "messenger" | "instagram" | undefined
        /** Consents of this time and later: ISO 8601 with its zone */
        readonly since?: string | undefined
        /** nextAfter of the answer before */
        readonly after?: string | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<ListedConsent>
    /** Export consents. The current consents of all contacts as CSV with a header row, the newest first. */
    readonly export: (
      query?: {
        /** Consents of this state only */
        readonly state?: "opted_in" | "opted_out" | undefined
        /** Consents on this channel only */
        readonly channel?: "whatsapp" | "messenger" | "instagram" | undefined
        /** Consents of this time and later: ISO 8601 with its zone */
        readonly since?: string | undefined
      },
      options?: CallOptions
    ) => Promise<Blob>
  }
  readonly erasures: {
    /** Erase a contact. Erases everything about the contact: names, numbers, messages, notes, files, events and logged requests. The contact is gone at once, the rest within minutes. Counts and prices stay. It cannot be undone. Again for the same contact, it answers with the progress. */
    readonly erase: (id: string, body: EraseContactRequest, options?: PostOptions) => Promise<Erasure>

    /** Get the progress of an erasure. The erasure of a contact, also after its end. */
    readonly progress: (id: string, options?: CallOptions) => Promise<Erasure>
  }
  readonly campaigns: {
    /** Create a campaign. A draft, which sends nothing before its start. */
    readonly create: (body: CreateCampaignRequest, options?: PostOptions) => Promise<Campaign>

    /** List campaigns. The newest first, with their counts. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Campaigns with this status only */
        readonly status?: "draft" | "scheduled" | "running" | "paused" | "finished" | "cancelled" | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly data: ReadonlyArray<Campaign>
      readonly meta: {
        /** The requested page */
        readonly page: number
        /** Entries on a page */
        readonly limit: number
        /** Entries on all pages */
        readonly total: number
      }
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Campaigns with this status only */
        readonly status?: "draft" | "scheduled" | "running" | "paused" | "finished" | "cancelled" | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<Campaign>
    /** Get a campaign. A campaign with its status and counts. */
    readonly get: (campaignId: string, options?: CallOptions) => Promise<Campaign>

    /** Change a draft. Only the fields that are given change. A campaign that was started is refused with 409. */
    readonly change: (campaignId: string, body: ChangeCampaignRequest, options?: CallOptions) => Promise<Campaign>

    /** Delete a campaign. Deletes a draft, or a campaign that has ended, with its recipients. Sent messages stay. */
    readonly remove: (
      campaignId: string,
      options?: CallOptions
    ) => Promise<{
      /** The campaign's id */
      readonly id: string
      /** Always true */
      readonly deleted: true
    }>

    /** Upload recipients. Replaces the recipients of a draft without an audience by the rows of a file: at most 1 000 000 in 64 MiB. A file that is refused leaves the draft without recipients. */
    readonly uploadRecipients: (
      campaignId: string,
      body: string | Blob | Uint8Array | ReadableStream<Uint8Array>,
      options?: CallOptions
    ) => Promise<Campaign>

    /** List recipients. The recipients in the order of sending, with their outcome. */
    readonly listRecipients: (
      campaignId: string,
      query?: {
        /** Recipients with this status only */
        readonly status?: "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "left_out" | undefined
        /** nextAfter of the answer before; the first part when left out; 0 to 1000000000 */
        readonly after?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** In the order of sending */
      readonly recipients: ReadonlyArray<CampaignRecipient>
      /** Value of after for the rest; null at the end */
      readonly nextAfter: number | null
      /** Whether there are more */
      readonly hasMore: boolean
    }>
    /** Every entry of `listRecipients`, page after page. */
    readonly allRecipients: (
      campaignId: string,
      query?: {
        /** Recipients with this status only */
        readonly status?: "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "left_out" | undefined
        /** nextAfter of the answer before; the first part when left out; 0 to 1000000000 */
        readonly after?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<CampaignRecipient>
    /** Export recipients. All recipients with their outcome, as CSV with a header row. */
    readonly exportRecipients: (
      campaignId: string,
      query?: {
        /** Recipients with this status only */
        readonly status?: "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "left_out" | undefined
      },
      options?: CallOptions
    ) => Promise<Blob>

    /** Start a campaign. Starts a draft: at once, or at its sendAt. Its contacts are those that fulfil the conditions when it begins. */
    readonly start: (campaignId: string, options?: PostOptions) => Promise<Campaign>

    /** Pause a campaign. No message leaves from a second later on. */
    readonly pause: (campaignId: string, options?: PostOptions) => Promise<Campaign>

    /** Resume a campaign. Continues a paused campaign where it stopped. */
    readonly resume: (campaignId: string, options?: PostOptions) => Promise<Campaign>

    /** Cancel a campaign. Ends it: recipients without a message get none. A draft is deleted instead. */
    readonly cancel: (campaignId: string, options?: PostOptions) => Promise<Campaign>

    /** Test a campaign. Sends the message of the campaign to 1 to 10 people at once, with the values of their contacts. They do not become recipients. */
    readonly test: (
      campaignId: string,
      body: TestCampaignRequest,
      options?: PostOptions
    ) => Promise<{
      /** One for each recipient, in their order */
      readonly results: ReadonlyArray<CampaignTest>
    }>
  }
  readonly handling: {
    /** Hand a conversation over to an AI agent. An open conversation gets the status `ai_handling`. With `appId` the platform passes the thread to that app first; if it refuses, nothing is changed. `conversation.updated` is dispatched with the previous status, the caller, the agent and the reason. */
    readonly handOver: (
      conversationId: string,
      body?: HandOverRequest,
      options?: PostOptions
    ) => Promise<{
      /** The conversation's id */
      readonly id: string
      /** ai_handling or escalated */
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
      /** The assigned user, as before; null when unassigned */
      readonly assigneeId: string | null
      /** When something was last said or changed: ISO 8601, UTC, with milliseconds */
      readonly updatedAt: string
    }>

    /** Escalate a conversation to people. A conversation that an AI agent handles gets the status `escalated`, until it is assigned or closed. A thread of Messenger or Instagram that another app holds is taken from it first; if the platform refuses, nothing is changed. `conversation.updated` is dispatched with the previous status, the caller, the agent and the reason. */
    readonly escalate: (
      conversationId: string,
      body?: HandlingRequest,
      options?: PostOptions
    ) => Promise<{
      /** The conversation's id */
      readonly id: string
      /** ai_handling or escalated */
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
      /** The assigned user, as before; null when unassigned */
      readonly assigneeId: string | null
      /** When something was last said or changed: ISO 8601, UTC, with milliseconds */
      readonly updatedAt: string
    }>
  }
  readonly labels: {
    /** List labels. All labels of the organization, by name. */
    readonly list: (options?: CallOptions) => Promise<{
      /** By name; at most 200 */
      readonly labels: ReadonlyArray<Label>
    }>

    /** Create a label. At most 200 for each organization. */
    readonly create: (body: CreateLabelRequest, options?: PostOptions) => Promise<Label>

    /** Change a label. Conversations and contacts with the label have it under its new name. */
    readonly change: (labelId: string, body: ChangeLabelRequest, options?: CallOptions) => Promise<Label>

    /** Delete a label. Also from conversations and contacts. */
    readonly remove: (
      labelId: string,
      options?: CallOptions
    ) => Promise<{
      /** The label's id */
      readonly id: string
    }>

    /** Set the labels of a conversation. Replaces all its labels. `conversation.updated` is dispatched if they change. */
    readonly setOfConversation: (
      conversationId: string,
      body: AssignLabelsRequest,
      options?: CallOptions
    ) => Promise<{
      /** The conversation's id */
      readonly id: string
      /** Names of the labels */
      readonly labels: ReadonlyArray<string>
    }>

    /** Set the labels of a contact. Replaces all its labels. `contact.updated` is dispatched if they change. */
    readonly setOfContact: (
      id: string,
      body: AssignLabelsRequest,
      options?: CallOptions
    ) => Promise<{
      /** The contact's id */
      readonly id: string
      /** Names of the labels */
      readonly labels: ReadonlyArray<string>
    }>
  }
  readonly teams: {
    /** List teams. All teams of the organization with their members, by name. */
    readonly list: (options?: CallOptions) => Promise<{
      /** By name; at most 100 */
      readonly teams: ReadonlyArray<Team>
    }>

    /** Create a team. At most 100 for each organization. */
    readonly create: (body: CreateTeamRequest, options?: PostOptions) => Promise<Team>

    /** Change a team. Its name, all its members, or its policy of assignment. */
    readonly change: (teamId: string, body: ChangeTeamRequest, options?: CallOptions) => Promise<Team>

    /** Delete a team. Its conversations keep their assignees. */
    readonly remove: (
      teamId: string,
      options?: CallOptions
    ) => Promise<{
      /** The team's id */
      readonly id: string
    }>

    /** Assign a conversation to a team. The assignee stays. `conversation.updated` is dispatched if the team changes. A team gives its members no access to other conversations. */
    readonly assign: (
      conversationId: string,
      body: AssignTeamRequest,
      options?: CallOptions
    ) => Promise<{
      /** The conversation's id */
      readonly id: string
      /** The team that looks after it; null for none */
      readonly teamId: string | null
      /** When something was last said or changed: ISO 8601, UTC, with milliseconds */
      readonly updatedAt: string
    }>
  }
  readonly workloads: {
    /** List the work of members. Availability, capacity and open conversations of each member. */
    readonly list: (options?: CallOptions) => Promise<{
      /** All members by their ids; at most 1000 */
      readonly workloads: ReadonlyArray<Workload>
    }>

    /** Set the availability of a member. Policies of assignment choose available members only. Members who manage the organization set it for others. Conversations that wait are assigned within seconds. */
    readonly setAvailability: (
      memberId: string,
      body: SetAvailabilityRequest,
      options?: CallOptions
    ) => Promise<Workload>

    /** Set the capacity of a member. Policies choose a member only below the capacity. Members assign conversations to them all the same. */
    readonly setCapacity: (memberId: string, body: SetCapacityRequest, options?: CallOptions) => Promise<Workload>
  }
  readonly messageImport: {
    /** Import messages. Stores messages from elsewhere, at most 64 MiB in a request. They are read, and dispatch no events of messages. A message with a known platformId or externalId is not added again, so an import can be repeated. Lines are stored while they arrive. */
    readonly importMessages: (
      body: string | Blob | Uint8Array | ReadableStream<Uint8Array>,
      options?: PostOptions
    ) => Promise<{
      /** Lines that were read */
      readonly lines: number
      /** Messages that were added */
      readonly accepted: number
      /** Lines whose message was known */
      readonly duplicates: number
      /** Lines that were refused */
      readonly refusedLines: number
      /** Refused lines in their order, at most 1000 */
      readonly refused: ReadonlyArray<{
        /** Number of the line, 1 for the first */
        readonly line: number
        /** The refused field; empty if the line is no message */
        readonly field: string
        /** The reason, for people */
        readonly error: string
      }>
      /** The line to continue with, if the body broke off or was too long; null if all lines were read */
      readonly nextLine: number | null
    }>
  }
  readonly savedReplies: {
    /** List saved replies. The shared replies of the organization, by shortcut. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** The beginning of the shortcut */
        readonly prefix?: string | undefined
        /** Replies in this language, and those of no language */
        readonly language?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly replies: ReadonlyArray<SavedReply>
      /** Entries on all pages */
      readonly total: number
      /** The requested page */
      readonly page: number
      /** Entries on a page */
      readonly limit: number
      /** Whether there is a page after this one */
      readonly hasNext: boolean
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** The beginning of the shortcut */
        readonly prefix?: string | undefined
        /** Replies in this language, and those of no language */
        readonly language?: string | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<SavedReply>
    /** Create a saved reply. At most 1000 shared ones for each organization, and 200 for each member. */
    readonly create: (body: CreateSavedReplyRequest, options?: PostOptions) => Promise<SavedReply>

    /** Change a saved reply. Members who manage the organization change shared ones, and each member the own ones. */
    readonly change: (replyId: string, body: ChangeSavedReplyRequest, options?: CallOptions) => Promise<SavedReply>

    /** Delete a saved reply. Members who manage the organization delete shared ones, and each member the own ones. */
    readonly remove: (
      replyId: string,
      options?: CallOptions
    ) => Promise<{
      /** The reply's id */
      readonly id: string
    }>

    /** Render a saved reply. The text for the contact of a conversation, with the caller as the member, and the file of the reply. Nothing is sent. */
    readonly render: (
      replyId: string,
      body: RenderSavedReplyRequest,
      options?: PostOptions
    ) => Promise<{
      /** The reply's id */
      readonly id: string
      /** The text with the values of its variables */
      readonly text: string
      /** The file to send with the text; null without one */
      readonly file: {
        /** The file's id, which a message names as mediaId */
        readonly mediaId: string
        /** The type of message that shows the file */
        readonly kind: "image" | "document" | "audio" | "video" | "sticker"
        /** Name of the file; null without one */
        readonly filename: string | null
      } | null
    }>
  }
  readonly auditLog: {
    /** List the audit log. Changes of members, keys, channels, webhooks, settings, templates and the organization, and exports; the newest first. Entries are stored for 400 days. */
    readonly list: (
      query?: {
        /** Entries of this action only */
        readonly action?:
          | "api_key.created"
          | "api_key.revoked"
          | "campaign.cancelled"
          | "campaign.deleted"
          | "campaign.paused"
          | "campaign.resumed"
          | "campaign.started"
          | "channel.connected"
          | "channel.changed"
          | "channel.disconnected"
          | "consents.exported"
          | "contact.deleted"
          | "contact.erased"
          | "contacts.imported"
          | "endpoint.changed"
          | "endpoint.created"
          | "endpoint.deleted"
          | "endpoint.secret_rotated"
          | "label.changed"
          | "label.created"
          | "label.deleted"
          | "member.added"
          | "member.changed"
          | "member.invited"
          | "member.removed"
          | "messages.imported"
          | "organization.changed"
          | "organization.created"
          | "organization.resumed"
          | "organization.suspended"
          | "saved_reply.changed"
          | "saved_reply.created"
          | "saved_reply.deleted"
          | "settings.changed"
          | "sign_in.failed"
          | "sign_in.succeeded"
          | "team.changed"
          | "team.created"
          | "team.deleted"
          | "template.changed"
          | "template.created"
          | "template.deleted"
          | "webhook.changed"
          | "webhook.registered"
          | "webhook.removed"
          | "webhook.secret_revealed"
          | "webhook.secret_rotated"
          | undefined
        /** Entries of this kind of actor only */
        readonly actor?: "member" | "api_key" | "service_key" | "operator" | "program" | undefined
        /** Entries of this member or API key only */
        readonly actorId?: string | undefined
        /** Entries about this thing only */
        readonly subjectId?: string | undefined
        /** Entries of this time and later: ISO 8601 with its zone */
        readonly since?: string | undefined
        /** Entries before this time: ISO 8601 with its zone */
        readonly until?: string | undefined
        /** nextAfter of the answer before */
        readonly after?: string | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The newest first */
      readonly entries: ReadonlyArray<AuditEntry>
      /** Value of after for the rest; null at the end */
      readonly nextAfter: string | null
      /** Whether there are more */
      readonly hasMore: boolean
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries of this action only */
        readonly action?:
          | "api_key.created"
          | "api_key.revoked"
          | "campaign.cancelled"
          | "campaign.deleted"
          | "campaign.paused"
          | "campaign.resumed"
          | "campaign.started"
          | "channel.connected"
          | "channel.changed"
          | "channel.disconnected"
          | "consents.exported"
          | "contact.deleted"
          | "contact.erased"
          | "contacts.imported"
          | "endpoint.changed"
          | "endpoint.created"
          | "endpoint.deleted"
          | "endpoint.secret_rotated"
          | "label.changed"
          | "label.created"
          | "label.deleted"
          | "member.added"
          | "member.changed"
          | "member.invited"
          | "member.removed"
          | "messages.imported"
          | "organization.changed"
          | "organization.created"
          | "organization.resumed"
          | "organization.suspended"
          | "saved_reply.changed"
          | "saved_reply.created"
          | "saved_reply.deleted"
          | "settings.changed"
          | "sign_in.failed"
          | "sign_in.succeeded"
          | "team.changed"
          | "team.created"
          | "team.deleted"
          | "template.changed"
          | "template.created"
          | "template.deleted"
          | "webhook.changed"
          | "webhook.registered"
          | "webhook.removed"
          | "webhook.secret_revealed"
          | "webhook.secret_rotated"
          | undefined
        /** Entries of this kind of actor only */
        readonly actor?: "member" | "api_key" | "service_key" | "operator" | "program" | undefined
        /** Entries of this member or API key only */
        readonly actorId?: string | undefined
        /** Entries about this thing only */
        readonly subjectId?: string | undefined
        /** Entries of this time and later: ISO 8601 with its zone */
        readonly since?: string | undefined
        /** Entries before this time: ISO 8601 with its zone */
        readonly until?: string | undefined
        /** nextAfter of the answer before */
        readonly after?: string | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<AuditEntry>
    /** Export the audit log. The entries as CSV with a header row, the newest first. Changes are a JSON text. */
    readonly export: (
      query?: {
        /** Entries of this action only */
        readonly action?:
          | "api_key.created"
          | "api_key.revoked"
          | "campaign.cancelled"
          | "campaign.deleted"
          | "campaign.paused"
          | "campaign.resumed"
          | "campaign.started"
          | "channel.connected"
          | "channel.changed"
          | "channel.disconnected"
          | "consents.exported"
          | "contact.deleted"
          | "contact.erased"
          | "contacts.imported"
          | "endpoint.changed"
          | "endpoint.created"
          | "endpoint.deleted"
          | "endpoint.secret_rotated"
          | "label.changed"
          | "label.created"
          | "label.deleted"
          | "member.added"
          | "member.changed"
          | "member.invited"
          | "member.removed"
          | "messages.imported"
          | "organization.changed"
          | "organization.created"
          | "organization.resumed"
          | "organization.suspended"
          | "saved_reply.changed"
          | "saved_reply.created"
          | "saved_reply.deleted"
          | "settings.changed"
          | "sign_in.failed"
          | "sign_in.succeeded"
          | "team.changed"
          | "team.created"
          | "team.deleted"
          | "template.changed"
          | "template.created"
          | "template.deleted"
          | "webhook.changed"
          | "webhook.registered"
          | "webhook.removed"
          | "webhook.secret_revealed"
          | "webhook.secret_rotated"
          | undefined
        /** Entries of this kind of actor only */
        readonly actor?: "member" | "api_key" | "service_key" | "operator" | "program" | undefined
        /** Entries of this member or API key only */
        readonly actorId?: string | undefined
        /** Entries about this thing only */
        readonly subjectId?: string | undefined
        /** Entries of this time and later: ISO 8601 with its zone */
        readonly since?: string | undefined
        /** Entries before this time: ISO 8601 with its zone */
        readonly until?: string | undefined
      },
      options?: CallOptions
    ) => Promise<Blob>
  }
  readonly reports: {
    /** Report conversations and messages by day. Conversations, messages, response times and resolution times, in total and by day. With `Accept: text/csv` the days are a CSV file. */
    readonly overview: (
      query?: {
        /** The first day, in the time zone. Default: 7 days up to `to` */
        readonly from?: string | undefined
        /** The last day, in the time zone; at most 92 days are reported. Default: today */
        readonly to?: string | undefined
        /** The time zone of days and hours (IANA), such as Europe/Berlin. Default: UTC */
        readonly timeZone?: string | undefined
      },
      options?: CallOptions
    ) => Promise<OverviewReport>

    /** Report messages by hour and weekday. Messages in each of the 168 hours of a week, in the time zone. With `Accept: text/csv` the hours are a CSV file. */
    readonly hours: (
      query?: {
        /** The first day, in the time zone. Default: 7 days up to `to` */
        readonly from?: string | undefined
        /** The last day, in the time zone; at most 92 days are reported. Default: today */
        readonly to?: string | undefined
        /** The time zone of days and hours (IANA), such as Europe/Berlin. Default: UTC */
        readonly timeZone?: string | undefined
      },
      options?: CallOptions
    ) => Promise<HoursReport>

    /** Report by channel. The numbers of each channel. With `Accept: text/csv` the rows are a CSV file. */
    readonly channels: (
      query?: {
        /** The first day, in the time zone. Default: 7 days up to `to` */
        readonly from?: string | undefined
        /** The last day, in the time zone; at most 92 days are reported. Default: today */
        readonly to?: string | undefined
        /** The time zone of days and hours (IANA), such as Europe/Berlin. Default: UTC */
        readonly timeZone?: string | undefined
      },
      options?: CallOptions
    ) => Promise<SubjectReport>

    /** Report by number, Page and account. The numbers of each number, Page and account. With `Accept: text/csv` the rows are a CSV file. */
    readonly numbers: (
      query?: {
        /** The first day, in the time zone. Default: 7 days up to `to` */
        readonly from?: string | undefined
        /** The last day, in the time zone; at most 92 days are reported. Default: today */
        readonly to?: string | undefined
        /** The time zone of days and hours (IANA), such as Europe/Berlin. Default: UTC */
        readonly timeZone?: string | undefined
      },
      options?: CallOptions
    ) => Promise<SubjectReport>

    /** Report by member. The numbers of each member. With `Accept: text/csv` the rows are a CSV file. */
    readonly members: (
      query?: {
        /** The first day, in the time zone. Default: 7 days up to `to` */
        readonly from?: string | undefined
        /** The last day, in the time zone; at most 92 days are reported. Default: today */
        readonly to?: string | undefined
        /** The time zone of days and hours (IANA), such as Europe/Berlin. Default: UTC */
        readonly timeZone?: string | undefined
      },
      options?: CallOptions
    ) => Promise<SubjectReport>

    /** Report by team. The numbers of each team. With `Accept: text/csv` the rows are a CSV file. */
    readonly teams: (
      query?: {
        /** The first day, in the time zone. Default: 7 days up to `to` */
        readonly from?: string | undefined
        /** The last day, in the time zone; at most 92 days are reported. Default: today */
        readonly to?: string | undefined
        /** The time zone of days and hours (IANA), such as Europe/Berlin. Default: UTC */
        readonly timeZone?: string | undefined
      },
      options?: CallOptions
    ) => Promise<SubjectReport>

    /** Report by label of conversations. The numbers of each label of conversations. With `Accept: text/csv` the rows are a CSV file. */
    readonly labels: (
      query?: {
        /** The first day, in the time zone. Default: 7 days up to `to` */
        readonly from?: string | undefined
        /** The last day, in the time zone; at most 92 days are reported. Default: today */
        readonly to?: string | undefined
        /** The time zone of days and hours (IANA), such as Europe/Berlin. Default: UTC */
        readonly timeZone?: string | undefined
      },
      options?: CallOptions
    ) => Promise<SubjectReport>

    /** Report by template. The numbers of each template. With `Accept: text/csv` the rows are a CSV file. */
    readonly templates: (
      query?: {
        /** The first day, in the time zone. Default: 7 days up to `to` */
        readonly from?: string | undefined
        /** The last day, in the time zone; at most 92 days are reported. Default: today */
        readonly to?: string | undefined
        /** The time zone of days and hours (IANA), such as Europe/Berlin. Default: UTC */
        readonly timeZone?: string | undefined
      },
      options?: CallOptions
    ) => Promise<SubjectReport>

    /** Report by campaign. The numbers of each campaign. With `Accept: text/csv` the rows are a CSV file. */
    readonly campaigns: (
      query?: {
        /** The first day, in the time zone. Default: 7 days up to `to` */
        readonly from?: string | undefined
        /** The last day, in the time zone; at most 92 days are reported. Default: today */
        readonly to?: string | undefined
        /** The time zone of days and hours (IANA), such as Europe/Berlin. Default: UTC */
        readonly timeZone?: string | undefined
      },
      options?: CallOptions
    ) => Promise<SubjectReport>
  }
  readonly webhooks: {
    /** The subscription. The organization's one subscription, with the secret that its deliveries are signed with. */
    readonly find: (options?: CallOptions) => Promise<{
      /** Null when nothing is registered */
      readonly webhook: {
        /** Comes with every delivery as webhook_id */
        readonly id: string
        /** Where events are sent to */
        readonly url: string
        /** Types of the events that are sent */
        readonly events: ReadonlyArray<
          | "message.received"
          | "message.sent"
          | "message.delivered"
          | "message.read"
          | "message.failed"
          | "contact.created"
          | "contact.updated"
          | "conversation.opened"
          | "conversation.closed"
          | "postback"
          | "message.reaction"
          | "message.edited"
          | "message.deleted"
          | "message.send_failed"
          | "contact.opted_in"
          | "contact.opted_out"
          | "contact.erased"
          | "conversation.note_added"
          | "conversation.note_removed"
          | "conversation.assigned"
          | "conversation.read"
          | "conversation.unread"
          | "conversation.updated"
          | "account.updated"
          | "webhook.failing"
          | "campaign.updated"
        >
        /** active: events are sent. disabled: the receiver took nothing for days, or answered 410; events are not sent. secret_unreadable: the service cannot open the stored signing secret; events wait. Registering the subscription again makes it active */
        readonly status: "active" | "disabled" | "secret_unreadable"
        /** What deliveries are signed with: yours, or one that was made. Null when it cannot be opened */
        readonly secret: string | null
      } | null
    }>

    /** Register or update the subscription. Events are pushed to one HTTPS address, at least once, signed as Standard Webhooks. After a change of the secret the old one signs for another 24 hours beside the new one, and after several changes each of them. The answer to registering a disabled subscription again says where to read the events that it missed. */
    readonly register: (
      body: WebhookRequest,
      options?: PostOptions
    ) => Promise<{
      /** The subscription as it is now */
      readonly webhook: {
        /** Comes with every delivery as webhook_id */
        readonly id: string
        /** Where events are sent to */
        readonly url: string
        /** Types of the events that are sent */
        readonly events: ReadonlyArray<
          | "message.received"
          | "message.sent"
          | "message.delivered"
          | "message.read"
          | "message.failed"
          | "contact.created"
          | "contact.updated"
          | "conversation.opened"
          | "conversation.closed"
          | "postback"
          | "message.reaction"
          | "message.edited"
          | "message.deleted"
          | "message.send_failed"
          | "contact.opted_in"
          | "contact.opted_out"
          | "contact.erased"
          | "conversation.note_added"
          | "conversation.note_removed"
          | "conversation.assigned"
          | "conversation.read"
          | "conversation.unread"
          | "conversation.updated"
          | "account.updated"
          | "webhook.failing"
          | "campaign.updated"
        >
        /** active: events are sent. disabled: the receiver took nothing for days, or answered 410; events are not sent. secret_unreadable: the service cannot open the stored signing secret; events wait. Registering the subscription again makes it active */
        readonly status: "active" | "disabled" | "secret_unreadable"
      }
      /** Only when the subscription was disabled until now: how to read what it missed */
      readonly missed?: {
        /** When the subscription was disabled: ISO 8601, UTC. Events since then were not delivered */
        readonly since: string
        /** What to give as after to GET /v1/events to read the missed events; null: leave after out. Events of the minute before the subscription was disabled come again */
        readonly resume_after: string | null
      }
    }>

    /** Remove the subscription. Ends the subscription. Pending deliveries are dropped. */
    readonly remove: (options?: CallOptions) => Promise<{
      readonly success: true
      /** The outcome, for people */
      readonly message: string
    }>
  }
  readonly deliveries: {
    /** List deliveries. The newest event first, each with its attempts and what they were answered. They are kept as long as their events: 30 days, unless configured otherwise. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Only those with this status */
        readonly status?: "pending" | "delivered" | "failed" | undefined
        /** Only those of events of this type */
        readonly event?:
          | "message.received"
          | "message.sent"
          | "message.delivered"
          | "message.read"
          | "message.failed"
          | "contact.created"
          | "contact.updated"
          | "conversation.opened"
          | "conversation.closed"
          | "postback"
          | "message.reaction"
          | "message.edited"
          | "message.deleted"
          | "message.send_failed"
          | "contact.opted_in"
          | "contact.opted_out"
          | "contact.erased"
          | "conversation.note_added"
          | "conversation.note_removed"
          | "conversation.assigned"
          | "conversation.read"
          | "conversation.unread"
          | "conversation.updated"
          | "account.updated"
          | "webhook.failing"
          | "campaign.updated"
          | "webhook.test"
          | undefined
        /** Only those of events that happened then or later: ISO 8601 with its zone */
        readonly since?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly data: ReadonlyArray<{
        /** The event's id: webhook-id of every attempt */
        readonly id: string
        /** The event's type */
        readonly event: string
        /** pending: another attempt follows. delivered: it was answered with a 2xx. failed: no attempt follows, and none was a success */
        readonly status: "pending" | "delivered" | "failed"
        /** Where it goes to, or went to when no attempt follows */
        readonly url: string
        /** The last 10 attempts at most, the oldest first */
        readonly attempts: ReadonlyArray<{
          /** When it ended: ISO 8601, UTC */
          readonly at: string
          /** The HTTP status of the answer; null when none came */
          readonly statusCode: number | null
          /** How long the answer, or the failure, took, in milliseconds */
          readonly durationMs: number
          /** The beginning of the answer's body, 1024 bytes of it at most; null when none came */
          readonly response: string | null
          /** Why it was no success; null when it was one */
          readonly error: string | null
        }>
        /** When the next attempt is due: ISO 8601, UTC; null when none follows, and while the subscription is disabled */
        readonly nextAttemptAt: string | null
        /** When the event happened: ISO 8601, UTC */
        readonly createdAt: string
      }>
      readonly meta: {
        /** The requested page */
        readonly page: number
        /** Entries on a page */
        readonly limit: number
        /** Deliveries on all pages; no more than 10000 are counted, pages behind them are there */
        readonly total: number
        /** How many pages those that were counted fill */
        readonly totalPages: number
      }
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Only those with this status */
        readonly status?: "pending" | "delivered" | "failed" | undefined
        /** Only those of events of this type */
        readonly event?:
          | "message.received"
          | "message.sent"
          | "message.delivered"
          | "message.read"
          | "message.failed"
          | "contact.created"
          | "contact.updated"
          | "conversation.opened"
          | "conversation.closed"
          | "postback"
          | "message.reaction"
          | "message.edited"
          | "message.deleted"
          | "message.send_failed"
          | "contact.opted_in"
          | "contact.opted_out"
          | "contact.erased"
          | "conversation.note_added"
          | "conversation.note_removed"
          | "conversation.assigned"
          | "conversation.read"
          | "conversation.unread"
          | "conversation.updated"
          | "account.updated"
          | "webhook.failing"
          | "campaign.updated"
          | "webhook.test"
          | undefined
        /** Only those of events that happened then or later: ISO 8601 with its zone */
        readonly since?: string | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<{
      /** The event's id: webhook-id of every attempt */
      readonly id: string
      /** The event's type */
      readonly event: string
      /** pending: another attempt follows. delivered: it was answered with a 2xx. failed: no attempt follows, and none was a success */
      readonly status: "pending" | "delivered" | "failed"
      /** Where it goes to, or went to when no attempt follows */
      readonly url: string
      /** The last 10 attempts at most, the oldest first */
      readonly attempts: ReadonlyArray<{
        /** When it ended: ISO 8601, UTC */
        readonly at: string
        /** The HTTP status of the answer; null when none came */
        readonly statusCode: number | null
        /** How long the answer, or the failure, took, in milliseconds */
        readonly durationMs: number
        /** The beginning of the answer's body, 1024 bytes of it at most; null when none came */
        readonly response: string | null
        /** Why it was no success; null when it was one */
        readonly error: string | null
      }>
      /** When the next attempt is due: ISO 8601, UTC; null when none follows, and while the subscription is disabled */
      readonly nextAttemptAt: string | null
      /** When the event happened: ISO 8601, UTC */
      readonly createdAt: string
    }>
    /** Make a delivery again. Sends the event again with the same webhook-id, to where the subscription leads now, and repeats that like any delivery. A delivery that waits for its next attempt becomes due at once. It does not count towards the monthly limit again. */
    readonly replay: (
      id: string,
      options?: PostOptions
    ) => Promise<{
      /** The event's id: webhook-id of every attempt */
      readonly id: string
      /** The event's type */
      readonly event: string
      /** pending: another attempt follows. delivered: it was answered with a 2xx. failed: no attempt follows, and none was a success */
      readonly status: "pending" | "delivered" | "failed"
      /** Where it goes to, or went to when no attempt follows */
      readonly url: string
      /** The last 10 attempts at most, the oldest first */
      readonly attempts: ReadonlyArray<{
        /** When it ended: ISO 8601, UTC */
        readonly at: string
        /** The HTTP status of the answer; null when none came */
        readonly statusCode: number | null
        /** How long the answer, or the failure, took, in milliseconds */
        readonly durationMs: number
        /** The beginning of the answer's body, 1024 bytes of it at most; null when none came */
        readonly response: string | null
        /** Why it was no success; null when it was one */
        readonly error: string | null
      }>
      /** When the next attempt is due: ISO 8601, UTC; null when none follows, and while the subscription is disabled */
      readonly nextAttemptAt: string | null
      /** When the event happened: ISO 8601, UTC */
      readonly createdAt: string
    }>

    /** Make the deliveries of a time range again. All deliveries of the range, or those with one status. At most 10000 at once: when there are more, none is made again. 30 of them become due each second, the oldest first. */
    readonly replayRange: (
      body: ReplayRequest,
      options?: PostOptions
    ) => Promise<{
      /** How many deliveries are made again */
      readonly replayed: number
    }>

    /** Send a test event. Sends an event of the type webhook.test, with data.message, the way every event goes: signed, repeated, listed and counted. It reaches the subscription whatever that asked for. */
    readonly test: (options?: PostOptions) => Promise<{
      /** The test event's id: webhook-id of its delivery */
      readonly id: string
      /** The test event's type */
      readonly event: "webhook.test"
    }>
  }
  readonly endpoints: {
    /** List endpoints. The further receivers of events, beside the one webhook. */
    readonly list: (options?: CallOptions) => Promise<{
      /** The oldest first; at most 20 */
      readonly endpoints: ReadonlyArray<WebhookEndpoint>
    }>

    /** Create an endpoint. At most 20 for each organization. It receives events from then on, in the order of their conversations and with the retries of the one webhook. */
    readonly create: (
      body: CreateEndpointRequest,
      options?: PostOptions
    ) => Promise<{
      readonly endpoint: WebhookEndpoint
      /** What deliveries are signed with. It is shown only here */
      readonly secret: string
    }>

    /** Get an endpoint. Without its secret and the values of its headers. */
    readonly get: (endpointId: string, options?: CallOptions) => Promise<WebhookEndpoint>

    /** Change an endpoint. Deliveries that wait go to its new address. An endpoint that is enabled again gets those; events that were recorded meanwhile are in the feed of events only. */
    readonly change: (
      endpointId: string,
      body: ChangeEndpointRequest,
      options?: CallOptions
    ) => Promise<WebhookEndpoint>

    /** Delete an endpoint. Its pending deliveries are dropped. */
    readonly remove: (
      endpointId: string,
      options?: CallOptions
    ) => Promise<{
      /** The endpoint's id, which comes with its deliveries as webhook_id */
      readonly id: string
    }>

    /** Replace the secret of an endpoint. Deliveries are signed with both secrets for 24 hours. */
    readonly rotateSecret: (
      endpointId: string,
      options?: PostOptions
    ) => Promise<{
      /** What deliveries are signed with. It is shown only here */
      readonly secret: string
      /** Until when deliveries are signed with the former secret too: ISO 8601, UTC, with milliseconds */
      readonly previousUntil: string
    }>

    /** Send a test event to an endpoint. Sends an event of the type webhook.test to this endpoint alone, whatever its events and its filter. */
    readonly test: (
      endpointId: string,
      options?: PostOptions
    ) => Promise<{
      /** The test event's id: webhook-id of its delivery */
      readonly id: string
      /** The test event's type */
      readonly event: "webhook.test"
    }>

    /** List deliveries to an endpoint. The newest event first, each with its attempts. */
    readonly listDeliveries: (
      endpointId: string,
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Only those with this status */
        readonly status?: "pending" | "delivered" | "failed" | undefined
        /** Only those of events of this type */
        readonly event?:
          | "message.received"
          | "message.sent"
          | "message.delivered"
          | "message.read"
          | "message.failed"
          | "contact.created"
          | "contact.updated"
          | "conversation.opened"
          | "conversation.closed"
          | "postback"
          | "message.reaction"
          | "message.edited"
          | "message.deleted"
          | "message.send_failed"
          | "contact.opted_in"
          | "contact.opted_out"
          | "contact.erased"
          | "conversation.note_added"
          | "conversation.note_removed"
          | "conversation.assigned"
          | "conversation.read"
          | "conversation.unread"
          | "conversation.updated"
          | "account.updated"
          | "webhook.failing"
          | "campaign.updated"
          | "webhook.test"
          | undefined
        /** Only those of events that happened then or later: ISO 8601 with its zone */
        readonly since?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly data: ReadonlyArray<{
        /** The event's id: webhook-id of every attempt */
        readonly id: string
        /** The event's type */
        readonly event: string
        /** pending: another attempt follows. delivered: it was answered with a 2xx. failed: no attempt follows, and none was a success */
        readonly status: "pending" | "delivered" | "failed"
        /** Where it goes to, or went to when no attempt follows */
        readonly url: string
        /** The last 10 attempts at most, the oldest first */
        readonly attempts: ReadonlyArray<{
          /** When it ended: ISO 8601, UTC */
          readonly at: string
          /** The HTTP status of the answer; null when none came */
          readonly statusCode: number | null
          /** How long the answer, or the failure, took, in milliseconds */
          readonly durationMs: number
          /** The beginning of the answer's body, 1024 bytes of it at most; null when none came */
          readonly response: string | null
          /** Why it was no success; null when it was one */
          readonly error: string | null
        }>
        /** When the next attempt is due: ISO 8601, UTC; null when none follows, and while the subscription is disabled */
        readonly nextAttemptAt: string | null
        /** When the event happened: ISO 8601, UTC */
        readonly createdAt: string
      }>
      readonly meta: {
        /** The requested page */
        readonly page: number
        /** Entries on a page */
        readonly limit: number
        /** Entries on all pages */
        readonly total: number
      }
    }>
    /** Every entry of `listDeliveries`, page after page. */
    readonly allDeliveries: (
      endpointId: string,
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Only those with this status */
        readonly status?: "pending" | "delivered" | "failed" | undefined
        /** Only those of events of this type */
        readonly event?:
          | "message.received"
          | "message.sent"
          | "message.delivered"
          | "message.read"
          | "message.failed"
          | "contact.created"
          | "contact.updated"
          | "conversation.opened"
          | "conversation.closed"
          | "postback"
          | "message.reaction"
          | "message.edited"
          | "message.deleted"
          | "message.send_failed"
          | "contact.opted_in"
          | "contact.opted_out"
          | "contact.erased"
          | "conversation.note_added"
          | "conversation.note_removed"
          | "conversation.assigned"
          | "conversation.read"
          | "conversation.unread"
          | "conversation.updated"
          | "account.updated"
          | "webhook.failing"
          | "campaign.updated"
          | "webhook.test"
          | undefined
        /** Only those of events that happened then or later: ISO 8601 with its zone */
        readonly since?: string | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<{
      /** The event's id: webhook-id of every attempt */
      readonly id: string
      /** The event's type */
      readonly event: string
      /** pending: another attempt follows. delivered: it was answered with a 2xx. failed: no attempt follows, and none was a success */
      readonly status: "pending" | "delivered" | "failed"
      /** Where it goes to, or went to when no attempt follows */
      readonly url: string
      /** The last 10 attempts at most, the oldest first */
      readonly attempts: ReadonlyArray<{
        /** When it ended: ISO 8601, UTC */
        readonly at: string
        /** The HTTP status of the answer; null when none came */
        readonly statusCode: number | null
        /** How long the answer, or the failure, took, in milliseconds */
        readonly durationMs: number
        /** The beginning of the answer's body, 1024 bytes of it at most; null when none came */
        readonly response: string | null
        /** Why it was no success; null when it was one */
        readonly error: string | null
      }>
      /** When the next attempt is due: ISO 8601, UTC; null when none follows, and while the subscription is disabled */
      readonly nextAttemptAt: string | null
      /** When the event happened: ISO 8601, UTC */
      readonly createdAt: string
    }>
    /** Make a delivery to an endpoint again. With the same webhook-id, to where the endpoint leads now. A delivery that waits for its next attempt becomes due at once. */
    readonly replay: (
      endpointId: string,
      deliveryId: string,
      options?: PostOptions
    ) => Promise<{
      /** The event's id: webhook-id of every attempt */
      readonly id: string
      /** The event's type */
      readonly event: string
      /** pending: another attempt follows. delivered: it was answered with a 2xx. failed: no attempt follows, and none was a success */
      readonly status: "pending" | "delivered" | "failed"
      /** Where it goes to, or went to when no attempt follows */
      readonly url: string
      /** The last 10 attempts at most, the oldest first */
      readonly attempts: ReadonlyArray<{
        /** When it ended: ISO 8601, UTC */
        readonly at: string
        /** The HTTP status of the answer; null when none came */
        readonly statusCode: number | null
        /** How long the answer, or the failure, took, in milliseconds */
        readonly durationMs: number
        /** The beginning of the answer's body, 1024 bytes of it at most; null when none came */
        readonly response: string | null
        /** Why it was no success; null when it was one */
        readonly error: string | null
      }>
      /** When the next attempt is due: ISO 8601, UTC; null when none follows, and while the subscription is disabled */
      readonly nextAttemptAt: string | null
      /** When the event happened: ISO 8601, UTC */
      readonly createdAt: string
    }>

    /** Make the deliveries of a time range to an endpoint again. At most 10000 at once: when there are more, none is made again. 30 of them become due each second, the oldest first. */
    readonly replayRange: (
      endpointId: string,
      body: ReplayRequest,
      options?: PostOptions
    ) => Promise<{
      /** How many deliveries are made again */
      readonly replayed: number
    }>
  }
  readonly events: {
    /** Read events. Every event, whether or not the subscription names it, oldest first. A reader that always continues after next_after misses none. An event may appear here a moment after it happened, and is kept for 30 days, unless configured otherwise. */
    readonly list: (
      query?: {
        /** The id of the event to go on after: next_after of the answer before */
        readonly after?: string | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The oldest first */
      readonly events: ReadonlyArray<FeedEvent>
      /** What to give as after the next time; null while there is nothing */
      readonly next_after: string | null
      /** Whether others are there already */
      readonly has_more: boolean
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** The id of the event to go on after: next_after of the answer before */
        readonly after?: string | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<FeedEvent>
  }
  readonly media: {
    /** Upload a file. Stores a file that a message can then name as `mediaId`: an image, a document, audio, video or a sticker of at most 100 MiB, less for most types. The body is the file itself. Its bytes have to be those of its type. It can be sent any number of times, to any contact. A file that is not sent is removed after 30 days; an organization has at most 1000 of them, and 1024 MiB in all. */
    readonly upload: (
      body: string | Blob | Uint8Array | ReadableStream<Uint8Array>,
      query?: {
        /** Name of the file; at most 240 characters */
        readonly filename?: string | undefined
      },
      options?: PostOptions
    ) => Promise<{
      /** The file's id, which a message names as mediaId */
      readonly mediaId: string
      /** What messages show the file as */
      readonly kind: "image" | "document" | "audio" | "video" | "sticker"
      /** Media type of the file, by its bytes */
      readonly mimeType: string
      /** Name of the file; null without one */
      readonly filename: string | null
      /** In bytes */
      readonly size: number
      /** When it is removed, unless it was sent: ISO 8601, UTC, with milliseconds */
      readonly expiresAt: string
    }>

    /** Get a file of a message. The file as it was sent, with its media type, its size (at most 100 MiB) and an ETag; one range of bytes is given when Range asks for it. Images, sounds, films and PDF may be shown, anything else is only to be saved. As long as the file is on its way from the platform the answer is 503, and Retry-After says when to ask again. */
    readonly get: (mediaId: string, options?: CallOptions) => Promise<Blob>
  }
  readonly logs: {
    /** List requests. The requests that came with the organization's keys, the newest first, also those that reached no endpoint. They are kept for 30 days, and appear within a few seconds. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly data: ReadonlyArray<{
        /** The request's id */
        readonly id: string
        /** The HTTP method */
        readonly method: string
        /** The path after the base URL, without the query; 2048 characters of it at most */
        readonly path: string
        /** The HTTP status of the response; 499 when the caller closed the connection */
        readonly status_code: number
        /** The request body; empty when there was none. Secrets, tokens and message media are `[redacted]`, and of more than 16 KiB only the beginning is kept */
        readonly request_body: { readonly [name: string]: Json }
        /** The response body. Secrets, tokens and message media are `[redacted]`, and of more than 16 KiB only the beginning is kept */
        readonly response_body: { readonly [name: string]: Json }
        /** Where the request came from */
        readonly ip_address: string
        /** The caller's User-Agent */
        readonly user_agent: string
        /** How long the answer took, in milliseconds */
        readonly duration_ms: number
        /** When the request came in: ISO 8601, UTC */
        readonly created_at: string
      }>
      readonly meta: {
        /** The requested page */
        readonly page: number
        /** Entries on a page */
        readonly limit: number
        /** Entries on all pages */
        readonly total: number
        /** How many pages there are; 0 when nothing is logged */
        readonly totalPages: number
      }
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<{
      /** The request's id */
      readonly id: string
      /** The HTTP method */
      readonly method: string
      /** The path after the base URL, without the query; 2048 characters of it at most */
      readonly path: string
      /** The HTTP status of the response; 499 when the caller closed the connection */
      readonly status_code: number
      /** The request body; empty when there was none. Secrets, tokens and message media are `[redacted]`, and of more than 16 KiB only the beginning is kept */
      readonly request_body: { readonly [name: string]: Json }
      /** The response body. Secrets, tokens and message media are `[redacted]`, and of more than 16 KiB only the beginning is kept */
      readonly response_body: { readonly [name: string]: Json }
      /** Where the request came from */
      readonly ip_address: string
      /** The caller's User-Agent */
      readonly user_agent: string
      /** How long the answer took, in milliseconds */
      readonly duration_ms: number
      /** When the request came in: ISO 8601, UTC */
      readonly created_at: string
    }>
  }
  readonly usage: {
    /** Get the usage. Messages with a price by day, number, category, country and campaign, and their cost by the operator's rate card. With `Accept: text/csv` the rows are a CSV file. */
    readonly get: (
      query?: {
        /** The first day, in UTC. Default: the first day of the month of `until` */
        readonly since?: string | undefined
        /** The last day, in UTC; at most 92 days are reported. Default: today */
        readonly until?: string | undefined
        /** What rows differ in, separated by commas: day, number, category, country, campaign. Default: category */
        readonly by?: string | undefined
      },
      options?: CallOptions
    ) => Promise<UsageReport>
  }
  readonly triage: {
    /** Snooze a conversation. `conversation.updated` is dispatched. The next message of the contact ends the snooze, as its time does. A snooze of a snoozed conversation replaces its end. */
    readonly snooze: (
      conversationId: string,
      body?: SnoozeConversationRequest,
      options?: PostOptions
    ) => Promise<AdjustedConversation>

    /** End the snooze of a conversation. `conversation.updated` is dispatched. A conversation that is not snoozed stays as it is. */
    readonly unsnooze: (conversationId: string, options?: PostOptions) => Promise<AdjustedConversation>

    /** Set the priority of a conversation. `conversation.updated` is dispatched if the priority changes. */
    readonly prioritize: (
      conversationId: string,
      body: PrioritizeConversationRequest,
      options?: CallOptions
    ) => Promise<AdjustedConversation>

    /** Change many conversations. The same action on at most 1000 conversations. Each conversation has its result, and none keeps another one from its change. To repeat a request changes nothing more. */
    readonly change: (
      body: ChangeConversationsRequest,
      options?: PostOptions
    ) => Promise<{
      /** A result for each id, in the order of the request */
      readonly results: ReadonlyArray<ConversationResult>
      /** Results with success */
      readonly succeeded: number
      /** Results without success */
      readonly failed: number
    }>
  }
}

/** The endpoints of the Developer interface. */
export const developerMethods: Table = {
  whatsapp: {
    sendMessage: { method: "POST", path: "/api/developer/v1/send-message", takes: "body" },
    listTemplates: { method: "GET", path: "/api/developer/v1/templates", takes: "query" },
    listConversations: {
      method: "GET",
      path: "/api/developer/v1/conversations/whatsapp",
      takes: "query",
      pages: "page"
    }
  },
  templates: {
    create: { method: "POST", path: "/api/developer/v1/templates", takes: "body" },
    get: { method: "GET", path: "/api/developer/v1/templates/{templateId}", takes: "query" },
    change: { method: "PATCH", path: "/api/developer/v1/templates/{templateId}", takes: "body" },
    remove: { method: "DELETE", path: "/api/developer/v1/templates/{templateId}", takes: "query" },
    preview: { method: "POST", path: "/api/developer/v1/templates/{templateId}/preview", takes: "body" }
  },
  messenger: {
    sendMessage: { method: "POST", path: "/api/developer/v1/messenger/send-message", takes: "body" },
    listConversations: { method: "GET", path: "/api/developer/v1/conversations/messenger", takes: "query" }
  },
  instagram: {
    sendMessage: { method: "POST", path: "/api/developer/v1/instagram/send-message", takes: "body" },
    listConversations: { method: "GET", path: "/api/developer/v1/conversations/instagram", takes: "query" }
  },
  messages: {
    list: { method: "GET", path: "/api/developer/v1/messages", takes: "query", pages: "before" },
    get: { method: "GET", path: "/api/developer/v1/messages/{messageId}" },
    read: { method: "POST", path: "/api/developer/v1/messages/{messageId}/read", takes: "body" },
    typing: { method: "POST", path: "/api/developer/v1/messages/{messageId}/typing" }
  },
  scheduled: {
    list: { method: "GET", path: "/api/developer/v1/scheduled-messages", takes: "query", pages: "page" },
    get: { method: "GET", path: "/api/developer/v1/scheduled-messages/{scheduledId}" },
    change: { method: "PATCH", path: "/api/developer/v1/scheduled-messages/{scheduledId}", takes: "body" },
    cancel: { method: "DELETE", path: "/api/developer/v1/scheduled-messages/{scheduledId}" }
  },
  contacts: {
    list: { method: "GET", path: "/api/developer/v1/contacts", takes: "query", pages: "page" },
    upsert: { method: "POST", path: "/api/developer/v1/contacts", takes: "body" },
    get: { method: "GET", path: "/api/developer/v1/contacts/{id}", takes: "query" },
    change: { method: "PATCH", path: "/api/developer/v1/contacts/{id}", takes: "body" },
    remove: { method: "DELETE", path: "/api/developer/v1/contacts/{id}" }
  },
  consents: {
    get: { method: "GET", path: "/api/developer/v1/contacts/{id}/consents" },
    set: { method: "PATCH", path: "/api/developer/v1/contacts/{id}/consents", takes: "body" },
    list: { method: "GET", path: "/api/developer/v1/consents", takes: "query", pages: "after" },
    export: { method: "GET", path: "/api/developer/v1/consents/export", takes: "query", gives: "file" }
  },
  erasures: {
    erase: { method: "POST", path: "/api/developer/v1/contacts/{id}/erase", takes: "body" },
    progress: { method: "GET", path: "/api/developer/v1/contacts/{id}/erasure" }
  },
  campaigns: {
    create: { method: "POST", path: "/api/developer/v1/campaigns", takes: "body" },
    list: { method: "GET", path: "/api/developer/v1/campaigns", takes: "query", pages: "page" },
    get: { method: "GET", path: "/api/developer/v1/campaigns/{campaignId}" },
    change: { method: "PATCH", path: "/api/developer/v1/campaigns/{campaignId}", takes: "body" },
    remove: { method: "DELETE", path: "/api/developer/v1/campaigns/{campaignId}" },
    uploadRecipients: {
      method: "PUT",
      path: "/api/developer/v1/campaigns/{campaignId}/recipients",
      takes: "body",
      raw: "text/csv"
    },
    listRecipients: {
      method: "GET",
      path: "/api/developer/v1/campaigns/{campaignId}/recipients",
      takes: "query",
      pages: "after"
    },
    exportRecipients: {
      method: "GET",
      path: "/api/developer/v1/campaigns/{campaignId}/recipients/export",
      takes: "query",
      gives: "file"
    },
    start: { method: "POST", path: "/api/developer/v1/campaigns/{campaignId}/start" },
    pause: { method: "POST", path: "/api/developer/v1/campaigns/{campaignId}/pause" },
    resume: { method: "POST", path: "/api/developer/v1/campaigns/{campaignId}/resume" },
    cancel: { method: "POST", path: "/api/developer/v1/campaigns/{campaignId}/cancel" },
    test: { method: "POST", path: "/api/developer/v1/campaigns/{campaignId}/test", takes: "body" }
  },
  handling: {
    handOver: { method: "POST", path: "/api/developer/v1/conversations/{conversationId}/hand-over", takes: "body" },
    escalate: { method: "POST", path: "/api/developer/v1/conversations/{conversationId}/escalate", takes: "body" }
  },
  labels: {
    list: { method: "GET", path: "/api/developer/v1/labels" },
    create: { method: "POST", path: "/api/developer/v1/labels", takes: "body" },
    change: { method: "PATCH", path: "/api/developer/v1/labels/{labelId}", takes: "body" },
    remove: { method: "DELETE", path: "/api/developer/v1/labels/{labelId}" },
    setOfConversation: {
      method: "PUT",
      path: "/api/developer/v1/conversations/{conversationId}/labels",
      takes: "body"
    },
    setOfContact: { method: "PUT", path: "/api/developer/v1/contacts/{id}/labels", takes: "body" }
  },
  teams: {
    list: { method: "GET", path: "/api/developer/v1/teams" },
    create: { method: "POST", path: "/api/developer/v1/teams", takes: "body" },
    change: { method: "PATCH", path: "/api/developer/v1/teams/{teamId}", takes: "body" },
    remove: { method: "DELETE", path: "/api/developer/v1/teams/{teamId}" },
    assign: { method: "PUT", path: "/api/developer/v1/conversations/{conversationId}/team", takes: "body" }
  },
  workloads: {
    list: { method: "GET", path: "/api/developer/v1/members/workloads" },
    setAvailability: { method: "PUT", path: "/api/developer/v1/members/{memberId}/availability", takes: "body" },
    setCapacity: { method: "PUT", path: "/api/developer/v1/members/{memberId}/capacity", takes: "body" }
  },
  messageImport: {
    importMessages: {
      method: "POST",
      path: "/api/developer/v1/import/messages",
      takes: "body",
      raw: "application/x-ndjson"
    }
  },
  savedReplies: {
    list: { method: "GET", path: "/api/developer/v1/saved-replies", takes: "query", pages: "page" },
    create: { method: "POST", path: "/api/developer/v1/saved-replies", takes: "body" },
    change: { method: "PATCH", path: "/api/developer/v1/saved-replies/{replyId}", takes: "body" },
    remove: { method: "DELETE", path: "/api/developer/v1/saved-replies/{replyId}" },
    render: { method: "POST", path: "/api/developer/v1/saved-replies/{replyId}/render", takes: "body" }
  },
  auditLog: {
    list: { method: "GET", path: "/api/developer/v1/audit-log", takes: "query", pages: "after" },
    export: { method: "GET", path: "/api/developer/v1/audit-log/export", takes: "query", gives: "file" }
  },
  reports: {
    overview: { method: "GET", path: "/api/developer/v1/reports/overview", takes: "query" },
    hours: { method: "GET", path: "/api/developer/v1/reports/hours", takes: "query" },
    channels: { method: "GET", path: "/api/developer/v1/reports/channels", takes: "query" },
    numbers: { method: "GET", path: "/api/developer/v1/reports/numbers", takes: "query" },
    members: { method: "GET", path: "/api/developer/v1/reports/members", takes: "query" },
    teams: { method: "GET", path: "/api/developer/v1/reports/teams", takes: "query" },
    labels: { method: "GET", path: "/api/developer/v1/reports/labels", takes: "query" },
    templates: { method: "GET", path: "/api/developer/v1/reports/templates", takes: "query" },
    campaigns: { method: "GET", path: "/api/developer/v1/reports/campaigns", takes: "query" }
  },
  webhooks: {
    find: { method: "GET", path: "/api/developer/v1/webhooks" },
    register: { method: "POST", path: "/api/developer/v1/webhooks", takes: "body" },
    remove: { method: "DELETE", path: "/api/developer/v1/webhooks" }
  },
  deliveries: {
    list: { method: "GET", path: "/api/developer/v1/webhooks/deliveries", takes: "query", pages: "page" },
    replay: { method: "POST", path: "/api/developer/v1/webhooks/deliveries/{id}/replay" },
    replayRange: { method: "POST", path: "/api/developer/v1/webhooks/deliveries/replay", takes: "body" },
    test: { method: "POST", path: "/api/developer/v1/webhooks/test" }
  },
  endpoints: {
    list: { method: "GET", path: "/api/developer/v1/endpoints" },
    create: { method: "POST", path: "/api/developer/v1/endpoints", takes: "body" },
    get: { method: "GET", path: "/api/developer/v1/endpoints/{endpointId}" },
    change: { method: "PATCH", path: "/api/developer/v1/endpoints/{endpointId}", takes: "body" },
    remove: { method: "DELETE", path: "/api/developer/v1/endpoints/{endpointId}" },
    rotateSecret: { method: "POST", path: "/api/developer/v1/endpoints/{endpointId}/secret/rotate" },
    test: { method: "POST", path: "/api/developer/v1/endpoints/{endpointId}/test" },
    listDeliveries: {
      method: "GET",
      path: "/api/developer/v1/endpoints/{endpointId}/deliveries",
      takes: "query",
      pages: "page"
    },
    replay: { method: "POST", path: "/api/developer/v1/endpoints/{endpointId}/deliveries/{deliveryId}/replay" },
    replayRange: { method: "POST", path: "/api/developer/v1/endpoints/{endpointId}/deliveries/replay", takes: "body" }
  },
  events: {
    list: { method: "GET", path: "/api/developer/v1/events", takes: "query", pages: "after" }
  },
  media: {
    upload: { method: "POST", path: "/api/developer/v1/media", takes: "both", raw: "application/octet-stream" },
    get: { method: "GET", path: "/api/developer/v1/media/{mediaId}", gives: "file" }
  },
  logs: {
    list: { method: "GET", path: "/api/developer/v1/logs", takes: "query", pages: "page" }
  },
  usage: {
    get: { method: "GET", path: "/api/developer/v1/usage", takes: "query" }
  },
  triage: {
    snooze: { method: "POST", path: "/api/developer/v1/conversations/{conversationId}/snooze", takes: "body" },
    unsnooze: { method: "POST", path: "/api/developer/v1/conversations/{conversationId}/unsnooze" },
    prioritize: { method: "PUT", path: "/api/developer/v1/conversations/{conversationId}/priority", takes: "body" },
    change: { method: "POST", path: "/api/developer/v1/conversations/bulk", takes: "body" }
  }
}
