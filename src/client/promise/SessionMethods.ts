// Generated from the schemas of the interface: `node scripts/clientTypes.ts` writes it again.
import type { LiveEvent, Resync, StreamOptions } from "./eventStream.ts"
import type { CallOptions, Json, PostOptions, Table } from "./Endpoint.ts"

/** Whom to assign */
export interface AssignConversationRequest {
  /** The user to assign; a member of the organization */
  readonly userId: string
}

export interface Assignee {
  /** The user's id */
  readonly id: string
  /** Name; empty when it is not known */
  readonly name: string
  /** E-mail address */
  readonly email: string
}

/** May be left out as a whole */
export interface CloseConversationRequest {
  /** How the conversation was resolved, at most 2000 characters */
  readonly resolution?: string | null | undefined
}

export interface ContactChannel {
  /** whatsapp, messenger or instagram */
  readonly channel: "whatsapp" | "messenger" | "instagram"
  /** The platform's id of the Page or account that the id holds for; null on WhatsApp */
  readonly accountId: string | null
  /** The platform's id of the person. WhatsApp: the number in digits, or a business-scoped user id. Messenger: recipientId of a send. Instagram: participantId of a send */
  readonly personId: string
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

/** Contacts to add */
export interface ImportContactsRequest {
  /** The contacts, at most 10000 */
  readonly contacts: ReadonlyArray<ImportItem>
}

export interface ImportItem {
  /** Phone number, E.164 with + */
  readonly userNumber: string
  /** Name, at most 512 characters */
  readonly userName?: string | null
  /** E-mail address, at most 320 characters; empty text is none */
  readonly email?: string | null
  /** At most 100 of 1 to 128 characters; duplicates are dropped */
  readonly tags?: ReadonlyArray<string> | null
}

export interface Notification {
  /** The notification's id */
  readonly id: string
  /** conversation.assigned: the conversation is assigned to the member. webhook.disabled: the subscription is disabled; its owners are notified */
  readonly type: "conversation.assigned" | "webhook.disabled"
  /** The assigned conversation; null for other types */
  readonly conversationId: string | null
  /** Why the subscription is disabled. gone: the receiver answered 410. failing: no delivery succeeded for 5 days. Null for other types */
  readonly reason: "gone" | "failing" | null
  /** When the member was notified: ISO 8601, UTC, with milliseconds */
  readonly createdAt: string
  /** When it was marked as read, the first time; null while it is unread */
  readonly readAt: string | null
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

/** Either ids or upTo */
export interface ReadNotificationsRequest {
  /** Ids of notifications, at most 200; unknown ids are ignored */
  readonly ids?: ReadonlyArray<string> | null | undefined
  /** The id of a notification: this one and all older ones are marked */
  readonly upTo?: string | null | undefined
}

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
  /** The ids under which the contact can be written to, at most 50; WhatsApp first */
  readonly channels: ReadonlyArray<ContactChannel>
  /** Whether the contact refused offers: no marketing template is sent to them. False while nothing is known */
  readonly optedOut: boolean
}

export interface SessionConversationItem {
  /** The conversation's id */
  readonly id: string
  /** The contact whom the conversation is with */
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
  /** Whom the conversation is with */
  readonly contact: {
    /** The contact's id */
    readonly id: string
    /** Name; empty when it is not known */
    readonly name: string
    /** Phone number, E.164 with +; empty when there is none */
    readonly phone: string
    /** Address of a picture; null, as none is kept */
    readonly avatar: string | null
  }
}

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
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [SessionReaction, ...ReadonlyArray<SessionReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
}

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
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [SessionReaction, ...ReadonlyArray<SessionReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
}

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
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [SessionReaction, ...ReadonlyArray<SessionReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
}

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
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [SessionReaction, ...ReadonlyArray<SessionReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
}

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
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [SessionReaction, ...ReadonlyArray<SessionReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
}

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
  /** The reactions that stand, one of each side at most */
  readonly reactions?: readonly [SessionReaction, ...ReadonlyArray<SessionReaction>]
  /** When it was last edited; the content is as edited: ISO 8601, UTC, with milliseconds */
  readonly editedAt?: string
  /** When it was deleted; the content is gone: ISO 8601, UTC, with milliseconds */
  readonly deletedAt?: string
}

export interface SessionReaction {
  /** The emoji, or the platform's word for it */
  readonly emoji: string
  /** The contact who reacted; null for the business */
  readonly from: string | null
  /** When they reacted: ISO 8601, UTC, with milliseconds */
  readonly at: string
}

