// Generated from the schemas of the interface: `node scripts/clientTypes.ts` writes it again.
import type { StreamEntry, StreamOptions } from "./eventStream.ts"
import type { FeedEvent } from "../webhooks/ParleyEvent.ts"
import type { CallOptions, Json, PostOptions, Table } from "./Endpoint.ts"

/** What to note */
export interface AddNoteRequest {
  /** The text, 1 to 4000 characters */
  readonly text: string
  /** The user ids of members to notify, at most 20; each sees the conversation */
  readonly mentions?: ReadonlyArray<string> | null | undefined
}

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

/** A key of the Developer interface, without its text */
export interface ApiKey {
  /** The id of the key; it is no secret */
  readonly id: string
  /** What the key is for */
  readonly name: string
  /** When the key was made: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
  /** From when on the key is refused; null when it does not expire */
  readonly expiresAt: string | null
  /** When the key was revoked, the first time; null when it is not */
  readonly revokedAt: string | null
  /** When the key was last used, up to two minutes behind; null when it never was */
  readonly lastUsedAt: string | null
}

/** The member to assign */
export interface AssignConversationRequest {
  /** The user to assign; a member of the organization */
  readonly userId: string
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

/** The member who looks after a conversation */
export interface Assignee {
  /** The user's id */
  readonly id: string
  /** Name; empty when it is not known */
  readonly name: string
  /** E-mail address */
  readonly email: string
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

/** The start of a signup */
export interface BeginSignupRequest {
  /** Where the platform sends the browser with code and state; the app has to allow it. Left out for a page with Meta's SDK */
  readonly redirectUrl?: string | null | undefined
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

/** The settings to change. Null clears a setting */
export interface ChangeSettingsRequest {
  /** Country, ISO 3166-1 alpha-2, whose national phone numbers are read without a calling code; null for none */
  readonly defaultCountry?: string | null | undefined
  /** Id of the connected WhatsApp number that sends by default; null for the one connected first */
  readonly defaultNumberId?: string | null | undefined
  /** When contacts see that their messages were read: off, on_read (a member marks the conversation as read) or on_reply (a member answers) */
  readonly readReceipts?: "off" | "on_read" | "on_reply" | null | undefined
  /** Words that opt a contact out, and in again, if a message is one of them; null: messages change no consent */
  readonly stopWords?:
    | {
        /** At most 100 words of at most 40 characters; payloads of buttons count too; default words when left out */
        readonly optOut?: ReadonlyArray<string> | null | undefined
        /** At most 100 words of at most 40 characters; payloads of buttons count too; default words when left out */
        readonly optIn?: ReadonlyArray<string> | null | undefined
      }
    | null
    | undefined
  /** Days after closing within which the next message of the contact reopens the conversation, at most 365; null: the message begins a new one */
  readonly reopenWithinDays?: number | null | undefined
  /** When conversations close without a message, a change or an unread message; snoozed ones never close. Null: never */
  readonly autoClose?:
    | {
        /** Hours until the close, at most 8760 */
        readonly afterHours: number
        /** The message to the contact before the close, sent only while the messaging window is open; null, or left out: none */
        readonly warning?:
          | {
              /** The text of the message, at most 1000 bytes of UTF-8 */
              readonly text: string
              /** Hours from the message to the close, fewer than afterHours */
              readonly hoursBefore: number
            }
          | null
          | undefined
      }
    | null
    | undefined
  /** How long records are stored, in days since the service learned of them; null: messages, files and notes without an end, logged requests for 30 days. A limit that is left out is null */
  readonly retention?:
    | {
        /** 1 to 3650 days; null: without an end */
        readonly messagesDays?: number | null | undefined
        /** 1 to 3650 days; null: as long as their message */
        readonly mediaDays?: number | null | undefined
        /** 1 to 3650 days; null: without an end */
        readonly notesDays?: number | null | undefined
        /** 1 to 30 days; null: 30 */
        readonly logsDays?: number | null | undefined
      }
    | null
    | undefined
  /** How conversations are assigned automatically when the contact writes and there is no assignee; null: never, also not in teams */
  readonly assignment?:
    | {
        /** manual: members choose. round_robin: the member chosen longest ago. least_busy: the member with the fewest open conversations. last_assignee: the member who had the last conversation with the contact, else as least_busy */
        readonly policy: "manual" | "round_robin" | "least_busy" | "last_assignee"
        /** Open conversations up to which a policy chooses a member without a capacity of their own, at most 1000; null: any number */
        readonly capacity?: number | null | undefined
      }
    | null
    | undefined
  /** Whether the first member who answers in a conversation without an assignee becomes its assignee */
  readonly assignOnReply?: boolean | null | undefined
  /** When the organization works; null: always */
  readonly workingHours?:
    | {
        /** A time zone of the IANA database, such as Europe/Berlin */
        readonly timeZone: string
        /** The periods of each day, at most 6; a day that is left out is closed */
        readonly days: {
          readonly sun?:
            | ReadonlyArray<{
                /** The beginning of the period, 00:00 to 23:59 */
                readonly from: string
                /** The end of the period, 24:00 at most */
                readonly to: string
              }>
            | undefined
          readonly mon?:
            | ReadonlyArray<{
                /** The beginning of the period, 00:00 to 23:59 */
                readonly from: string
                /** The end of the period, 24:00 at most */
                readonly to: string
              }>
            | undefined
          readonly tue?:
            | ReadonlyArray<{
                /** The beginning of the period, 00:00 to 23:59 */
                readonly from: string
                /** The end of the period, 24:00 at most */
                readonly to: string
              }>
            | undefined
          readonly wed?:
            | ReadonlyArray<{
                /** The beginning of the period, 00:00 to 23:59 */
                readonly from: string
                /** The end of the period, 24:00 at most */
                readonly to: string
              }>
            | undefined
          readonly thu?:
            | ReadonlyArray<{
                /** The beginning of the period, 00:00 to 23:59 */
                readonly from: string
                /** The end of the period, 24:00 at most */
                readonly to: string
              }>
            | undefined
          readonly fri?:
            | ReadonlyArray<{
                /** The beginning of the period, 00:00 to 23:59 */
                readonly from: string
                /** The end of the period, 24:00 at most */
                readonly to: string
              }>
            | undefined
          readonly sat?:
            | ReadonlyArray<{
                /** The beginning of the period, 00:00 to 23:59 */
                readonly from: string
                /** The end of the period, 24:00 at most */
                readonly to: string
              }>
            | undefined
        }
        /** Days that are closed, such as 2026-12-25, at most 400 */
        readonly holidays?: ReadonlyArray<string> | null | undefined
      }
    | null
    | undefined
  /** The answer to contacts who write outside of the working hours, once in each closed period; at most 1000 bytes of UTF-8; null for none */
  readonly awayMessage?: string | null | undefined
  /** The answer to contacts who begin a conversation within the working hours; at most 1000 bytes of UTF-8; null for none */
  readonly greeting?: string | null | undefined
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

/** May be left out as a whole */
export interface CloseConversationRequest {
  /** How the conversation was resolved, at most 2000 characters */
  readonly resolution?: string | null | undefined
}

/** The end of a signup */
export interface CompleteSignupRequest {
  /** The state of the start */
  readonly state: string
  /** The platform's code */
  readonly code: string
  /** The WhatsApp Business Account; needed if the token was granted for several */
  readonly wabaId?: string | null | undefined
  /** The phone number id; needed if there are several numbers */
  readonly phoneNumberId?: string | null | undefined
  /** The PIN of the number's two-step verification; one is made for a number without a PIN */
  readonly pin?: string | null | undefined
}

/** A connected number, Page or account with the health of its token */
export interface ConnectedChannel {
  /** The id of the connected account */
  readonly id: string
  /** whatsapp, messenger or instagram */
  readonly channel: "whatsapp" | "messenger" | "instagram"
  /** The platform's id of the number, Page or account */
  readonly accountId: string
  /** The display phone number, or a name */
  readonly name: string
  /** The WhatsApp Business Account of a number; null on the other channels */
  readonly businessAccountId: string | null
  /** The Page over which an Instagram account is reached; null for others */
  readonly pageId: string | null
  /** ok: the token is used. missing: no token is stored. reconnect: the platform refuses the token. unreadable: the service cannot open the stored token. Connecting the account again helps against the last three */
  readonly health: "ok" | "missing" | "reconnect" | "unreadable"
  /** Why the platform refuses the token; null unless health is reconnect */
  readonly problem: {
    /** The platform's code */
    readonly code: number
    /** The platform's text */
    readonly message: string
    /** When the platform first refused the token: ISO 8601, UTC, with milliseconds */
    readonly since: string
  } | null
  /** The history of the WhatsApp Business app with this number; null if none was reported */
  readonly history: {
    /** syncing: parts have arrived. completed: all of it was reported. declined: the business does not share it */
    readonly status: "declined" | "syncing" | "completed"
    /** The latest phase: 0 for the last day, 1 and 2 for the 90 days before each; null before the first */
    readonly phase: number | null
    /** In percent */
    readonly progress: number
    /** When the platform last reported a part: ISO 8601, UTC, with milliseconds */
    readonly at: string
  } | null
  /** When the account was connected: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
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

/** The result of an action on a conversation */
export interface ConversationResult {
  /** The id as it was given */
  readonly id: string
  /** Whether the conversation is now as the action leaves it, changed or not */
  readonly success: boolean
  /** Why the conversation stays as it is; absent on success */
  readonly error?: string
}

/** The key to make */
export interface CreateApiKeyRequest {
  /** What the key is for, at most 200 characters */
  readonly name: string
  /** From when on the key is refused, in the future and at most 3650 days away; it does not expire when left out: ISO 8601 with its zone */
  readonly expiresAt?: string | null | undefined
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

/** A contact */
export interface CreateContactRequest {
  /** Phone number, E.164 with + */
  readonly userNumber: string
  /** Name, at most 512 characters */
  readonly userName?: string | null | undefined
  /** E-mail address, at most 320 characters; empty text is none */
  readonly email?: string | null | undefined
  /** Country, ISO 3166-1 alpha-2; that of the number when left out */
  readonly countryCode?: string | null | undefined
  /** All tags of the contact, at most 100 of 1 to 128 characters; duplicates are dropped */
  readonly tags?: ReadonlyArray<string> | null | undefined
  /** All custom fields of the contact, at most 100 keys and 16 KiB as JSON */
  readonly params?: { readonly [name: string]: Json } | null | undefined
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

/** A delivery with its attempts, and what they post */
export interface DeliveryDetails {
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
  /** The JSON that every attempt posts, to the letter */
  readonly body: string
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

/** Contacts to add */
export interface ImportContactsRequest {
  /** The contacts, at most 10000 */
  readonly contacts: ReadonlyArray<ImportItem>
  /** Country, ISO 3166-1 alpha-2, of the national phone numbers; the organization's default country when left out */
  readonly defaultCountry?: string | null | undefined
}

/** A contact to import */
export interface ImportItem {
  /** Phone number, E.164 with + */
  readonly userNumber: string
  /** Name, at most 512 characters */
  readonly userName?: string | null | undefined
  /** E-mail address, at most 320 characters; empty text is none */
  readonly email?: string | null | undefined
  /** At most 100 of 1 to 128 characters; duplicates are dropped */
  readonly tags?: ReadonlyArray<string> | null | undefined
  /** Whether the contact wants marketing messages on WhatsApp, as a consent with the source import */
  readonly optedIn?: boolean | null | undefined
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

/** A delivery with its last attempt */
export interface ListedDelivery {
  /** The event's id: webhook-id of every attempt */
  readonly id: string
  /** The event's type */
  readonly event: string
  /** pending: another attempt follows. delivered: it was answered with a 2xx. failed: no attempt follows, and none was a success */
  readonly status: "pending" | "delivered" | "failed"
  /** Where it goes to, or went to when no attempt follows */
  readonly url: string
  /** When the next attempt is due: ISO 8601, UTC; null when none follows, and while the subscription is disabled */
  readonly nextAttemptAt: string | null
  /** When the event happened: ISO 8601, UTC */
  readonly createdAt: string
  /** The last attempt; null when there was none */
  readonly lastAttempt: {
    /** When it ended: ISO 8601, UTC, with milliseconds */
    readonly at: string
    /** The HTTP status of the answer; null when none came */
    readonly statusCode: number | null
    /** How long the answer, or the failure, took, in milliseconds */
    readonly durationMs: number
    /** Why it was no success; null when it was one */
    readonly error: string | null
  } | null
}

/** A request with an API key, without its bodies */
export interface LoggedRequest {
  /** The id of the entry */
  readonly id: string
  /** x-request-id of the answer; the caller may have chosen it, so several requests may have the same */
  readonly requestId: string
  /** The HTTP method */
  readonly method: string
  /** The path after the base URL, without the query; 2048 characters of it at most */
  readonly path: string
  /** The HTTP status of the response; 499 when the caller closed the connection */
  readonly statusCode: number
  /** Where the request came from */
  readonly ipAddress: string
  /** The User-Agent of the caller */
  readonly userAgent: string
  /** How long the answer took, in milliseconds */
  readonly durationMs: number
  /** When the request came in: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
}

/** A member, or an invitation */
export interface Member {
  /** The id of the user, as assignments take it; null for an invitation */
  readonly userId: string | null
  /** Name; empty when it is not known */
  readonly name: string
  /** E-mail address */
  readonly email: string
  /** owner, admin or agent */
  readonly role: "owner" | "admin" | "agent"
  /** The conversations that an agent reads and changes. all: every one. assigned: those assigned to them and unassigned ones */
  readonly conversationScope: "all" | "assigned"
  /** invited: the first request with the verified address makes its user a member */
  readonly status: "joined" | "invited"
}

/** A note of a conversation */
export interface Note {
  /** The note's id */
  readonly id: string
  /** What it says */
  readonly text: string
  /** The user who wrote it, also after they left the organization; null for the service role */
  readonly author: Assignee | null
  /** The user ids of the members it mentions; present if there are some */
  readonly mentions?: ReadonlyArray<string>
  /** When it was written: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
}

/** A notification of the member */
export interface Notification {
  /** The notification's id */
  readonly id: string
  /** conversation.assigned: the conversation is assigned to the member. note.mentioned: a note of the conversation mentions the member. webhook.disabled: the subscription is disabled; its owners are notified */
  readonly type: "conversation.assigned" | "note.mentioned" | "webhook.disabled"
  /** The conversation; null for webhook.disabled */
  readonly conversationId: string | null
  /** Why the subscription is disabled. gone: the receiver answered 410. failing: no delivery succeeded for 5 days. Null for other types */
  readonly reason: "gone" | "failing" | null
  /** When the member was notified: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
  /** When it was marked as read, the first time; null while it is unread */
  readonly readAt: string | null
}

/** An organization of the signed-in user */
export interface OrganizationOfUser {
  /** The id of the organization, as x-org-id takes it */
  readonly id: string
  /** Name */
  readonly name: string
  /** owner, admin or agent: the user's role there */
  readonly role: "owner" | "admin" | "agent"
}

/** Settings of the organization */
export interface OrganizationSettings {
  /** Country, ISO 3166-1 alpha-2, whose national phone numbers are read without a calling code; null for none */
  readonly defaultCountry: string | null
  /** Id of the connected WhatsApp number that sends by default; null for the one connected first */
  readonly defaultNumberId: string | null
  /** When contacts see that their messages were read: off, on_read (a member marks the conversation as read) or on_reply (a member answers) */
  readonly readReceipts: "off" | "on_read" | "on_reply"
  /** Words that opt a contact out, and in again, if a message is one of them; null: messages change no consent */
  readonly stopWords: {
    /** At most 100 words of at most 40 characters; payloads of buttons count too */
    readonly optOut: ReadonlyArray<string>
    /** At most 100 words of at most 40 characters; payloads of buttons count too */
    readonly optIn: ReadonlyArray<string>
  } | null
  /** Days after closing within which the next message of the contact reopens the conversation, at most 365; null: the message begins a new one */
  readonly reopenWithinDays: number | null
  /** When conversations close without a message, a change or an unread message; snoozed ones never close. Null: never */
  readonly autoClose: {
    /** Hours until the close, at most 8760 */
    readonly afterHours: number
    /** The message to the contact before the close, sent only while the messaging window is open; null, or left out: none */
    readonly warning: {
      /** The text of the message, at most 1000 bytes of UTF-8 */
      readonly text: string
      /** Hours from the message to the close, fewer than afterHours */
      readonly hoursBefore: number
    } | null
  } | null
  /** How long records are stored, in days since the service learned of them; null: messages, files and notes without an end, logged requests for 30 days */
  readonly retention: {
    /** 1 to 3650 days; null: without an end */
    readonly messagesDays: number | null
    /** 1 to 3650 days; null: as long as their message */
    readonly mediaDays: number | null
    /** 1 to 3650 days; null: without an end */
    readonly notesDays: number | null
    /** 1 to 30 days; null: 30 */
    readonly logsDays: number | null
  } | null
  /** How conversations are assigned automatically when the contact writes and there is no assignee; null: never, also not in teams */
  readonly assignment: {
    /** manual: members choose. round_robin: the member chosen longest ago. least_busy: the member with the fewest open conversations. last_assignee: the member who had the last conversation with the contact, else as least_busy */
    readonly policy: "manual" | "round_robin" | "least_busy" | "last_assignee"
    /** Open conversations up to which a policy chooses a member without a capacity of their own, at most 1000; null: any number */
    readonly capacity: number | null
  } | null
  /** Whether the first member who answers in a conversation without an assignee becomes its assignee */
  readonly assignOnReply: boolean
  /** When the organization works; null: always */
  readonly workingHours: {
    /** A time zone of the IANA database, such as Europe/Berlin */
    readonly timeZone: string
    /** The periods of each day, at most 6; a day that is left out is closed */
    readonly days: {
      readonly sun: ReadonlyArray<{
        /** The beginning of the period, 00:00 to 23:59 */
        readonly from: string
        /** The end of the period, 24:00 at most */
        readonly to: string
      }>
      readonly mon: ReadonlyArray<{
        /** The beginning of the period, 00:00 to 23:59 */
        readonly from: string
        /** The end of the period, 24:00 at most */
        readonly to: string
      }>
      readonly tue: ReadonlyArray<{
        /** The beginning of the period, 00:00 to 23:59 */
        readonly from: string
        /** The end of the period, 24:00 at most */
        readonly to: string
      }>
      readonly wed: ReadonlyArray<{
        /** The beginning of the period, 00:00 to 23:59 */
        readonly from: string
        /** The end of the period, 24:00 at most */
        readonly to: string
      }>
      readonly thu: ReadonlyArray<{
        /** The beginning of the period, 00:00 to 23:59 */
        readonly from: string
        /** The end of the period, 24:00 at most */
        readonly to: string
      }>
      readonly fri: ReadonlyArray<{
        /** The beginning of the period, 00:00 to 23:59 */
        readonly from: string
        /** The end of the period, 24:00 at most */
        readonly to: string
      }>
      readonly sat: ReadonlyArray<{
        /** The beginning of the period, 00:00 to 23:59 */
        readonly from: string
        /** The end of the period, 24:00 at most */
        readonly to: string
      }>
    }
    /** Days that are closed, such as 2026-12-25, at most 400 */
    readonly holidays: ReadonlyArray<string>
  } | null
  /** The answer to contacts who write outside of the working hours, once in each closed period; at most 1000 bytes of UTF-8; null for none */
  readonly awayMessage: string | null
  /** The answer to contacts who begin a conversation within the working hours; at most 1000 bytes of UTF-8; null for none */
  readonly greeting: string | null
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

/** The fields to change, at least one. Null clears email and country_code, and counts as absent elsewhere */
export interface PatchContactRequest {
  /** Name, at most 512 characters */
  readonly name?: string | null | undefined
  /** E-mail address, at most 320 characters; empty text is none */
  readonly email?: string | null | undefined
  /** Country, ISO 3166-1 alpha-2; empty text is none */
  readonly country_code?: string | null | undefined
  /** All tags of the contact, at most 100 of 1 to 128 characters; duplicates are dropped */
  readonly tags?: ReadonlyArray<string> | null | undefined
  /** All custom fields of the contact, at most 100 keys and 16 KiB as JSON */
  readonly params?: { readonly [name: string]: Json } | null | undefined
  /** Whether the contact is blocked: nothing is sent to them */
  readonly is_blocked?: boolean | null | undefined
  /** How the contact came to be known */
  readonly source?: string | null | undefined
  /** Whether the contact agreed to be written to; false refuses marketing templates */
  readonly opted_in?: boolean | null | undefined
}

/** What the member does */
export interface PresenceRequest {
  /** viewing, or typing an answer */
  readonly state: "viewing" | "typing"
}

/** A member with the conversation on the screen */
export interface PresentMember {
  /** The member's user id */
  readonly userId: string
  /** Name; empty when it is not known */
  readonly name: string
  /** viewing, or typing an answer */
  readonly state: "viewing" | "typing"
}

/** The values of the placeholders */
export interface PreviewTemplateRequest {
  /** The number whose templates are meant, as in sends */
  readonly from?: string | null | undefined
  /** Values as in a send; placeholders stay when left out */
  readonly components?: ReadonlyArray<TemplateComponent> | null | undefined
}

/** Messages of a category in the month for which the platform reported a price */
export interface PricedMessages {
  /** The category as the platform reports it; unknown for a price without one */
  readonly category: string
  /** Messages of the category; a failed message does not count */
  readonly messages: number
  /** Messages among them that the platform charges for */
  readonly billable: number
}

/** The priority to set */
export interface PrioritizeConversationRequest {
  /** none, low, normal, high or urgent */
  readonly priority: "none" | "low" | "normal" | "high" | "urgent"
}

/** A private message to the author of a comment; what has to be there depends on the type */
export interface PrivateReplyRequest {
  /** messenger or instagram */
  readonly channel: "messenger" | "instagram"
  /** The platform's id of the comment, at most 128 characters */
  readonly commentId: string
  /** The Page or account of the post: its id, or the id of the connected account; when left out, the one connected first */
  readonly from?: string | null | undefined
  /** One of text, image, video, audio, file, quick_replies, button_template, generic_template, images, sticker; text when left out */
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
  /** Required for type button_template, at most 3 */
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
  /** Required for types image, video, audio and file: public address; the platform fetches it */
  readonly attachmentUrl?: string | null | undefined
  /** Required for type images */
  readonly images?:
    | ReadonlyArray<{
        /** Required: public address of the image */
        readonly url?: string | null | undefined
      }>
    | null
    | undefined
  /** On Messenger required for type sticker: like for the thumb, or the digits of a sticker's id */
  readonly stickerId?: string | null | undefined
  /** Refused: a comment is no message */
  readonly replyTo?: string | null | undefined
  /** HUMAN_AGENT, when a person answers: within 7 days instead of 24 hours */
  readonly tag?: "HUMAN_AGENT" | null | undefined
}

/** Either ids or upTo */
export interface ReadNotificationsRequest {
  /** Ids of notifications, at most 200; unknown ids are ignored */
  readonly ids?: ReadonlyArray<string> | null | undefined
  /** The id of a notification: this one and all older ones are marked */
  readonly upTo?: string | null | undefined
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

/** A message to the person of a conversation; what has to be there depends on the channel and the type */
export interface ReplyRequest {
  /** Required for type template */
  readonly template?:
    | {
        /** Name of an approved template */
        readonly name: string
        /** Which of its languages: a code such as en_US */
        readonly language: string
        /** Values for header, body and buttons, each {type, parameters:[{type, text}]} */
        readonly components?: ReadonlyArray<TemplateComponent> | null | undefined
      }
    | null
    | undefined
  /** Required for type text; at most 4096 characters on WhatsApp, at most 2000 characters on Messenger, at most 1000 bytes of UTF-8 on Instagram */
  readonly text?: string | null | undefined
  /** Required for type image */
  readonly image?:
    | {
        /** Public address of the image; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
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
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
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
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
        readonly mediaId?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type video */
  readonly video?:
    | {
        /** Public address of the video; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
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
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
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
  /** Required for type button_template, at most 3 */
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
  /** On Messenger and Instagram required for type images: at most 30 and 10 */
  readonly images?:
    | ReadonlyArray<{
        /** Required: public address of the image */
        readonly url?: string | null | undefined
      }>
    | null
    | undefined
  /** On Messenger required for type sticker: like for the thumb, or the digits of a sticker's id */
  readonly stickerId?: string | null | undefined
  /** One of text, image, video, audio, file, quick_replies, button_template, generic_template, images, sticker, reaction; on WhatsApp one of template, text, image, document, audio, video, location, sticker, contacts, interactive, reaction. text when left out */
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
    | "template"
    | "document"
    | "location"
    | "contacts"
    | "interactive"
    | null
    | undefined
  /** On Messenger and Instagram, for types image, video, audio and file, which need this or mediaId: public address; the platform fetches it */
  readonly attachmentUrl?: string | null | undefined
  /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
  readonly mediaId?: string | null | undefined
  /** When to send it: in the future, at most 90 days ahead. Without it, the message is sent at once: ISO 8601 with its zone */
  readonly sendAt?: string | null | undefined
  /** On Messenger and Instagram: HUMAN_AGENT, when a person answers: within 7 days instead of 24 hours */
  readonly tag?: "HUMAN_AGENT" | null | undefined
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

/** The subscription as it is to be */
export interface SaveWebhookRequest {
  /** Where events are sent to; HTTPS */
  readonly url: string
  /** Types of the events to be sent; GET /developer/events/types lists them */
  readonly events: ReadonlyArray<string>
  /** Sent on each delivery in X-Webhook-Secret; at most 512 characters, empty text is none. The present secret stays when left out */
  readonly signingSecret?: string | null | undefined
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

/** What changes. Content replaces the whole content, in the form of a reply on the channel */
export interface ScheduledChange {
  /** Required for type template */
  readonly template?:
    | {
        /** Name of an approved template */
        readonly name: string
        /** Which of its languages: a code such as en_US */
        readonly language: string
        /** Values for header, body and buttons, each {type, parameters:[{type, text}]} */
        readonly components?: ReadonlyArray<TemplateComponent> | null | undefined
      }
    | null
    | undefined
  /** Required for type text; at most 4096 characters on WhatsApp, at most 2000 characters on Messenger, at most 1000 bytes of UTF-8 on Instagram */
  readonly text?: string | null | undefined
  /** Required for type image */
  readonly image?:
    | {
        /** Public address of the image; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
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
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
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
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
        readonly mediaId?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type video */
  readonly video?:
    | {
        /** Public address of the video; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
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
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
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
  /** Required for type button_template, at most 3 */
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
  /** On Messenger and Instagram required for type images: at most 30 and 10 */
  readonly images?:
    | ReadonlyArray<{
        /** Required: public address of the image */
        readonly url?: string | null | undefined
      }>
    | null
    | undefined
  /** On Messenger required for type sticker: like for the thumb, or the digits of a sticker's id */
  readonly stickerId?: string | null | undefined
  /** One of text, image, video, audio, file, quick_replies, button_template, generic_template, images, sticker, reaction; on WhatsApp one of template, text, image, document, audio, video, location, sticker, contacts, interactive, reaction. text when left out */
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
    | "template"
    | "document"
    | "location"
    | "contacts"
    | "interactive"
    | null
    | undefined
  /** On Messenger and Instagram, for types image, video, audio and file, which need this or mediaId: public address; the platform fetches it */
  readonly attachmentUrl?: string | null | undefined
  /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
  readonly mediaId?: string | null | undefined
  /** When to send it: in the future, at most 90 days ahead. Without it, the message is sent at once: ISO 8601 with its zone */
  readonly sendAt?: string | null | undefined
  /** On Messenger and Instagram: HUMAN_AGENT, when a person answers: within 7 days instead of 24 hours */
  readonly tag?: "HUMAN_AGENT" | null | undefined
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

/** A voice call that has ended */
export interface SessionCall {
  /** inbound if the contact called; outbound if the business called */
  readonly direction: "inbound" | "outbound"
  /** Whether the other side accepted the call */
  readonly answered: boolean
  /** Duration of the call; null if it was not answered or the platform does not report it */
  readonly seconds: number | null
}

/** A contact in a list */
export interface SessionContactItem {
  /** The contact's id */
  readonly id: string
  /** Name; empty when it is not known */
  readonly name: string
  /** Phone number, E.164 with +; empty when there is none */
  readonly phone: string
  /** E-mail address; null when there is none */
  readonly email: string | null
  /** Country, ISO 3166-1 alpha-2; empty when it is not known */
  readonly countryCode: string
  /** Tags, in the order they were given */
  readonly tags: ReadonlyArray<string>
  /** How the contact came to be known; api for one created over HTTP */
  readonly source: string
  /** Whether the contact agreed to be written to */
  readonly optedIn: boolean
  /** Whether the contact is blocked */
  readonly isBlocked: boolean
  /** When the contact was added: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
  /** When the contact was last changed: ISO 8601, UTC, with milliseconds */
  readonly updatedAt: string
  /** Labels */
  readonly labels: ReadonlyArray<string>
  /** When something was last said, either way; null when nothing was */
  readonly lastMessageAt: string | null
  /** How many conversations there are */
  readonly conversationCount: number
  /** Ids under which the contact can be written to, at most 50; WhatsApp first. There if include names channels */
  readonly channels?: ReadonlyArray<ContactChannel>
  /** Whether the contact opted out of marketing messages: they get no marketing template. False while nothing is known. There if include names optedOut */
  readonly optedOut?: boolean
}

/** A conversation in a list */
export interface SessionConversationItem {
  /** The conversation's id */
  readonly id: string
  /** The contact of the conversation */
  readonly contactId: string
  /** open, ai_handling, escalated or closed */
  readonly status: "open" | "ai_handling" | "escalated" | "closed"
  /** The assigned user; null when unassigned */
  readonly assigneeId: string | null
  /** whatsapp, messenger or instagram */
  readonly channel: "whatsapp" | "messenger" | "instagram"
  /** The last message in either direction; null when there is none */
  readonly lastMessage: {
    /** The text, shortened to 256 characters; the kind in brackets when it has none */
    readonly text: string
    /** When it was said: ISO 8601, UTC, with milliseconds */
    readonly timestamp: string
    /** inbound or outbound */
    readonly direction: "inbound" | "outbound"
  } | null
  /** Messages that the service learned of since the business last wrote */
  readonly unreadCount: number
  /** Whether an AI agent handles it */
  readonly aiHandling: boolean
  /** When it began: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
  /** When something was last said or changed: ISO 8601, UTC, with milliseconds */
  readonly updatedAt: string
  /** low, normal, high or urgent; absent when it is none */
  readonly priority?: "none" | "low" | "normal" | "high" | "urgent"
  /** The snooze; absent while it is not snoozed */
  readonly snoozed?: {
    /** When it was snoozed: ISO 8601, UTC, with milliseconds */
    readonly at: string
    /** When the snooze ends; null: with the next message of the contact */
    readonly until: string | null
  }
  /** The team that looks after it; present if there is one */
  readonly teamId?: string
  /** Names of its labels; present if it has some */
  readonly labels?: ReadonlyArray<string>
  /** The number, Page or account that the conversation is on; present if the organization has several on the channel, or if it is no longer connected */
  readonly account?: {
    /** The id of the connected account; `from` of a send takes it */
    readonly id: string
    /** The platform's id of the number, Page or account; null when it is no longer connected */
    readonly accountId: string | null
    /** The display phone number, or a name; null when it is no longer connected */
    readonly name: string | null
  }
  /** The contact of the conversation */
  readonly contact: {
    /** The contact's id */
    readonly id: string
    /** Name; empty when it is not known */
    readonly name: string
    /** Phone number, E.164 with +; empty when there is none */
    readonly phone: string
    /** URL of a picture; always null, since none is stored */
    readonly avatar: string | null
  }
}

/** A message that a search found */
export interface SessionFoundMessage {
  /** The message's id */
  readonly id: string
  /** inbound or outbound */
  readonly direction: "inbound" | "outbound"
  /** When it was said: ISO 8601, UTC, with milliseconds */
  readonly timestamp: string
  /** The part of the text around the first match, at most 160 characters; … marks omitted text */
  readonly excerpt: string
  /** The conversation that it belongs to */
  readonly conversation: {
    /** The conversation's id */
    readonly id: string
    /** whatsapp, messenger or instagram */
    readonly channel: "whatsapp" | "messenger" | "instagram"
    /** open, ai_handling, escalated or closed */
    readonly status: "open" | "ai_handling" | "escalated" | "closed"
    /** The assigned user; null when unassigned */
    readonly assigneeId: string | null
    /** The contact of the conversation */
    readonly contact: {
      /** The contact's id */
      readonly id: string
      /** Name; empty when it is not known */
      readonly name: string
      /** Phone number, E.164 with +; empty when there is none */
      readonly phone: string
    }
  }
}

/** The context in which a contact wrote a message */
export interface SessionMessageContext {
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
export interface SessionMessageError {
  /** The platform's code; 0 when it gave no reason, -1 when it was not reached, -2 when the outcome is unknown */
  readonly code: number
  /** The platform's name of the failure; empty when it gave none */
  readonly title: string
  /** The platform's text, or the known outcome */
  readonly message: string
}

/** The price as the platform reports it; absent if it has not reported any */
export interface SessionMessagePricing {
  /** Whether the platform charges for the message */
  readonly billable?: boolean
  /** The category of the price: service, marketing, utility, authentication or another */
  readonly category?: string
  /** The pricing model: PMP for a price per message, CBP for one per conversation */
  readonly model?: string
  /** Why it is charged or free: regular, free_customer_service or free_entry_point */
  readonly type?: string
}

/** A message of type audio */
export interface SessionMessage_audio {
  /** The message's id */
  readonly id: string
  /** The platform's id of the message; empty when it is not known */
  readonly waMessageId: string
  /** The conversation that it belongs to */
  readonly conversationId: string
  /** inbound or outbound */
  readonly direction: "inbound" | "outbound"
  /** sent, delivered, read or failed */
  readonly status: "sent" | "delivered" | "read" | "failed"
  /** When it was said: ISO 8601, UTC, with milliseconds */
  readonly timestamp: string
  /** The contact who said it; null when it is outbound */
  readonly senderId: string | null
  /** The type of message, which says what its content is */
  readonly type: "audio"
  /** What it says */
  readonly content: {
    /** Address of the file; empty when it is not known */
    readonly url: string
    /** Media type of the file; empty when it is not known */
    readonly mimeType: string
  }
  /** Text below a document or a recording, whose content has no field for it */
  readonly caption?: string
  readonly replyTo?: SessionReplyTo
  readonly referral?: SessionReferral
  readonly context?: SessionMessageContext
  readonly call?: SessionCall
  readonly template?: SessionSentTemplate
  /** The agent that a backend sent the message for, or the author in an import */
  readonly agent?: {
    /** The name that the backend gave */
    readonly name: string
  }
  /** There if the message came from a history or an import, and no event announced it */
  readonly imported?: true
  readonly original?: SessionOriginalMessage
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [SessionReaction, ...ReadonlyArray<SessionReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
  readonly error?: SessionMessageError
  readonly pricing?: SessionMessagePricing
}

/** A message of type document */
export interface SessionMessage_document {
  /** The message's id */
  readonly id: string
  /** The platform's id of the message; empty when it is not known */
  readonly waMessageId: string
  /** The conversation that it belongs to */
  readonly conversationId: string
  /** inbound or outbound */
  readonly direction: "inbound" | "outbound"
  /** sent, delivered, read or failed */
  readonly status: "sent" | "delivered" | "read" | "failed"
  /** When it was said: ISO 8601, UTC, with milliseconds */
  readonly timestamp: string
  /** The contact who said it; null when it is outbound */
  readonly senderId: string | null
  /** The type of message, which says what its content is */
  readonly type: "document"
  /** What it says */
  readonly content: {
    /** Address of the file; empty when it is not known */
    readonly url: string
    /** Media type of the file; empty when it is not known */
    readonly mimeType: string
    /** Name of the file; empty when it is not known */
    readonly filename: string
  }
  /** Text below a document or a recording, whose content has no field for it */
  readonly caption?: string
  readonly replyTo?: SessionReplyTo
  readonly referral?: SessionReferral
  readonly context?: SessionMessageContext
  readonly call?: SessionCall
  readonly template?: SessionSentTemplate
  /** The agent that a backend sent the message for, or the author in an import */
  readonly agent?: {
    /** The name that the backend gave */
    readonly name: string
  }
  /** There if the message came from a history or an import, and no event announced it */
  readonly imported?: true
  readonly original?: SessionOriginalMessage
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [SessionReaction, ...ReadonlyArray<SessionReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
  readonly error?: SessionMessageError
  readonly pricing?: SessionMessagePricing
}

/** A message of type image */
export interface SessionMessage_image {
  /** The message's id */
  readonly id: string
  /** The platform's id of the message; empty when it is not known */
  readonly waMessageId: string
  /** The conversation that it belongs to */
  readonly conversationId: string
  /** inbound or outbound */
  readonly direction: "inbound" | "outbound"
  /** sent, delivered, read or failed */
  readonly status: "sent" | "delivered" | "read" | "failed"
  /** When it was said: ISO 8601, UTC, with milliseconds */
  readonly timestamp: string
  /** The contact who said it; null when it is outbound */
  readonly senderId: string | null
  /** The type of message, which says what its content is */
  readonly type: "image"
  /** What it says */
  readonly content: {
    /** Address of the file; empty when it is not known */
    readonly url: string
    /** Media type of the file; empty when it is not known */
    readonly mimeType: string
    /** Text below it; empty when there is none */
    readonly caption: string
  }
  /** Text below a document or a recording, whose content has no field for it */
  readonly caption?: string
  readonly replyTo?: SessionReplyTo
  readonly referral?: SessionReferral
  readonly context?: SessionMessageContext
  readonly call?: SessionCall
  readonly template?: SessionSentTemplate
  /** The agent that a backend sent the message for, or the author in an import */
  readonly agent?: {
    /** The name that the backend gave */
    readonly name: string
  }
  /** There if the message came from a history or an import, and no event announced it */
  readonly imported?: true
  readonly original?: SessionOriginalMessage
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [SessionReaction, ...ReadonlyArray<SessionReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
  readonly error?: SessionMessageError
  readonly pricing?: SessionMessagePricing
}

/** A message of type location */
export interface SessionMessage_location {
  /** The message's id */
  readonly id: string
  /** The platform's id of the message; empty when it is not known */
  readonly waMessageId: string
  /** The conversation that it belongs to */
  readonly conversationId: string
  /** inbound or outbound */
  readonly direction: "inbound" | "outbound"
  /** sent, delivered, read or failed */
  readonly status: "sent" | "delivered" | "read" | "failed"
  /** When it was said: ISO 8601, UTC, with milliseconds */
  readonly timestamp: string
  /** The contact who said it; null when it is outbound */
  readonly senderId: string | null
  /** The type of message, which says what its content is */
  readonly type: "location"
  /** What it says */
  readonly content: {
    /** Degrees north */
    readonly latitude: number
    /** Degrees east */
    readonly longitude: number
    /** Name of the place; empty when it is not known */
    readonly name: string
    /** Address of the place; empty when it is not known */
    readonly address: string
  }
  /** Text below a document or a recording, whose content has no field for it */
  readonly caption?: string
  readonly replyTo?: SessionReplyTo
  readonly referral?: SessionReferral
  readonly context?: SessionMessageContext
  readonly call?: SessionCall
  readonly template?: SessionSentTemplate
  /** The agent that a backend sent the message for, or the author in an import */
  readonly agent?: {
    /** The name that the backend gave */
    readonly name: string
  }
  /** There if the message came from a history or an import, and no event announced it */
  readonly imported?: true
  readonly original?: SessionOriginalMessage
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [SessionReaction, ...ReadonlyArray<SessionReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
  readonly error?: SessionMessageError
  readonly pricing?: SessionMessagePricing
}

/** A message of type text */
export interface SessionMessage_text {
  /** The message's id */
  readonly id: string
  /** The platform's id of the message; empty when it is not known */
  readonly waMessageId: string
  /** The conversation that it belongs to */
  readonly conversationId: string
  /** inbound or outbound */
  readonly direction: "inbound" | "outbound"
  /** sent, delivered, read or failed */
  readonly status: "sent" | "delivered" | "read" | "failed"
  /** When it was said: ISO 8601, UTC, with milliseconds */
  readonly timestamp: string
  /** The contact who said it; null when it is outbound */
  readonly senderId: string | null
  /** The type of message, which says what its content is */
  readonly type: "text"
  /** What it says */
  readonly content: {
    /** The text; for kinds of messages that the contract does not know, what they say */
    readonly text: string
  }
  /** Text below a document or a recording, whose content has no field for it */
  readonly caption?: string
  readonly replyTo?: SessionReplyTo
  readonly referral?: SessionReferral
  readonly context?: SessionMessageContext
  readonly call?: SessionCall
  readonly template?: SessionSentTemplate
  /** The agent that a backend sent the message for, or the author in an import */
  readonly agent?: {
    /** The name that the backend gave */
    readonly name: string
  }
  /** There if the message came from a history or an import, and no event announced it */
  readonly imported?: true
  readonly original?: SessionOriginalMessage
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [SessionReaction, ...ReadonlyArray<SessionReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
  readonly error?: SessionMessageError
  readonly pricing?: SessionMessagePricing
}

/** A message of type video */
export interface SessionMessage_video {
  /** The message's id */
  readonly id: string
  /** The platform's id of the message; empty when it is not known */
  readonly waMessageId: string
  /** The conversation that it belongs to */
  readonly conversationId: string
  /** inbound or outbound */
  readonly direction: "inbound" | "outbound"
  /** sent, delivered, read or failed */
  readonly status: "sent" | "delivered" | "read" | "failed"
  /** When it was said: ISO 8601, UTC, with milliseconds */
  readonly timestamp: string
  /** The contact who said it; null when it is outbound */
  readonly senderId: string | null
  /** The type of message, which says what its content is */
  readonly type: "video"
  /** What it says */
  readonly content: {
    /** Address of the file; empty when it is not known */
    readonly url: string
    /** Media type of the file; empty when it is not known */
    readonly mimeType: string
    /** Text below it; empty when there is none */
    readonly caption: string
  }
  /** Text below a document or a recording, whose content has no field for it */
  readonly caption?: string
  readonly replyTo?: SessionReplyTo
  readonly referral?: SessionReferral
  readonly context?: SessionMessageContext
  readonly call?: SessionCall
  readonly template?: SessionSentTemplate
  /** The agent that a backend sent the message for, or the author in an import */
  readonly agent?: {
    /** The name that the backend gave */
    readonly name: string
  }
  /** There if the message came from a history or an import, and no event announced it */
  readonly imported?: true
  readonly original?: SessionOriginalMessage
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [SessionReaction, ...ReadonlyArray<SessionReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
  readonly error?: SessionMessageError
  readonly pricing?: SessionMessagePricing
}

/** The message in the platform's form, where its type is none of the six */
export interface SessionOriginalMessage {
  /** interactive, contacts, sticker, quick_replies, button_template or generic_template */
  readonly type: string
  /** Its parts as the platform has them */
  readonly content: { readonly [name: string]: Json }
}

/** A reaction to a message */
export interface SessionReaction {
  /** The emoji, or the platform's word for it */
  readonly emoji: string
  /** The contact who reacted; null for the business */
  readonly from: string | null
  /** When they reacted: ISO 8601, UTC, with milliseconds */
  readonly at: string
}

/** May be left out as a whole */
export interface SessionReadMessageRequest {
  /** Whether the contact also sees that the business is typing; false when left out */
  readonly typing?: boolean | null | undefined
}

/** The ad, post or link that a message came from */
export interface SessionReferral {
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
export interface SessionReplyTo {
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

/** A message; what has to be there beside to and type depends on the type */
export interface SessionSendMessageRequest {
  /** Recipient's phone number, E.164 with +, or their business-scoped user id such as US.13491208655302741918; a contact has to have it */
  readonly to: string
  /** The number that sends: its phone number, the platform's phone number id, or the id of the connected account; when left out, the number of the person's latest open conversation, else the organization's default number, else the one connected first */
  readonly from?: string | null | undefined
  /** When to send it: in the future, at most 90 days ahead. Without it, the message is sent at once: ISO 8601 with its zone */
  readonly sendAt?: string | null | undefined
  /** One of template, text, image, document, audio, video, location, sticker, contacts, interactive, reaction */
  readonly type:
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
  /** Required for type template */
  readonly template?:
    | {
        /** Name of an approved template */
        readonly name: string
        /** Which of its languages: a code such as en_US */
        readonly language: string
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
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
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
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
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
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
        readonly mediaId?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type video */
  readonly video?:
    | {
        /** Public address of the video; the platform fetches it. This or mediaId */
        readonly url?: string | null | undefined
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
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
        /** Id of an uploaded file, instead of an address (POST /api/whatsapp/media) */
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

/** The template that a message is */
export interface SessionSentTemplate {
  /** Name of the template */
  readonly name: string
  /** Which of its languages; empty when it is not known */
  readonly language: string
  /** The values that it was sent with, as the send had them */
  readonly components: ReadonlyArray<{ readonly [name: string]: Json }>
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

/** The report; there if since, until or by is given */
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

/** The subscription, without its secret */
export interface Webhook {
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
  /** Whether the signing secret was chosen by the subscriber, and is therefore also sent in X-Webhook-Secret. Null when the secret cannot be opened */
  readonly isSecretChosen: boolean | null
  /** Until when the last replaced secret signs beside the present one; null when none does any more */
  readonly previousUntil: string | null
  /** Since when every attempt fails; null when the last one was a success */
  readonly failingSince: string | null
  /** When it was registered: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
  /** When it was last changed, or disabled: ISO 8601, UTC, with milliseconds */
  readonly updatedAt: string
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

/** The methods of the Session interface, one for each endpoint and one for each list. */
export interface SessionMethods {
  readonly contacts: {
    /** List contacts. With a search only those whose name, phone number or e-mail address has the term as a part of it. Contacts with whom nothing was said come last when the list is sorted by last_message_at. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Part of a name, a phone number or an e-mail address, at most 200 characters */
        readonly search?: string | undefined
        /** Only those with this label; its name */
        readonly label?: string | undefined
        /** What the list is sorted by, created_at when left out */
        readonly sortBy?: "created_at" | "name" | "last_message_at" | undefined
        /** In which order, desc when left out */
        readonly sortOrder?: "desc" | "asc" | undefined
        /** Additional fields of the contacts, separated by commas: channels, optedOut */
        readonly include?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly contacts: ReadonlyArray<SessionContactItem>
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
        /** Part of a name, a phone number or an e-mail address, at most 200 characters */
        readonly search?: string | undefined
        /** Only those with this label; its name */
        readonly label?: string | undefined
        /** What the list is sorted by, created_at when left out */
        readonly sortBy?: "created_at" | "name" | "last_message_at" | undefined
        /** In which order, desc when left out */
        readonly sortOrder?: "desc" | "asc" | undefined
        /** Additional fields of the contacts, separated by commas: channels, optedOut */
        readonly include?: string | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<SessionContactItem>
    /** Create a contact. A contact with any form of the number is a conflict. Dispatches `contact.created`. */
    readonly create: (
      body: CreateContactRequest,
      options?: PostOptions
    ) => Promise<{
      /** The contact's id */
      readonly id: string
      /** Name; empty when it is not known */
      readonly name: string
      /** Phone number, E.164 with +; empty when there is none */
      readonly phone: string
      /** E-mail address; null when there is none */
      readonly email: string | null
      /** Country, ISO 3166-1 alpha-2; empty when it is not known */
      readonly countryCode: string
      /** Tags, in the order they were given */
      readonly tags: ReadonlyArray<string>
      /** How the contact came to be known; api for one created over HTTP */
      readonly source: string
      /** Whether the contact agreed to be written to */
      readonly optedIn: boolean
      /** Whether the contact is blocked */
      readonly isBlocked: boolean
      /** When the contact was added: ISO 8601, UTC, with milliseconds */
      readonly createdAt: string
      /** When the contact was last changed: ISO 8601, UTC, with milliseconds */
      readonly updatedAt: string
      /** Another id of the contact, for the paths of contacts */
      readonly vendorContactId: string
      /** Custom keys and values beside the standard fields */
      readonly params: { readonly [name: string]: Json }
    }>

    /** Get a contact. One contact, with vendorContactId and params; `include` adds its ids on the channels and whether it opted out. */
    readonly get: (
      contactId: string,
      query?: {
        /** Additional fields of the contacts, separated by commas: channels, optedOut */
        readonly include?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The contact's id */
      readonly id: string
      /** Name; empty when it is not known */
      readonly name: string
      /** Phone number, E.164 with +; empty when there is none */
      readonly phone: string
      /** E-mail address; null when there is none */
      readonly email: string | null
      /** Country, ISO 3166-1 alpha-2; empty when it is not known */
      readonly countryCode: string
      /** Tags, in the order they were given */
      readonly tags: ReadonlyArray<string>
      /** How the contact came to be known; api for one created over HTTP */
      readonly source: string
      /** Whether the contact agreed to be written to */
      readonly optedIn: boolean
      /** Whether the contact is blocked */
      readonly isBlocked: boolean
      /** When the contact was added: ISO 8601, UTC, with milliseconds */
      readonly createdAt: string
      /** When the contact was last changed: ISO 8601, UTC, with milliseconds */
      readonly updatedAt: string
      /** Labels */
      readonly labels: ReadonlyArray<string>
      /** When something was last said, either way; null when nothing was */
      readonly lastMessageAt: string | null
      /** How many conversations there are */
      readonly conversationCount: number
      /** Ids under which the contact can be written to, at most 50; WhatsApp first. There if include names channels */
      readonly channels?: ReadonlyArray<ContactChannel>
      /** Whether the contact opted out of marketing messages: they get no marketing template. False while nothing is known. There if include names optedOut */
      readonly optedOut?: boolean
      /** Another id of the contact, for the paths of contacts */
      readonly vendorContactId: string
      /** Custom keys and values beside the standard fields */
      readonly params: { readonly [name: string]: Json }
    }>

    /** Change a contact. Only the fields that are given change; tags and params are replaced as a whole. Changed tags become labels on Messenger, on a best-effort basis; WhatsApp has no labels. */
    readonly change: (
      contactId: string,
      body: PatchContactRequest,
      options?: CallOptions
    ) => Promise<{
      /** The contact's id */
      readonly id: string
      /** Name; empty when it is not known */
      readonly name: string
      /** Phone number, E.164 with +; empty when there is none */
      readonly phone: string
      /** E-mail address; null when there is none */
      readonly email: string | null
      /** Country, ISO 3166-1 alpha-2; empty when it is not known */
      readonly country_code: string
      /** Tags, in the order they were given */
      readonly tags: ReadonlyArray<string>
      /** Custom keys and values beside the standard fields */
      readonly params: { readonly [name: string]: Json }
      /** Whether the contact is blocked */
      readonly is_blocked: boolean
      /** Whether the contact agreed to be written to */
      readonly opted_in: boolean
      /** When the contact was last changed: ISO 8601, UTC, with milliseconds */
      readonly updated_at: string
    }>
  }
  readonly bulk: {
    /** Import contacts. Adds many contacts at once, as JSON, as a CSV file, or as a form with a part named `file`: at most 10000 rows in 10 MiB. A row that is not valid, or whose number a contact or an earlier row has in any form, is skipped and reported; the others are added together, and each dispatches `contact.created`. */
    readonly import: (
      body: ImportContactsRequest | string | Blob | Uint8Array | ReadableStream<Uint8Array> | FormData,
      query?: {
        /** Country, ISO 3166-1 alpha-2, of the national phone numbers; the organization's default country when left out */
        readonly defaultCountry?: string | undefined
      },
      options?: PostOptions
    ) => Promise<{
      /** How many contacts were added */
      readonly imported: number
      /** How many rows added no contact; each is among the errors */
      readonly skipped: number
      /** The rows that were skipped, in their order */
      readonly errors: ReadonlyArray<{
        /** Place of the row, 0 for the first; a header does not count */
        readonly index: number
        /** E.164 with +, or the beginning of the given text */
        readonly phone: string
        /** Why the row was skipped, for people */
        readonly error: string
      }>
      /** The contacts that were added, in the order of their rows */
      readonly contacts: ReadonlyArray<{
        /** The contact's id */
        readonly id: string
        /** Phone number, E.164 with + */
        readonly phone: string
        /** Always created */
        readonly status: "created"
      }>
    }>
  }
  readonly consents: {
    /** Get the consents of a contact. The opt-in or opt-out of the contact on each channel, with its history. */
    readonly get: (
      contactId: string,
      options?: CallOptions
    ) => Promise<{
      /** One for each channel */
      readonly consents: ReadonlyArray<Consent>
    }>

    /** Record a consent. Records what the contact chose elsewhere, on the phone for instance. The same choice again changes nothing. On WhatsApp it also sets `optedIn` of the contact. */
    readonly set: (contactId: string, body: SetConsentRequest, options?: CallOptions) => Promise<Consent>

    /** List consents. The current consents of all contacts, the newest first. For members who manage the organization. */
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
    /** Export consents. The current consents of all contacts as CSV with a header row, the newest first. For members who manage the organization. */
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
    /** Erase a contact. Erases everything about the contact: names, numbers, messages, notes, files, events and logged requests. The contact is gone at once, the rest within minutes. Counts and prices stay. It cannot be undone. Again for the same contact, it answers with the progress. For members who manage the organization. */
    readonly erase: (contactId: string, body: EraseContactRequest, options?: PostOptions) => Promise<Erasure>

    /** Get the progress of an erasure. The erasure of a contact, also after its end. For members who manage the organization. */
    readonly progress: (contactId: string, options?: CallOptions) => Promise<Erasure>
  }
  readonly campaigns: {
    /** Create a campaign. A draft, which sends nothing before its start. For members who manage the organization. */
    readonly create: (body: CreateCampaignRequest, options?: PostOptions) => Promise<Campaign>

    /** List campaigns. The newest first, with their counts. For members who manage the organization. */
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
    /** Get a campaign. A campaign with its status and counts. For members who manage the organization. */
    readonly get: (campaignId: string, options?: CallOptions) => Promise<Campaign>

    /** Change a draft. Only the fields that are given change. A campaign that was started is refused with 409. For members who manage the organization. */
    readonly change: (campaignId: string, body: ChangeCampaignRequest, options?: CallOptions) => Promise<Campaign>

    /** Delete a campaign. Deletes a draft, or a campaign that has ended, with its recipients. Sent messages stay. For members who manage the organization. */
    readonly remove: (
      campaignId: string,
      options?: CallOptions
    ) => Promise<{
      /** The campaign's id */
      readonly id: string
      /** Always true */
      readonly deleted: true
    }>

    /** Upload recipients. Replaces the recipients of a draft without an audience by the rows of a file: at most 1 000 000 in 64 MiB. A file that is refused leaves the draft without recipients. For members who manage the organization. */
    readonly uploadRecipients: (
      campaignId: string,
      body: string | Blob | Uint8Array | ReadableStream<Uint8Array>,
      options?: CallOptions
    ) => Promise<Campaign>

    /** List recipients. The recipients in the order of sending, with their outcome. For members who manage the organization. */
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
    /** Export recipients. All recipients with their outcome, as CSV with a header row. For members who manage the organization. */
    readonly exportRecipients: (
      campaignId: string,
      query?: {
        /** Recipients with this status only */
        readonly status?: "queued" | "sending" | "sent" | "delivered" | "read" | "failed" | "left_out" | undefined
      },
      options?: CallOptions
    ) => Promise<Blob>

    /** Start a campaign. Starts a draft: at once, or at its sendAt. Its contacts are those that fulfil the conditions when it begins. For members who manage the organization. */
    readonly start: (campaignId: string, options?: PostOptions) => Promise<Campaign>

    /** Pause a campaign. No message leaves from a second later on. For members who manage the organization. */
    readonly pause: (campaignId: string, options?: PostOptions) => Promise<Campaign>

    /** Resume a campaign. Continues a paused campaign where it stopped. For members who manage the organization. */
    readonly resume: (campaignId: string, options?: PostOptions) => Promise<Campaign>

    /** Cancel a campaign. Ends it: recipients without a message get none. A draft is deleted instead. For members who manage the organization. */
    readonly cancel: (campaignId: string, options?: PostOptions) => Promise<Campaign>

    /** Test a campaign. Sends the message of the campaign to 1 to 10 people at once, with the values of their contacts. They do not become recipients. For members who manage the organization. */
    readonly test: (
      campaignId: string,
      body: TestCampaignRequest,
      options?: PostOptions
    ) => Promise<{
      /** One for each recipient, in their order */
      readonly results: ReadonlyArray<CampaignTest>
    }>
  }
  readonly auditLog: {
    /** List the audit log. Changes of members, keys, channels, webhooks, settings, templates and the organization, and exports; the newest first. Entries are stored for 400 days. For members who manage the organization. */
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
    /** Export the audit log. The entries as CSV with a header row, the newest first. Changes are a JSON text. For members who manage the organization. */
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
    /** Report conversations and messages by day. Conversations, messages, response times and resolution times, in total and by day. With `Accept: text/csv` the days are a CSV file. For members who manage the organization. */
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

    /** Report messages by hour and weekday. Messages in each of the 168 hours of a week, in the time zone. With `Accept: text/csv` the hours are a CSV file. For members who manage the organization. */
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

    /** Report by channel. The numbers of each channel. With `Accept: text/csv` the rows are a CSV file. For members who manage the organization. */
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

    /** Report by number, Page and account. The numbers of each number, Page and account. With `Accept: text/csv` the rows are a CSV file. For members who manage the organization. */
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

    /** Report by member. The numbers of each member. With `Accept: text/csv` the rows are a CSV file. For members who manage the organization. */
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

    /** Report by team. The numbers of each team. With `Accept: text/csv` the rows are a CSV file. For members who manage the organization. */
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

    /** Report by label of conversations. The numbers of each label of conversations. With `Accept: text/csv` the rows are a CSV file. For members who manage the organization. */
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

    /** Report by template. The numbers of each template. With `Accept: text/csv` the rows are a CSV file. For members who manage the organization. */
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

    /** Report by campaign. The numbers of each campaign. With `Accept: text/csv` the rows are a CSV file. For members who manage the organization. */
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
  readonly conversations: {
    /** List conversations. The last updated first; with a search, those whose contact has the term as a part of the name, phone number or e-mail address. An agent with the scope assigned gets their own and the unassigned conversations. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Only those with this status */
        readonly status?: "open" | "ai_handling" | "escalated" | "closed" | undefined
        /** Only those on this channel */
        readonly channel?: "whatsapp" | "messenger" | "instagram" | undefined
        /** Only those that this user looks after; the user's UUID */
        readonly assignee?: string | undefined
        /** Only those with this contact; the contact's UUID */
        readonly contactId?: string | undefined
        /** Only those of this team; the team's UUID */
        readonly team?: string | undefined
        /** Only those with this label; its name */
        readonly label?: string | undefined
        /** Part of a name, a phone number or an e-mail address, at most 200 characters */
        readonly search?: string | undefined
        /** Only those with this priority */
        readonly priority?: "none" | "low" | "normal" | "high" | "urgent" | undefined
        /** true: only snoozed ones; false: only those that are not snoozed */
        readonly snoozed?: boolean | undefined
        /** updated: the last updated first, which is the default; priority: the highest priority first, of one priority the last updated */
        readonly sort?: "updated" | "priority" | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly conversations: ReadonlyArray<SessionConversationItem>
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
        /** Only those with this status */
        readonly status?: "open" | "ai_handling" | "escalated" | "closed" | undefined
        /** Only those on this channel */
        readonly channel?: "whatsapp" | "messenger" | "instagram" | undefined
        /** Only those that this user looks after; the user's UUID */
        readonly assignee?: string | undefined
        /** Only those with this contact; the contact's UUID */
        readonly contactId?: string | undefined
        /** Only those of this team; the team's UUID */
        readonly team?: string | undefined
        /** Only those with this label; its name */
        readonly label?: string | undefined
        /** Part of a name, a phone number or an e-mail address, at most 200 characters */
        readonly search?: string | undefined
        /** Only those with this priority */
        readonly priority?: "none" | "low" | "normal" | "high" | "urgent" | undefined
        /** true: only snoozed ones; false: only those that are not snoozed */
        readonly snoozed?: boolean | undefined
        /** updated: the last updated first, which is the default; priority: the highest priority first, of one priority the last updated */
        readonly sort?: "updated" | "priority" | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<SessionConversationItem>
    /** Get a conversation. One conversation, with the whole contact, the assignee and how it began. */
    readonly get: (
      conversationId: string,
      options?: CallOptions
    ) => Promise<{
      /** The conversation's id */
      readonly id: string
      /** The contact of the conversation */
      readonly contactId: string
      /** open, ai_handling, escalated or closed */
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
      /** The assigned user; null when unassigned */
      readonly assigneeId: string | null
      /** whatsapp, messenger or instagram */
      readonly channel: "whatsapp" | "messenger" | "instagram"
      /** The last message in either direction; null when there is none */
      readonly lastMessage: {
        /** The text, shortened to 256 characters; the kind in brackets when it has none */
        readonly text: string
        /** When it was said: ISO 8601, UTC, with milliseconds */
        readonly timestamp: string
        /** inbound or outbound */
        readonly direction: "inbound" | "outbound"
      } | null
      /** Messages that the service learned of since the business last wrote */
      readonly unreadCount: number
      /** Whether an AI agent handles it */
      readonly aiHandling: boolean
      /** When it began: ISO 8601, UTC, with milliseconds */
      readonly createdAt: string
      /** When something was last said or changed: ISO 8601, UTC, with milliseconds */
      readonly updatedAt: string
      /** low, normal, high or urgent; absent when it is none */
      readonly priority?: "none" | "low" | "normal" | "high" | "urgent"
      /** The snooze; absent while it is not snoozed */
      readonly snoozed?: {
        /** When it was snoozed: ISO 8601, UTC, with milliseconds */
        readonly at: string
        /** When the snooze ends; null: with the next message of the contact */
        readonly until: string | null
      }
      /** The team that looks after it; present if there is one */
      readonly teamId?: string
      /** Names of its labels; present if it has some */
      readonly labels?: ReadonlyArray<string>
      /** The number, Page or account that the conversation is on; present if the organization has several on the channel, or if it is no longer connected */
      readonly account?: {
        /** The id of the connected account; `from` of a send takes it */
        readonly id: string
        /** The platform's id of the number, Page or account; null when it is no longer connected */
        readonly accountId: string | null
        /** The display phone number, or a name; null when it is no longer connected */
        readonly name: string | null
      }
      /** The contact of the conversation */
      readonly contact: {
        /** The contact's id */
        readonly id: string
        /** Name; empty when it is not known */
        readonly name: string
        /** Phone number, E.164 with +; empty when there is none */
        readonly phone: string
        /** URL of a picture; always null, since none is stored */
        readonly avatar: string | null
        /** E-mail address; null when there is none */
        readonly email: string | null
        /** Labels */
        readonly labels: ReadonlyArray<string>
      }
      /** The assigned user; null when unassigned */
      readonly assignee: Assignee | null
      /** How it began */
      readonly metadata: {
        /** Who began it: api for a send of ours, else the channel */
        readonly source: string
        /** When the first message was recorded; null when none was */
        readonly firstMessageAt: string | null
      }
    }>

    /** Close a conversation. AI handling stops, and `conversation.closed` is dispatched. A thread of Messenger or Instagram that another app passed to this one is released. To close it again changes nothing: the first time counts. */
    readonly close: (
      conversationId: string,
      body?: CloseConversationRequest,
      options?: PostOptions
    ) => Promise<{
      /** The conversation's id */
      readonly id: string
      /** Always closed */
      readonly status: "closed"
      /** When it was closed; the first time, when it was closed before: ISO 8601, UTC, with milliseconds */
      readonly closedAt: string
      /** The user who closed it, or service_role */
      readonly closedBy: string
    }>

    /** Assign a conversation. The user is notified, and `conversation.assigned` is dispatched if they did not have it. A closed conversation is opened again, unless the contact has another open one. */
    readonly assign: (
      conversationId: string,
      body: AssignConversationRequest,
      options?: PostOptions
    ) => Promise<{
      /** The conversation's id */
      readonly id: string
      /** The user who looks after it */
      readonly assigneeId: string
      readonly assignee: Assignee
      /** open */
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
      /** When something was last said or changed: ISO 8601, UTC, with milliseconds */
      readonly updatedAt: string
    }>

    /** Take a conversation from its assignee. All members may see the conversation then. `conversation.assigned` is dispatched without an assignee. Its status stays. A conversation without an assignee stays as it is. */
    readonly unassign: (
      conversationId: string,
      options?: PostOptions
    ) => Promise<{
      /** The conversation's id */
      readonly id: string
      /** As before */
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
      /** Always null */
      readonly assigneeId: null
      /** When something was last said or changed: ISO 8601, UTC, with milliseconds */
      readonly updatedAt: string
    }>

    /** Open a closed conversation again. Its assignee stays, and `conversation.opened` is dispatched. A conversation that is not closed stays as it is. */
    readonly reopen: (
      conversationId: string,
      options?: PostOptions
    ) => Promise<{
      /** The conversation's id */
      readonly id: string
      /** open, or as it was when it was not closed */
      readonly status: "open" | "ai_handling" | "escalated" | "closed"
      /** The assigned user, as before; null when unassigned */
      readonly assigneeId: string | null
      /** When something was last said or changed: ISO 8601, UTC, with milliseconds */
      readonly updatedAt: string
    }>

    /** Mark a conversation as read. Messages that the service has learned of so far are read, and `conversation.read` is dispatched if some were unread. The person is not told. */
    readonly read: (
      conversationId: string,
      options?: PostOptions
    ) => Promise<{
      /** The conversation's id */
      readonly id: string
      /** Always 0 */
      readonly unreadCount: 0
    }>

    /** Mark a conversation as unread. At least one message counts as unread, for all members, until one of them reads the conversation or the business writes in it. `conversation.unread` is dispatched if all had been read. The person is not told. */
    readonly unread: (
      conversationId: string,
      options?: PostOptions
    ) => Promise<{
      /** The conversation's id */
      readonly id: string
      /** Unread messages; 1 when all had been read */
      readonly unreadCount: number
    }>
  }
  readonly messages: {
    /** List messages. The messages of a conversation, the last one first: in the order in which the service learned of them where the clocks explain the difference to their own times, else by those. A send is there once the platform has answered. Give the id of the last message of a page as before to get those that come after it on the next page; none is skipped or repeated while others arrive. With around and after, messages far back are read from their place on. */
    readonly list: (
      query: {
        /** The conversation's id, a UUID */
        readonly conversationId: string
        /** How many, 50 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** The id of a message: only those that are older than it */
        readonly before?: string | undefined
        /** The id of a message. Returns it between newer and older ones. Cannot be combined with `before` */
        readonly around?: string | undefined
        /** The id of a message. Returns the next newer ones. Cannot be combined with `before` */
        readonly after?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The messages, the last one first */
      readonly data: ReadonlyArray<
        | SessionMessage_text
        | SessionMessage_image
        | SessionMessage_document
        | SessionMessage_audio
        | SessionMessage_video
        | SessionMessage_location
      >
      /** Messages of the conversation whose outcome is known */
      readonly total: number
      /** The page that these messages are, for this limit */
      readonly page: number
      /** Whether there are older ones */
      readonly hasNext: boolean
      /** Whether there are newer ones; there with around and after only */
      readonly hasPrevious?: boolean
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query: {
        /** The conversation's id, a UUID */
        readonly conversationId: string
        /** How many, 50 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** The id of a message: only those that are older than it */
        readonly before?: string | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<
      | SessionMessage_text
      | SessionMessage_image
      | SessionMessage_document
      | SessionMessage_audio
      | SessionMessage_video
      | SessionMessage_location
    >
    /** Search messages. Messages of the organization with the fragment in their text or caption, the last one that the service learned of first. An agent with the scope assigned gets those of their own and of unassigned conversations. Deleted messages and those of deleted contacts are not found. */
    readonly search: (
      query: {
        /** The part of a text to search for, at most 200 characters, in capitals or small letters */
        readonly q: string
        /** How many, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** `next` of the previous answer. Returns only messages that the service recorded earlier */
        readonly before?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly messages: ReadonlyArray<SessionFoundMessage>
      /** Give it as before to go on; null once every message was examined. One search examines at most 10000 messages, so there may be more even if it found none */
      readonly next: string | null
    }>

    /** Send a WhatsApp message. Sends an approved template, or another message to a contact who wrote within 24 hours, and dispatches `message.sent`. Nothing is sent to a number or user id that no contact has, to a blocked contact, or, as a marketing template, to one who opted out. An organization with several numbers names one with `from`. With `sendAt` the message is scheduled: it is checked at once, and sent and counted at that time. To answer in a conversation, see `POST /api/whatsapp/conversations/{conversationId}/messages`. */
    readonly send: {
      (body: SessionSendMessageRequest & { readonly sendAt: string }, options?: PostOptions): Promise<ScheduledSend>
      (
        body: SessionSendMessageRequest & { readonly sendAt?: null | undefined },
        options?: PostOptions
      ): Promise<{
        /** The message's id */
        readonly vendorMessageId: string
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
        body: SessionSendMessageRequest & { readonly sendAt?: string | null | undefined },
        options?: PostOptions
      ): Promise<
        | {
            /** The message's id */
            readonly vendorMessageId: string
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
  }
  readonly media: {
    /** Get a file of a message. The file as it was sent, with its media type, its size (at most 100 MiB) and an ETag; one range of bytes is given when Range asks for it. Images, sounds, films and PDF may be shown, anything else is only to be saved. As long as the file is on its way from the platform the answer is 503, and Retry-After says when to ask again. */
    readonly get: (mediaId: string, options?: CallOptions) => Promise<Blob>
  }
  readonly notifications: {
    /** List notifications. Notifications of the signed-in member in this organization, the newest first. The newest 200 of a member are kept. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** true: only those that are unread */
        readonly unread?: boolean | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly notifications: ReadonlyArray<Notification>
      /** Unread notifications of the member, on all pages */
      readonly unread: number
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
        /** true: only those that are unread */
        readonly unread?: boolean | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<Notification>
    /** Mark notifications as read. Marks notifications of the signed-in member: those with the ids, or one and all older ones. Marking again changes nothing. */
    readonly read: (
      body: ReadNotificationsRequest,
      options?: PostOptions
    ) => Promise<{
      /** Notifications that were unread until now */
      readonly marked: number
    }>
  }
  readonly events: {
    /** Stream events. Server-sent events: everything that happens in the organization, as it happens, as far as the caller may see it. An agent whose conversation scope is assigned receives events of conversations that are unassigned or assigned to them, and a frame of type `conversation.gone` with `id`, `event`, `timestamp` and `conversationId` when such a conversation is assigned to another member: remove it from the view. account.updated, webhook.failing and webhook.test are for owners and admins. The type of a frame is the event's type. Its data is JSON with `id`, `event`, `timestamp`, `conversationId` (null for events of no conversation) and `data`, as webhooks have it. The first frame has only an id: a client that connects again with the last id in Last-Event-ID gets every event after it, once and in order. A frame of type `resync` means that the named event is no longer stored: reload the view and continue. After at most 15 seconds without an event comes a comment, or an id alone. The stream ends when the client reads too slowly, the service stops, the organization is suspended or deleted, or the token or the membership is over before the next event. Connect again: an expired token gets 401 then, and a suspended organization 403. */
    readonly stream: (options?: StreamOptions) => AsyncIterable<StreamEntry>
  }
  readonly labels: {
    /** List labels. All labels of the organization, by name. */
    readonly list: (options?: CallOptions) => Promise<{
      /** By name; at most 200 */
      readonly labels: ReadonlyArray<Label>
    }>

    /** Create a label. At most 200 for each organization. For members who manage the organization. */
    readonly create: (body: CreateLabelRequest, options?: PostOptions) => Promise<Label>

    /** Change a label. Conversations and contacts with the label have it under its new name. For members who manage the organization. */
    readonly change: (labelId: string, body: ChangeLabelRequest, options?: CallOptions) => Promise<Label>

    /** Delete a label. Also from conversations and contacts. For members who manage the organization. */
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
      contactId: string,
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

    /** Create a team. At most 100 for each organization. For members who manage the organization. */
    readonly create: (body: CreateTeamRequest, options?: PostOptions) => Promise<Team>

    /** Change a team. Its name, all its members, or its policy of assignment. For members who manage the organization. */
    readonly change: (teamId: string, body: ChangeTeamRequest, options?: CallOptions) => Promise<Team>

    /** Delete a team. Its conversations keep their assignees. For members who manage the organization. */
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
  readonly savedReplies: {
    /** List saved replies. The caller's own replies and the shared ones, by shortcut. */
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

    /** Set the capacity of a member. Policies choose a member only below the capacity. Members assign conversations to them all the same. For members who manage the organization. */
    readonly setCapacity: (memberId: string, body: SetCapacityRequest, options?: CallOptions) => Promise<Workload>
  }
  readonly messageImport: {
    /** Import messages. Stores messages from elsewhere, at most 64 MiB in a request. They are read, and dispatch no events of messages. A message with a known platformId or externalId is not added again, so an import can be repeated. Lines are stored while they arrive. For members who manage the organization. */
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
  readonly message: {
    /** Get a message. A message in either direction, with the times of each step. */
    readonly get: (
      messageId: string,
      options?: CallOptions
    ) => Promise<{
      /** The message as lists show it */
      readonly message:
        | SessionMessage_text
        | SessionMessage_image
        | SessionMessage_document
        | SessionMessage_audio
        | SessionMessage_video
        | SessionMessage_location
      /** The contact of the conversation */
      readonly contactId: string
      /** whatsapp, messenger or instagram */
      readonly channel: "whatsapp" | "messenger" | "instagram"
      /** When it was sent, and the platform accepted it: ISO 8601, UTC, with milliseconds; null if it did not, or if it is not known */
      readonly sentAt: string | null
      /** When it was delivered: ISO 8601, UTC, with milliseconds; null if it did not, or if it is not known */
      readonly deliveredAt: string | null
      /** When it was read: ISO 8601, UTC, with milliseconds; null if it did not, or if it is not known */
      readonly readAt: string | null
      /** When it failed: ISO 8601, UTC, with milliseconds; null if it did not, or if it is not known */
      readonly failedAt: string | null
    }>

    /** Mark a message as read. The contact sees their message, and those before it, as read. With typing they also see that the business is typing, for at most 25 seconds or until the next message. If the message is the last one of the conversation, its unread count becomes 0. This is no send: it counts against the tier of sends only, and is tried once. To repeat it changes nothing. */
    readonly read: (
      messageId: string,
      body?: SessionReadMessageRequest,
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
  readonly notes: {
    /** List the notes of a conversation. The newest first. The person whom the conversation is with does not see them. */
    readonly list: (
      conversationId: string,
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly notes: ReadonlyArray<Note>
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
      conversationId: string,
      query?: {
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<Note>
    /** Add a note to a conversation. At most 500 for each conversation. `conversation.note_added` is dispatched, without the text, and mentioned members get a notification. */
    readonly add: (
      conversationId: string,
      body: AddNoteRequest,
      options?: PostOptions
    ) => Promise<{
      /** The note's id */
      readonly id: string
      /** What it says */
      readonly text: string
      /** The user who wrote it, also after they left the organization; null for the service role */
      readonly author: Assignee | null
      /** The user ids of the members it mentions; present if there are some */
      readonly mentions?: ReadonlyArray<string>
      /** When it was written: ISO 8601, UTC, with milliseconds */
      readonly createdAt: string
    }>

    /** Remove a note. For its author, and for those who manage the organization. `conversation.note_removed` is dispatched. */
    readonly remove: (
      conversationId: string,
      noteId: string,
      options?: CallOptions
    ) => Promise<{
      /** The note's id */
      readonly id: string
    }>
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
  readonly presence: {
    /** Say that a conversation is on the screen. Answers which other members have it on the screen. A member who does not say so again is gone after 30 seconds; say so every 12 seconds. Members whose calls other processes answer are known a moment later. */
    readonly enter: (
      conversationId: string,
      body: PresenceRequest,
      options?: PostOptions
    ) => Promise<{
      /** Other members who have it on the screen, the one who said so last first */
      readonly others: ReadonlyArray<PresentMember>
    }>
  }
  readonly replies: {
    /** Answer in a conversation. Sends to the person of the conversation, from the number, Page or account that it came over, and dispatches `message.sent`. On Messenger and Instagram the platform takes messages within 24 hours of the person's last one, and within 7 days with the tag `HUMAN_AGENT`; on WhatsApp it takes approved templates at any time, and other messages within 24 hours. Nothing is sent to a blocked contact, and no marketing template to one who opted out. A closed conversation is opened again, and `conversation.opened` is dispatched, unless the contact has another one on that account that is not closed: the message belongs to that one, and `conversationId` of the answer names it. With `sendAt` the message is scheduled: it is checked at once, and sent and counted at that time. */
    readonly send: {
      (
        conversationId: string,
        body: ReplyRequest & { readonly sendAt: string },
        options?: PostOptions
      ): Promise<ScheduledSend>
      (
        conversationId: string,
        body: ReplyRequest & { readonly sendAt?: null | undefined },
        options?: PostOptions
      ): Promise<{
        /** The message's id */
        readonly vendorMessageId: string
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
        conversationId: string,
        body: ReplyRequest & { readonly sendAt?: string | null | undefined },
        options?: PostOptions
      ): Promise<
        | {
            /** The message's id */
            readonly vendorMessageId: string
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
  }
  readonly privateReplies: {
    /** Answer a comment privately. Sends a message to the author of a comment below a post of the Page or account, and dispatches `message.sent`. The platform takes one for each comment, within 7 days of it. The author becomes the contact of the message, in their open conversation or in a new one. */
    readonly send: (
      body: PrivateReplyRequest,
      options?: PostOptions
    ) => Promise<{
      /** The message's id */
      readonly vendorMessageId: string
      /** The platform's id of the message */
      readonly waMessageId: string
      /** The platform has accepted the message */
      readonly status: "sent"
      /** The conversation that the message belongs to */
      readonly conversationId: string
      /** The contact that it goes to */
      readonly contactId: string
    }>
  }
  readonly scheduled: {
    /** List scheduled messages. Those that are not sent yet, the soonest first, then those that ended within 7 days, the last first. An agent with the scope assigned gets those in their own and in unassigned conversations, and those that they scheduled outside of conversations. */
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
      /** Those that are not sent yet, the soonest first, then those that ended, the last first */
      readonly scheduledMessages: ReadonlyArray<ScheduledMessage>
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
  readonly uploads: {
    /** Upload a file. Stores a file that a message can then name as `mediaId`: an image, a document, audio, video or a sticker of at most 100 MiB, less for most types. The body is the file itself. Its bytes have to be those of its type. A file that is not sent is removed after 24 hours; an organization has at most 1000 of them, and 1024 MiB in all. */
    readonly create: (
      body: string | Blob | Uint8Array | ReadableStream<Uint8Array>,
      query?: {
        /** Name of the file; at most 240 characters */
        readonly filename?: string | undefined
      },
      options?: PostOptions
    ) => Promise<{
      /** The file's id, which a message names as mediaId */
      readonly id: string
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
  }
  readonly templates: {
    /** List WhatsApp templates. All approved templates of a connected number; at most some minutes old. Numbers of different WhatsApp Business Accounts have different ones. */
    readonly list: (
      query?: {
        /** Of which number: its phone number, the platform's phone number id, or the id of the connected account; when left out, the organization's default number, else the one connected first */
        readonly from?: string | undefined
        /** approved when left out; all: templates with any status, as the platform has them now, with reason and quality */
        readonly status?: "approved" | "all" | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** All approved templates, in the platform's order */
      readonly templates: ReadonlyArray<{
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
    }>

    /** Submit a WhatsApp template. Checks a new template, or a copy of one, and submits it for review. The platform decides, usually within minutes. */
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
  readonly members: {
    /** List members. The members of the organization, to whom conversations can be assigned. Owners, admins and the service role also see invitations. */
    readonly list: (options?: CallOptions) => Promise<{
      /** Members by address, then invitations by address; at most 1000 */
      readonly members: ReadonlyArray<Member>
    }>
  }
  readonly channels: {
    /** List connected accounts. The numbers, Pages and accounts that the organization has connected, with the health of their tokens. No answer has a token. */
    readonly list: (options?: CallOptions) => Promise<{
      /** The account that was connected first comes first; at most 1000 */
      readonly channels: ReadonlyArray<ConnectedChannel>
    }>
  }
  readonly signups: {
    /** Begin to connect a WhatsApp number. Returns a link to Meta's embedded signup, with a state that the caller can complete once within an hour. For members who manage the organization. */
    readonly begin: (
      body: BeginSignupRequest,
      options?: PostOptions
    ) => Promise<{
      /** The platform's link to open in a browser */
      readonly url: string
      /** Names the signup. The platform returns it with the code */
      readonly state: string
      /** Until when the signup can be completed: ISO 8601, UTC, with milliseconds */
      readonly expiresAt: string
    }>

    /** Connect the number of a signup. Exchanges the code, subscribes the app, registers the number and connects it. A failed call can be repeated with the same code and continues. For members who manage the organization. */
    readonly complete: (
      body: CompleteSignupRequest,
      options?: PostOptions
    ) => Promise<{
      readonly channel: ConnectedChannel
      /** The PIN that the number got, shown this once; null if it was registered before */
      readonly pin: string | null
    }>
  }
  readonly usage: {
    /** The usage of the month. The events of the present month, the limit of the plan, priced messages by category, and the rate tiers. With since, until or by also messages with a price over those days and their cost by the operator's rate card; with `Accept: text/csv` only these, as a CSV file. */
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
    ) => Promise<{
      /** The plan of the organization */
      readonly plan: "free" | "starter" | "growth" | "unlimited"
      /** The calendar month in UTC, such as 2026-11 */
      readonly month: string
      /** Events of the month so far: accepted sends and delivered events */
      readonly used: number
      /** Events that the plan allows in a month; null: any number */
      readonly limit: number | null
      /** Sends that are still possible in the month; null: any number */
      readonly remaining: number | null
      /** Messages of the month for which the platform reported a price, by category; absent if there are none */
      readonly categories?: readonly [PricedMessages, ...ReadonlyArray<PricedMessages>]
      readonly report?: UsageReport
      /** The rate tiers */
      readonly tiers: {
        /** Most endpoints; null when the tier is switched off */
        readonly standard: {
          /** Calls that are accepted in the period, over each interface */
          readonly limit: number
          /** The period, in seconds */
          readonly periodSeconds: number
        } | null
        /** Sends; null when the tier is switched off */
        readonly messaging: {
          /** Calls that are accepted in the period, over each interface */
          readonly limit: number
          /** The period, in seconds */
          readonly periodSeconds: number
        } | null
        /** Imports; null when the tier is switched off */
        readonly bulk: {
          /** Calls that are accepted in the period, over each interface */
          readonly limit: number
          /** The period, in seconds */
          readonly periodSeconds: number
        } | null
        /** Calls of the console; null when the tier is switched off */
        readonly console: {
          /** Calls that are accepted in the period, over each interface */
          readonly limit: number
          /** The period, in seconds */
          readonly periodSeconds: number
        } | null
      }
    }>
  }
  readonly settings: {
    /** Get the settings. The settings of the organization, for all its members. */
    readonly get: (options?: CallOptions) => Promise<OrganizationSettings>

    /** Change settings. Only the given fields change, and null clears a setting. For members who manage the organization. */
    readonly change: (body: ChangeSettingsRequest, options?: CallOptions) => Promise<OrganizationSettings>
  }
  readonly apiKeys: {
    /** List API keys. The API keys of the organization without their texts, also revoked and expired ones. */
    readonly list: (options?: CallOptions) => Promise<{
      /** The newest first */
      readonly apiKeys: ReadonlyArray<ApiKey>
    }>

    /** Make an API key. Makes a key of the Developer interface. The answer alone has its text. At most 100 keys of an organization are neither revoked nor expired. */
    readonly create: (
      body: CreateApiKeyRequest,
      options?: PostOptions
    ) => Promise<{
      /** The id of the key; it is no secret */
      readonly id: string
      /** What the key is for */
      readonly name: string
      /** When the key was made: ISO 8601, UTC, with milliseconds */
      readonly createdAt: string
      /** From when on the key is refused; null when it does not expire */
      readonly expiresAt: string | null
      /** The key itself. It is shown this once, and stored nowhere */
      readonly key: string
    }>

    /** Revoke an API key. Every process refuses the key within 5 seconds. To revoke it again changes nothing: the first time counts. */
    readonly revoke: (
      apiKeyId: string,
      options?: CallOptions
    ) => Promise<{
      /** The id of the key; it is no secret */
      readonly id: string
      /** When the key was revoked; the first time, when it was before: ISO 8601, UTC, with milliseconds */
      readonly revokedAt: string
    }>
  }
  readonly webhook: {
    /** The subscription. The one subscription of the organization, without its secret. */
    readonly find: (options?: CallOptions) => Promise<{
      /** Null when none is registered */
      readonly webhook: Webhook | null
    }>

    /** Register or change the subscription. Whatever the subscription was before, it is active afterwards. Without a secret the present one stays, and a new subscription gets a generated one. */
    readonly save: (
      body: SaveWebhookRequest,
      options?: CallOptions
    ) => Promise<{
      readonly webhook: Webhook
      /** How to read what a disabled subscription missed; null when it was not disabled */
      readonly missed: {
        /** When the subscription was disabled. Events since then were not delivered: ISO 8601, UTC, with milliseconds */
        readonly since: string
        /** What to give as after to GET /developer/events to read the missed events; null: leave after out */
        readonly resumeAfter: string | null
      } | null
    }>

    /** Remove the subscription. Ends the subscription. Pending deliveries are dropped. */
    readonly remove: (options?: CallOptions) => Promise<{
      /** Whether there was a subscription */
      readonly removed: boolean
    }>

    /** Show the signing secret. The present secret. No other answer of this interface has it. */
    readonly revealSecret: (options?: CallOptions) => Promise<{
      /** The secret that signs deliveries */
      readonly secret: string
      /** Whether the subscriber chose it; otherwise it was generated */
      readonly isChosen: boolean
    }>

    /** Replace the signing secret. Generates a secret. The one of before signs beside it for another 24 hours. The status of the subscription stays. */
    readonly rotateSecret: (options?: PostOptions) => Promise<{
      /** The secret that signs deliveries */
      readonly secret: string
      /** Until when the secret of before signs too: ISO 8601, UTC, with milliseconds */
      readonly previousUntil: string
    }>

    /** Send a test event. Sends an event of the type webhook.test the way every event goes: signed, repeated, listed and counted. It reaches the subscription whatever its events. */
    readonly test: (options?: PostOptions) => Promise<{
      /** The id of the test event: webhook-id of its delivery */
      readonly id: string
      /** The type of the test event */
      readonly event: "webhook.test"
    }>
  }
  readonly endpoints: {
    /** List endpoints. The further receivers of events, beside the one webhook. For members who manage the organization. */
    readonly list: (options?: CallOptions) => Promise<{
      /** The oldest first; at most 20 */
      readonly endpoints: ReadonlyArray<WebhookEndpoint>
    }>

    /** Create an endpoint. At most 20 for each organization. It receives events from then on, in the order of their conversations and with the retries of the one webhook. For members who manage the organization. */
    readonly create: (
      body: CreateEndpointRequest,
      options?: PostOptions
    ) => Promise<{
      readonly endpoint: WebhookEndpoint
      /** What deliveries are signed with. It is shown only here */
      readonly secret: string
    }>

    /** Get an endpoint. Without its secret and the values of its headers. For members who manage the organization. */
    readonly get: (endpointId: string, options?: CallOptions) => Promise<WebhookEndpoint>

    /** Change an endpoint. Deliveries that wait go to its new address. An endpoint that is enabled again gets those; events that were recorded meanwhile are in the feed of events only. For members who manage the organization. */
    readonly change: (
      endpointId: string,
      body: ChangeEndpointRequest,
      options?: CallOptions
    ) => Promise<WebhookEndpoint>

    /** Delete an endpoint. Its pending deliveries are dropped. For members who manage the organization. */
    readonly remove: (
      endpointId: string,
      options?: CallOptions
    ) => Promise<{
      /** The endpoint's id, which comes with its deliveries as webhook_id */
      readonly id: string
    }>

    /** Replace the secret of an endpoint. Deliveries are signed with both secrets for 24 hours. For members who manage the organization. */
    readonly rotateSecret: (
      endpointId: string,
      options?: PostOptions
    ) => Promise<{
      /** What deliveries are signed with. It is shown only here */
      readonly secret: string
      /** Until when deliveries are signed with the former secret too: ISO 8601, UTC, with milliseconds */
      readonly previousUntil: string
    }>

    /** Send a test event to an endpoint. Sends an event of the type webhook.test to this endpoint alone, whatever its events and its filter. For members who manage the organization. */
    readonly test: (
      endpointId: string,
      options?: PostOptions
    ) => Promise<{
      /** The test event's id: webhook-id of its delivery */
      readonly id: string
      /** The test event's type */
      readonly event: "webhook.test"
    }>

    /** List deliveries to an endpoint. The newest event first, each with its attempts. For members who manage the organization. */
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
    /** Make a delivery to an endpoint again. With the same webhook-id, to where the endpoint leads now. A delivery that waits for its next attempt becomes due at once. For members who manage the organization. */
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

    /** Make the deliveries of a time range to an endpoint again. At most 10000 at once: when there are more, none is made again. 30 of them become due each second, the oldest first. For members who manage the organization. */
    readonly replayRange: (
      endpointId: string,
      body: ReplayRequest,
      options?: PostOptions
    ) => Promise<{
      /** How many deliveries are made again */
      readonly replayed: number
    }>
  }
  readonly deliveries: {
    /** List deliveries. The newest event first, each with its last attempt. They are kept as long as their events: 30 days, unless configured otherwise. */
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
      readonly deliveries: ReadonlyArray<ListedDelivery>
      /** Deliveries on all pages; with a filter no more than 10000 are counted, pages behind them are there */
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
    ) => AsyncIterable<ListedDelivery>
    /** Get a delivery. One delivery with its body, its attempts and their answers: the last 10 at most. */
    readonly get: (eventId: string, options?: CallOptions) => Promise<DeliveryDetails>

    /** Make a delivery again. Sends the event again with the same webhook-id to the present address of the subscription. It does not count towards the monthly limit again. */
    readonly replay: (
      eventId: string,
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
  }
  readonly feed: {
    /** Read events. Every event, whether or not the subscription names it, oldest first. A reader that always continues after nextAfter misses none. An event may appear here a moment after it happened, and is kept for 30 days, unless configured otherwise. */
    readonly list: (
      query?: {
        /** The id of the event to go on after: nextAfter of the answer before */
        readonly after?: string | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => Promise<{
      /** The oldest first */
      readonly events: ReadonlyArray<FeedEvent>
      /** What to give as after the next time; null while there is no event */
      readonly nextAfter: string | null
      /** Whether others are there already */
      readonly hasMore: boolean
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** The id of the event to go on after: nextAfter of the answer before */
        readonly after?: string | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<FeedEvent>
    /** List types of events. Every type of event with its meaning, for the choice of a subscription. */
    readonly listTypes: (options?: CallOptions) => Promise<{
      /** Every type of event */
      readonly types: ReadonlyArray<{
        /** The name of the type, as subscriptions have it */
        readonly type:
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
        /** When such an event happens */
        readonly description: string
        /** Whether a subscription can name it */
        readonly isSubscribable: boolean
      }>
    }>
  }
  readonly logs: {
    /** List requests. Requests with API keys of the organization, the newest first, without their bodies. They are kept for 30 days, and appear within a few seconds. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; from 1, and more than 100 counts as 100 */
        readonly limit?: number | undefined
        /** Only those with this method */
        readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined
        /** Only those whose path begins so, such as /v1/contacts */
        readonly path?: string | undefined
        /** Only those with this status, such as 404, or of this class, such as 4xx */
        readonly status?: string | undefined
        /** Only those that came in then or later: ISO 8601 with its zone */
        readonly since?: string | undefined
        /** Only those that came in before: ISO 8601 with its zone */
        readonly until?: string | undefined
        /** Only those with this x-request-id */
        readonly requestId?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly logs: ReadonlyArray<LoggedRequest>
      /** Requests on all pages; with a filter no more than 1000 are counted, pages behind them are there */
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
        /** Only those with this method */
        readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | undefined
        /** Only those whose path begins so, such as /v1/contacts */
        readonly path?: string | undefined
        /** Only those with this status, such as 404, or of this class, such as 4xx */
        readonly status?: string | undefined
        /** Only those that came in then or later: ISO 8601 with its zone */
        readonly since?: string | undefined
        /** Only those that came in before: ISO 8601 with its zone */
        readonly until?: string | undefined
        /** Only those with this x-request-id */
        readonly requestId?: string | undefined
      },
      options?: CallOptions
    ) => AsyncIterable<LoggedRequest>
    /** Get a request. One request with the bodies of the request and of its response, without secrets and media. */
    readonly get: (
      logId: string,
      options?: CallOptions
    ) => Promise<{
      /** The id of the entry */
      readonly id: string
      /** x-request-id of the answer; the caller may have chosen it, so several requests may have the same */
      readonly requestId: string
      /** The HTTP method */
      readonly method: string
      /** The path after the base URL, without the query; 2048 characters of it at most */
      readonly path: string
      /** The HTTP status of the response; 499 when the caller closed the connection */
      readonly statusCode: number
      /** Where the request came from */
      readonly ipAddress: string
      /** The User-Agent of the caller */
      readonly userAgent: string
      /** How long the answer took, in milliseconds */
      readonly durationMs: number
      /** When the request came in: ISO 8601, UTC, with milliseconds */
      readonly createdAt: string
      /** The request body; empty when there was none. Secrets, tokens and message media are `[redacted]`, and of more than 16 KiB only the beginning is kept */
      readonly requestBody: { readonly [name: string]: Json }
      /** The response body. Secrets, tokens and message media are `[redacted]`, and of more than 16 KiB only the beginning is kept */
      readonly responseBody: { readonly [name: string]: Json }
    }>
  }
  readonly organizations: {
    /** List one's organizations. The organizations that the signed-in user is a member of, or invited to under the verified address of the token. It needs no x-org-id. */
    readonly list: (options?: CallOptions) => Promise<{
      /** Organizations by name; at most 200 */
      readonly organizations: ReadonlyArray<OrganizationOfUser>
    }>
  }
}

/** The endpoints of the Session interface. */
export const sessionMethods: Table = {
  contacts: {
    list: { method: "GET", path: "/api/whatsapp/contacts", takes: "query", pages: "page" },
    create: { method: "POST", path: "/api/whatsapp/contacts", takes: "body" },
    get: { method: "GET", path: "/api/whatsapp/contacts/{contactId}", takes: "query" },
    change: { method: "PATCH", path: "/api/whatsapp/contacts/{contactId}", takes: "body" }
  },
  bulk: {
    import: { method: "POST", path: "/api/whatsapp/contacts/bulk", takes: "both", raw: "text/csv" }
  },
  consents: {
    get: { method: "GET", path: "/api/whatsapp/contacts/{contactId}/consents" },
    set: { method: "PATCH", path: "/api/whatsapp/contacts/{contactId}/consents", takes: "body" },
    list: { method: "GET", path: "/api/whatsapp/consents", takes: "query", pages: "after" },
    export: { method: "GET", path: "/api/whatsapp/consents/export", takes: "query", gives: "file" }
  },
  erasures: {
    erase: { method: "POST", path: "/api/whatsapp/contacts/{contactId}/erase", takes: "body" },
    progress: { method: "GET", path: "/api/whatsapp/contacts/{contactId}/erasure" }
  },
  campaigns: {
    create: { method: "POST", path: "/api/whatsapp/campaigns", takes: "body" },
    list: { method: "GET", path: "/api/whatsapp/campaigns", takes: "query", pages: "page" },
    get: { method: "GET", path: "/api/whatsapp/campaigns/{campaignId}" },
    change: { method: "PATCH", path: "/api/whatsapp/campaigns/{campaignId}", takes: "body" },
    remove: { method: "DELETE", path: "/api/whatsapp/campaigns/{campaignId}" },
    uploadRecipients: {
      method: "PUT",
      path: "/api/whatsapp/campaigns/{campaignId}/recipients",
      takes: "body",
      raw: "text/csv"
    },
    listRecipients: {
      method: "GET",
      path: "/api/whatsapp/campaigns/{campaignId}/recipients",
      takes: "query",
      pages: "after"
    },
    exportRecipients: {
      method: "GET",
      path: "/api/whatsapp/campaigns/{campaignId}/recipients/export",
      takes: "query",
      gives: "file"
    },
    start: { method: "POST", path: "/api/whatsapp/campaigns/{campaignId}/start" },
    pause: { method: "POST", path: "/api/whatsapp/campaigns/{campaignId}/pause" },
    resume: { method: "POST", path: "/api/whatsapp/campaigns/{campaignId}/resume" },
    cancel: { method: "POST", path: "/api/whatsapp/campaigns/{campaignId}/cancel" },
    test: { method: "POST", path: "/api/whatsapp/campaigns/{campaignId}/test", takes: "body" }
  },
  auditLog: {
    list: { method: "GET", path: "/api/whatsapp/audit-log", takes: "query", pages: "after" },
    export: { method: "GET", path: "/api/whatsapp/audit-log/export", takes: "query", gives: "file" }
  },
  reports: {
    overview: { method: "GET", path: "/api/whatsapp/reports/overview", takes: "query" },
    hours: { method: "GET", path: "/api/whatsapp/reports/hours", takes: "query" },
    channels: { method: "GET", path: "/api/whatsapp/reports/channels", takes: "query" },
    numbers: { method: "GET", path: "/api/whatsapp/reports/numbers", takes: "query" },
    members: { method: "GET", path: "/api/whatsapp/reports/members", takes: "query" },
    teams: { method: "GET", path: "/api/whatsapp/reports/teams", takes: "query" },
    labels: { method: "GET", path: "/api/whatsapp/reports/labels", takes: "query" },
    templates: { method: "GET", path: "/api/whatsapp/reports/templates", takes: "query" },
    campaigns: { method: "GET", path: "/api/whatsapp/reports/campaigns", takes: "query" }
  },
  conversations: {
    list: { method: "GET", path: "/api/whatsapp/conversations", takes: "query", pages: "page" },
    get: { method: "GET", path: "/api/whatsapp/conversations/{conversationId}" },
    close: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/close", takes: "body" },
    assign: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/assign", takes: "body" },
    unassign: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/unassign" },
    reopen: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/reopen" },
    read: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/read" },
    unread: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/unread" }
  },
  messages: {
    list: { method: "GET", path: "/api/whatsapp/messages", takes: "query", pages: "before" },
    search: { method: "GET", path: "/api/whatsapp/messages/search", takes: "query" },
    send: { method: "POST", path: "/api/whatsapp/messages/send", takes: "body" }
  },
  media: {
    get: { method: "GET", path: "/api/whatsapp/media/{mediaId}", gives: "file" }
  },
  notifications: {
    list: { method: "GET", path: "/api/whatsapp/notifications", takes: "query", pages: "page" },
    read: { method: "POST", path: "/api/whatsapp/notifications/read", takes: "body" }
  },
  events: {
    stream: { method: "GET", path: "/api/whatsapp/events/stream", gives: "stream" }
  },
  labels: {
    list: { method: "GET", path: "/api/whatsapp/labels" },
    create: { method: "POST", path: "/api/whatsapp/labels", takes: "body" },
    change: { method: "PATCH", path: "/api/whatsapp/labels/{labelId}", takes: "body" },
    remove: { method: "DELETE", path: "/api/whatsapp/labels/{labelId}" },
    setOfConversation: { method: "PUT", path: "/api/whatsapp/conversations/{conversationId}/labels", takes: "body" },
    setOfContact: { method: "PUT", path: "/api/whatsapp/contacts/{contactId}/labels", takes: "body" }
  },
  teams: {
    list: { method: "GET", path: "/api/whatsapp/teams" },
    create: { method: "POST", path: "/api/whatsapp/teams", takes: "body" },
    change: { method: "PATCH", path: "/api/whatsapp/teams/{teamId}", takes: "body" },
    remove: { method: "DELETE", path: "/api/whatsapp/teams/{teamId}" },
    assign: { method: "PUT", path: "/api/whatsapp/conversations/{conversationId}/team", takes: "body" }
  },
  savedReplies: {
    list: { method: "GET", path: "/api/whatsapp/saved-replies", takes: "query", pages: "page" },
    create: { method: "POST", path: "/api/whatsapp/saved-replies", takes: "body" },
    change: { method: "PATCH", path: "/api/whatsapp/saved-replies/{replyId}", takes: "body" },
    remove: { method: "DELETE", path: "/api/whatsapp/saved-replies/{replyId}" },
    render: { method: "POST", path: "/api/whatsapp/saved-replies/{replyId}/render", takes: "body" }
  },
  workloads: {
    list: { method: "GET", path: "/api/whatsapp/members/workloads" },
    setAvailability: { method: "PUT", path: "/api/whatsapp/members/{memberId}/availability", takes: "body" },
    setCapacity: { method: "PUT", path: "/api/whatsapp/members/{memberId}/capacity", takes: "body" }
  },
  messageImport: {
    importMessages: {
      method: "POST",
      path: "/api/whatsapp/import/messages",
      takes: "body",
      raw: "application/x-ndjson"
    }
  },
  message: {
    get: { method: "GET", path: "/api/whatsapp/messages/{messageId}" },
    read: { method: "POST", path: "/api/whatsapp/messages/{messageId}/read", takes: "body" },
    typing: { method: "POST", path: "/api/whatsapp/messages/{messageId}/typing" }
  },
  notes: {
    list: { method: "GET", path: "/api/whatsapp/conversations/{conversationId}/notes", takes: "query", pages: "page" },
    add: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/notes", takes: "body" },
    remove: { method: "DELETE", path: "/api/whatsapp/conversations/{conversationId}/notes/{noteId}" }
  },
  triage: {
    snooze: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/snooze", takes: "body" },
    unsnooze: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/unsnooze" },
    prioritize: { method: "PUT", path: "/api/whatsapp/conversations/{conversationId}/priority", takes: "body" },
    change: { method: "POST", path: "/api/whatsapp/conversations/bulk", takes: "body" }
  },
  handling: {
    handOver: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/hand-over", takes: "body" },
    escalate: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/escalate", takes: "body" }
  },
  presence: {
    enter: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/presence", takes: "body" }
  },
  replies: {
    send: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/messages", takes: "body" }
  },
  privateReplies: {
    send: { method: "POST", path: "/api/whatsapp/private-replies", takes: "body" }
  },
  scheduled: {
    list: { method: "GET", path: "/api/whatsapp/scheduled-messages", takes: "query", pages: "page" },
    get: { method: "GET", path: "/api/whatsapp/scheduled-messages/{scheduledId}" },
    change: { method: "PATCH", path: "/api/whatsapp/scheduled-messages/{scheduledId}", takes: "body" },
    cancel: { method: "DELETE", path: "/api/whatsapp/scheduled-messages/{scheduledId}" }
  },
  uploads: {
    create: { method: "POST", path: "/api/whatsapp/media", takes: "both", raw: "application/octet-stream" }
  },
  templates: {
    list: { method: "GET", path: "/api/whatsapp/templates", takes: "query" },
    create: { method: "POST", path: "/api/whatsapp/templates", takes: "body" },
    get: { method: "GET", path: "/api/whatsapp/templates/{templateId}", takes: "query" },
    change: { method: "PATCH", path: "/api/whatsapp/templates/{templateId}", takes: "body" },
    remove: { method: "DELETE", path: "/api/whatsapp/templates/{templateId}", takes: "query" },
    preview: { method: "POST", path: "/api/whatsapp/templates/{templateId}/preview", takes: "body" }
  },
  members: {
    list: { method: "GET", path: "/api/whatsapp/members" }
  },
  channels: {
    list: { method: "GET", path: "/api/whatsapp/channels" }
  },
  signups: {
    begin: { method: "POST", path: "/api/whatsapp/channels/whatsapp/signup", takes: "body" },
    complete: { method: "POST", path: "/api/whatsapp/channels/whatsapp/signup/complete", takes: "body" }
  },
  usage: {
    get: { method: "GET", path: "/api/whatsapp/usage", takes: "query" }
  },
  settings: {
    get: { method: "GET", path: "/api/whatsapp/settings" },
    change: { method: "PATCH", path: "/api/whatsapp/settings", takes: "body" }
  },
  apiKeys: {
    list: { method: "GET", path: "/api/whatsapp/developer/api-keys" },
    create: { method: "POST", path: "/api/whatsapp/developer/api-keys", takes: "body" },
    revoke: { method: "DELETE", path: "/api/whatsapp/developer/api-keys/{apiKeyId}" }
  },
  webhook: {
    find: { method: "GET", path: "/api/whatsapp/developer/webhook" },
    save: { method: "PUT", path: "/api/whatsapp/developer/webhook", takes: "body" },
    remove: { method: "DELETE", path: "/api/whatsapp/developer/webhook" },
    revealSecret: { method: "GET", path: "/api/whatsapp/developer/webhook/secret" },
    rotateSecret: { method: "POST", path: "/api/whatsapp/developer/webhook/secret/rotate" },
    test: { method: "POST", path: "/api/whatsapp/developer/webhook/test" }
  },
  endpoints: {
    list: { method: "GET", path: "/api/whatsapp/developer/endpoints" },
    create: { method: "POST", path: "/api/whatsapp/developer/endpoints", takes: "body" },
    get: { method: "GET", path: "/api/whatsapp/developer/endpoints/{endpointId}" },
    change: { method: "PATCH", path: "/api/whatsapp/developer/endpoints/{endpointId}", takes: "body" },
    remove: { method: "DELETE", path: "/api/whatsapp/developer/endpoints/{endpointId}" },
    rotateSecret: { method: "POST", path: "/api/whatsapp/developer/endpoints/{endpointId}/secret/rotate" },
    test: { method: "POST", path: "/api/whatsapp/developer/endpoints/{endpointId}/test" },
    listDeliveries: {
      method: "GET",
      path: "/api/whatsapp/developer/endpoints/{endpointId}/deliveries",
      takes: "query",
      pages: "page"
    },
    replay: { method: "POST", path: "/api/whatsapp/developer/endpoints/{endpointId}/deliveries/{deliveryId}/replay" },
    replayRange: {
      method: "POST",
      path: "/api/whatsapp/developer/endpoints/{endpointId}/deliveries/replay",
      takes: "body"
    }
  },
  deliveries: {
    list: { method: "GET", path: "/api/whatsapp/developer/deliveries", takes: "query", pages: "page" },
    get: { method: "GET", path: "/api/whatsapp/developer/deliveries/{eventId}" },
    replay: { method: "POST", path: "/api/whatsapp/developer/deliveries/{eventId}/replay" },
    replayRange: { method: "POST", path: "/api/whatsapp/developer/deliveries/replay", takes: "body" }
  },
  feed: {
    list: { method: "GET", path: "/api/whatsapp/developer/events", takes: "query", pages: "after" },
    listTypes: { method: "GET", path: "/api/whatsapp/developer/events/types" }
  },
  logs: {
    list: { method: "GET", path: "/api/whatsapp/developer/logs", takes: "query", pages: "page" },
    get: { method: "GET", path: "/api/whatsapp/developer/logs/{logId}" }
  },
  organizations: {
    list: { method: "GET", path: "/api/whatsapp/organizations" }
  }
}
