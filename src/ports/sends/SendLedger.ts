import { Context, type DateTime, type Effect, type Option, Schema } from "effect"
import type { OrganizationSuspended } from "../../domain/access/AccessFailures.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import type { ContactIdentity, NamedPerson } from "../../domain/contacts/ContactIdentity.ts"
import type { RecipientCheck, RecipientRefused } from "../../domain/contacts/RecipientCheck.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import type { ConversationOpened } from "../../domain/webhooks/conversationEvents.ts"
import type { Event } from "../../domain/webhooks/Event.ts"
import type { KeyedCall, KnownCall, StoredAnswer } from "../../domain/sends/IdempotencyKey.ts"
import type {
  ContactId,
  ConversationId,
  MessageId,
  OrganizationId,
  PlatformMessageId,
  UserId
} from "../../domain/Ids.ts"
import type { CampaignMark, Message, MessageContent, MessageFailure } from "../../domain/messages/Message.ts"
import type { EchoThread, UnmatchedMessages } from "../../domain/inbound/echoedSends.ts"
import type { MonthlyLimitReached } from "../../domain/limits/MonthlyLimit.ts"
import type { PhoneNumber } from "../../domain/contacts/PhoneNumber.ts"

/** An intended send: the recipient, the channel account and the content. */
export interface SendIntent {
  readonly messageId: MessageId
  /**
   * The recipient: an identity of the contact, and its form for the platform. The identity is null for a private reply to a
   * comment: the platform names the person with its answer, and `peer` is the comment until then.
   */
  readonly identity: ContactIdentity | null
  readonly peer: string
  /** Which recipients it is refused for. */
  readonly check: RecipientCheck
  /** The contact to create when no contact has the identity. */
  readonly contact: Contact
  /** The conversation to open when the contact has none that is not closed on this account. */
  readonly conversation: Conversation
  /**
   * The conversation that the caller answers in. If the contact has none on the account that is not closed, it is opened
   * again with the outcome, instead of the one above.
   */
  readonly answered?: ConversationId
  readonly type: string
  readonly content: MessageContent
  /** The events that announce the contact and the conversation with the outcome, if they are new then. */
  readonly contactEvent: Event
  /** It names the contact above. Recorded, it names the contact that the conversation belongs to (`openedFor`). */
  readonly conversationEvent: ConversationOpened
  readonly at: DateTime.Utc
  /** The trace of the request, as `traceparent`. Its events and later reports of the message belong to it. */
  readonly trace?: string
  /** The recipient of a campaign that it is sent to. Later reports of the message count for it. */
  readonly campaign?: CampaignMark
  /** The name of the agent that the message is sent for. */
  readonly agent?: string
  /** Present on a message of the service itself. It makes nothing read. */
  readonly automatic?: true
  /** The member who wrote the message, or scheduled it. */
  readonly member?: UserId
  /**
   * The call of the send, if it has a key. The key is acquired together with the reservation (contract: Idempotency
   * keys).
   */
  readonly call?: KeyedCall
}

/** The key of the call belongs to another call, which may have made the same send. */
export class IdempotencyKeyTaken extends Schema.TaggedError<IdempotencyKeyTaken>()("IdempotencyKeyTaken", {}) {}

/** The contact and the conversation that a message belongs to: those of its intent while they have not begun. */
export interface Reservation {
  readonly contactId: ContactId
  readonly conversationId: ConversationId
}

/** The outcome of the send. */
export type SendOutcome =
  | {
      readonly _tag: "Accepted"
      /** The recipient of an intent without an identity. Without one such a message stays out of every conversation. */
      readonly person?: NamedPerson
      readonly platformMessageId: PlatformMessageId
      /** The number as the platform knows it: it joins the contact's identities. */
      readonly waId: PhoneNumber | null
      /** Announced together with the outcome, in the conversation that the message then belongs to. */
      readonly event: Event
    }
  /** The message was not sent, so the unit is returned. */
  | { readonly _tag: "NotSent"; readonly failure: MessageFailure }
  /**
   * The message was not sent, because the platform knows no such recipient. No contact and no conversation are created.
   */
  | { readonly _tag: "NoRecipient"; readonly failure: MessageFailure }
  /** The outcome is unknown. The unit stays spent, and the message is never sent again automatically. */
  | { readonly _tag: "Unknown"; readonly failure: MessageFailure }

/** A send that a report names, and the id of the message that the report is about. */
export interface ReportedSend {
  readonly sendId: MessageId
  readonly platformMessageId: PlatformMessageId
}

/** A send that the platform accepted. */
export interface Accepted extends Reservation {
  readonly platformMessageId: PlatformMessageId
}

/**
 * The record of every send (contract: Intent first, outcome after): the intent before the platform is called, the
 * outcome after it. Each of the two takes effect as a whole or not at all, the events that follow from it included.
 */