/** A message; what has to be there beside to and type depends on the type */
export interface SessionSendMessageRequest {
  /** Recipient's phone number, E.164 with +, or their business-scoped user id such as US.13491208655302741918; a contact has to have it */
  readonly to: string
  /** One of template, text, image, document, audio, video, location */
  readonly type: string
  /** Required for type template */
  readonly template?:
    | {
        /** Name of an approved template */
        readonly name: string
        /** Which of its languages: a code such as en_US */
        readonly language: string
        /** Values for header, body and buttons, each {type, parameters:[{type, text}]} */
        readonly components?: ReadonlyArray<{ readonly [name: string]: Json }> | null | undefined
      }
    | null
    | undefined
  /** Required for type text; at most 4096 characters */
  readonly text?: string | null | undefined
  /** Required for type image */
  readonly image?:
    | {
        /** Public address of the image; the platform fetches it */
        readonly url: string
        /** Text below it */
        readonly caption?: string | null | undefined
      }
    | null
    | undefined
  /** Required for type document */
  readonly document?:
    | {
        /** Public address of the document; the platform fetches it */
        readonly url: string
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
        /** Public address of the audio file; the platform fetches it */
        readonly url: string
      }
    | null
    | undefined
  /** Required for type video */
  readonly video?:
    | {
        /** Public address of the video; the platform fetches it */
        readonly url: string
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
}

/** The methods of the Session interface, one for each endpoint and one for each list. */
export interface SessionMethods {
  readonly contacts: {
    /** List contacts. With a search only those whose name, phone number or e-mail address has the term as a part of it. Contacts with whom nothing was said come last when the list is sorted by last_message_at. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; 1 to 100 */
        readonly limit?: number | undefined
        readonly search?: string | undefined
        /** What the list is sorted by, created_at when left out */
        readonly sortBy?: "created_at" | "name" | "last_message_at" | undefined
        /** In which order, desc when left out */
        readonly sortOrder?: "desc" | "asc" | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly contacts: ReadonlyArray<SessionContactItem>
      /** Entries on all pages */
      readonly total: number
      /** The page that was asked for */
      readonly page: number
      /** Entries on a page */
      readonly limit: number
      /** Whether there is a page after this one */
      readonly hasNext: boolean
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries on a page, 20 when left out; 1 to 100 */
        readonly limit?: number | undefined
        readonly search?: string | undefined
        /** What the list is sorted by, created_at when left out */
        readonly sortBy?: "created_at" | "name" | "last_message_at" | undefined
        /** In which order, desc when left out */
        readonly sortOrder?: "desc" | "asc" | undefined
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
      /** Another id of the contact, which works wherever id does */
      readonly vendorContactId: string
      /** Custom keys and values beside the standard fields */
      readonly params: { readonly [name: string]: Json }
    }>

    /** Get a contact. One contact, with vendorContactId and params. */
    readonly get: (
      contactId: string,
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
      /** The ids under which the contact can be written to, at most 50; WhatsApp first */
      readonly channels: ReadonlyArray<ContactChannel>
      /** Whether the contact refused offers: no marketing template is sent to them. False while nothing is known */
      readonly optedOut: boolean
      /** Another id of the contact, which works wherever id does */
      readonly vendorContactId: string
      /** Custom keys and values beside the standard fields */
      readonly params: { readonly [name: string]: Json }
    }>