export class SendLedger extends Context.Service<
  SendLedger,
  {
    /**
     * Spends one unit of the month and records the intent. Of parallel calls at the limit exactly as many succeed as
     * fit; a refused call leaves no trace. A recipient that the check of the intent refuses, by their stored state, is
     * refused before anything is counted. Messages that the conversation has learned of so far are read from then on,
     * and the message comes after them.
     *
     * A key is acquired before anything is counted, unless the recipient is refused. Of parallel intents with one key
     * exactly one acquires it, and the others leave no trace. An intent that is refused for its month holds on to the
     * key: the caller releases it (`IdempotencyKeys.release`).
     *
     * Intents of a suspended organization are refused like those of a used month.
     *
     * A missing contact and a missing conversation are created with the outcome only (contract: Contacts and
     * conversations that begin with a send). Until then nothing but this port knows of them, nor of the message.
     */
    reserve(
      organizationId: OrganizationId,
      intent: SendIntent
    ): Effect.Effect<Reservation, MonthlyLimitReached | OrganizationSuspended | RecipientRefused | IdempotencyKeyTaken>
    /**
     * Records the outcome of a reserved send. Once only: a second outcome changes nothing, unless the first one is that
     * the outcome is unknown, and the second that the platform accepted the message. Reports of the account that are
     * parked for an accepted message, or for everything sent to its recipient up to some instant, become due. If the
     * platform reported the message before (an echo), both are one message: the echo's row is deleted, its reports
     * stay, and no event is repeated.
     *
     * A missing contact or conversation is created here. If there is one by now, the message joins it.
     * `contact.created`, `conversation.opened` and the event of the outcome are recorded in this order. A closed
     * conversation that the intent answers in is opened again instead of a new one, with the same event. With
     * `NoRecipient` neither is created, and the message stays out of every conversation. So it is for an intent without
     * an identity, unless the outcome is that the platform accepted the message and names the person: contact and
     * conversation are theirs, and the `peer` of the message too. A late acceptance after an unknown outcome still counts.
     *
     * Returns the contact and the conversation of the message; null if nothing was recorded.
     */
    recordOutcome(
      organizationId: OrganizationId,
      messageId: MessageId,
      outcome: SendOutcome,
      at: DateTime.Utc
    ): Effect.Effect<Reservation | null>
    /**
     * Marks intents of all organizations, from before the instant, that never got an outcome: failed, outcome unknown.
     * Their missing contacts and conversations are created and announced, since the recipient may have the message, except
     * for intents without an identity. A late outcome still counts. Returns the number of marked intents, at most `limit`.
     */
    expire(before: DateTime.Utc, at: DateTime.Utc, limit: number): Effect.Effect<number>
    /**
     * The messages of the sends among these for which `recordOutcome` would still take that the platform accepted them.
     * Without those whose platform's id another send has.
     */
    unanswered(
      organizationId: OrganizationId,
      sends: ReadonlyArray<ReportedSend>
    ): Effect.Effect<ReadonlyArray<Message>>
    /**
     * The unanswered sends and the echoes of the contact on the account around the time of the thread, in no order.
     * `longestEchoDelay` and `echoClockSkew` bound the range.
     */
    unmatched(organizationId: OrganizationId, thread: EchoThread): Effect.Effect<UnmatchedMessages>
    /** The sends of all organizations from before the instant that never got an outcome, at most `limit`. */
    overdue(before: DateTime.Utc, limit: number): Effect.Effect<ReadonlyArray<Message>>
    /** A send that the platform accepted, as far as is recorded; null for any other. */
    accepted(organizationId: OrganizationId, sendId: MessageId): Effect.Effect<Accepted | null>
  }
>()("effect-parley/ports/SendLedger") {}

/** A key of an organization and an interface. */
export type NamedKey = Pick<KeyedCall, "api" | "key">

/**
 * The keys by which callers name their calls (contract: Idempotency keys). Each belongs to an organization and an
 * interface. A key that was taken `keyRetention` ago is free, whether or not it was purged. Keys of sends are taken by
 * `SendLedger.reserve`.
 */
export class IdempotencyKeys extends Context.Service<
  IdempotencyKeys,
  {
    /**
     * Takes the key for the call. None if the key was free: it belongs to the call then. Otherwise the record of the call
     * that has it. Of parallel calls with one key exactly one takes it.
     */
    take(organizationId: OrganizationId, call: KeyedCall, at: DateTime.Utc): Effect.Effect<Option.Option<KnownCall>>
    /** The record of the call that has the key. */
    find(organizationId: OrganizationId, key: NamedKey, at: DateTime.Utc): Effect.Effect<Option.Option<KnownCall>>
    /**
     * Records the end of the call that has the key: its answer, or null if its outcome is unknown. The first answer counts.
     * The answer of a send is its record, which this does not change.
     */
    settle(organizationId: OrganizationId, call: KeyedCall, answer: StoredAnswer | null): Effect.Effect<void>
    /** Gives the key of a call back that did nothing. A key with an end, or with a send that was not rejected, stays. */
    release(organizationId: OrganizationId, call: KeyedCall): Effect.Effect<void>
    /**
     * Deletes keys of all organizations that were acquired before the instant, at most `limit`. Returns their number.
     */
    purge(before: DateTime.Utc, limit: number): Effect.Effect<number>
  }
>()("effect-parley/ports/IdempotencyKeys") {}

/**
 * Whether a send to a blocked or opted-out recipient is refused, or sent with a warning in the log (contract: Blocked
 * and opted-out recipients).
 */
export const RecipientChecks = Context.Reference<"refuse" | "warn">("effect-parley/ports/RecipientChecks", {
  defaultValue: () => "refuse"
})