    /** Change a contact. Only the fields that are given change; tags and params are replaced as a whole. Changes of tags are passed on to WhatsApp as well as that can be done. */
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
      body: ImportContactsRequest | string | Blob | Uint8Array | FormData,
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
  readonly conversations: {
    /** List conversations. The last updated first. An agent with the scope assigned gets their own and the unassigned conversations. */
    readonly list: (
      query?: {
        /** Which page, the first when left out; 1 to 1000000 */
        readonly page?: number | undefined
        /** Entries on a page, 20 when left out; 1 to 100 */
        readonly limit?: number | undefined
        /** Only those with this status */
        readonly status?: "open" | "ai_handling" | "escalated" | "closed" | undefined
        /** Only those that this user looks after; the user's UUID */
        readonly assignee?: string | undefined
      },
      options?: CallOptions
    ) => Promise<{
      readonly conversations: ReadonlyArray<SessionConversationItem>
      /** Entries on all pages */
      readonly total: number
      /** The page that was asked for */
      readonly page: number
      /** Entries on a page */
      readonly limit: number
      /** Whether there is a page after this one */
      readonly hasNext: boolean
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries on a page, 20 when left out; 1 to 100 */
        readonly limit?: number | undefined
        /** Only those with this status */
        readonly status?: "open" | "ai_handling" | "escalated" | "closed" | undefined
        /** Only those that this user looks after; the user's UUID */
        readonly assignee?: string | undefined
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
      /** The contact whom the conversation is with */
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
      /** Whom the conversation is with */
      readonly contact: {
        /** The contact's id */
        readonly id: string
        /** Name; empty when it is not known */
        readonly name: string
        /** Phone number, E.164 with +; empty when there is none */
        readonly phone: string
        /** Address of a picture; null, as none is kept */
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

    /** Close a conversation. AI handling stops, and `conversation.closed` is dispatched. To close it again changes nothing: the first time counts. */
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

    /** Assign a conversation. The user is notified. A closed conversation is opened again, unless the contact has another open one. */
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
  }
  readonly messages: {
    /** List messages. The messages of a conversation, the last one first: in the order in which the service learned of them where the clocks explain the difference to their own times, else by those. A send is there once the platform has answered. Give the id of the last message of a page as before to get those that come after it on the next page; none is skipped or repeated while others arrive. */
    readonly list: (
      query: {
        /** The conversation's id, a UUID */
        readonly conversationId: string
        /** How many, 50 when left out; 1 to 100 */
        readonly limit?: number | undefined
        /** The id of a message: only those that are older than it */
        readonly before?: string | undefined
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
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query: {
        /** The conversation's id, a UUID */
        readonly conversationId: string
        /** How many, 50 when left out; 1 to 100 */
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
    /** Send a WhatsApp message. Sends an approved template, or another message to a contact who wrote within 24 hours, and dispatches `message.sent`. Nothing is sent to a number or user id that no contact has, to a blocked contact, or, as a marketing template, to one who opted out. */
    readonly send: (
      body: SessionSendMessageRequest,
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
        /** Entries on a page, 20 when left out; 1 to 100 */
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
      /** The page that was asked for */
      readonly page: number
      /** Entries on a page */
      readonly limit: number
      /** Whether there is a page after this one */
      readonly hasNext: boolean
    }>
    /** Every entry of `list`, page after page. */
    readonly all: (
      query?: {
        /** Entries on a page, 20 when left out; 1 to 100 */
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
    /** Stream events. Server-sent events: everything that happens in the organization, as it happens, as far as the caller may see it. An agent whose conversation scope is assigned gets events of conversations that are assigned to them or to nobody. account.updated and webhook.test are for owners and admins. The type of a frame is the event's type. Its data is JSON with `id`, `event`, `timestamp`, `conversationId` (null for events of no conversation) and `data`, as webhooks have it. The first frame has only an id: a client that connects again with the last id in Last-Event-ID gets every event after it, once and in order. A frame of type `resync` says that the named event is not kept any more: load anew what you show, and go on. After at most 15 seconds without an event comes a comment, or an id alone. The stream ends when the client reads too slowly, the service stops, or the token or the membership is over before the next event. Connect again: a token that is over gets 401 then. */
    readonly stream: (options?: StreamOptions) => AsyncIterable<LiveEvent | Resync>
  }
}

/** The endpoints of the Session interface. */
export const sessionMethods: Table = {
  contacts: {
    list: { method: "GET", path: "/api/whatsapp/contacts", takes: "query", pages: "page" },
    create: { method: "POST", path: "/api/whatsapp/contacts", takes: "body" },
    get: { method: "GET", path: "/api/whatsapp/contacts/{contactId}" },
    change: { method: "PATCH", path: "/api/whatsapp/contacts/{contactId}", takes: "body" }
  },
  bulk: {
    import: { method: "POST", path: "/api/whatsapp/contacts/bulk", takes: "body", raw: "text/csv" }
  },
  conversations: {
    list: { method: "GET", path: "/api/whatsapp/conversations", takes: "query", pages: "page" },
    get: { method: "GET", path: "/api/whatsapp/conversations/{conversationId}" },
    close: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/close", takes: "body" },
    assign: { method: "POST", path: "/api/whatsapp/conversations/{conversationId}/assign", takes: "body" }
  },
  messages: {
    list: { method: "GET", path: "/api/whatsapp/messages", takes: "query", pages: "before" },
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
  }
}
