import type { ChannelSignup, SignupGrant } from "../../domain/access/ChannelSignup.ts"
import type { StoredCampaign, StoredRecipient } from "./campaigns/StoredCampaign.ts"
import { type ConsentChange, maxConsentChanges, withConsentChange } from "../../domain/contacts/Consent.ts"
import { type DateTime, Effect, HashMap, HashSet, type Redacted, Schema, Struct } from "effect"
import type { Workload } from "../../domain/conversations/assignment.ts"
import type { ApiKeyId, ContactId, ConversationId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import type { InboundDelivery, InboundProblem } from "../../domain/inbound/InboundDelivery.ts"
import type { InboxContact } from "../../domain/inbound/InboxContact.ts"
import type { InboxConversation, ParkedReport } from "../../domain/inbound/InboxState.ts"
import type { AuditEntry } from "../../domain/access/AuditEntry.ts"
import type { AccountHistory } from "../../domain/conversations/AccountHistory.ts"
import type { ChannelAccount, TokenProblem } from "../../domain/conversations/Channel.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import type { Erasure, ErasureTerms } from "../../domain/contacts/Erasure.ts"
import type { ErasureTurn } from "../../ports/contacts/Erasures.ts"
import type { ContactIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import type { Label } from "../../domain/conversations/Label.ts"
import type { Note } from "../../domain/conversations/Note.ts"
import type { SavedReply } from "../../domain/conversations/SavedReply.ts"
import type { Team } from "../../domain/conversations/Team.ts"
import { type DeliveryShard, deliveryShards } from "../../domain/webhooks/DeliveryShard.ts"
import type { KnownCall } from "../../domain/sends/IdempotencyKey.ts"
import type { Media } from "../../domain/media/Media.ts"
import type { Message } from "../../domain/messages/Message.ts"
import type { ConversationClock } from "../../domain/messages/unread.ts"
import type { Notification } from "../../domain/access/Notification.ts"
import type { MessageCount } from "../../domain/limits/MessageCount.ts"
import type { Month } from "../../domain/limits/MonthlyLimit.ts"
import type { Invitation } from "../../domain/access/Member.ts"
import type {
  Membership,
  Organization,
  OrganizationSettings,
  Suspension,
  User
} from "../../domain/access/Organization.ts"
import type { AccountChange } from "../../domain/inbound/AccountChange.ts"
import type { ProfileLookup } from "../../domain/inbound/ProfileLookup.ts"
import type { RequestLog } from "../../domain/access/RequestLog.ts"
import type { SignIn } from "../../domain/access/SignIn.ts"
import type { FailingWebhook } from "../../ports/webhooks/WebhookStore.ts"
import type { Webhook } from "../../domain/webhooks/Webhook.ts"
import type { PendingSend } from "../../domain/sends/PendingSend.ts"
import type { AttemptOutcome, OutboxCursor } from "../../ports/webhooks/DeliveryQueue.ts"
import type { NamedKey, SendIntent } from "../../ports/sends/SendLedger.ts"
import type { DeferredDelivery, LoggedEvent, StoredConsumer, StoredConsumerEvent } from "./webhooks/StoredDeliveries.ts"

/** The facts that platforms reported about a contact, with their times. */
export interface ReportedContact extends Pick<
  InboxContact,
  "nameAt" | "phoneAt" | "optedInAt" | "watermarks" | "addressBook"
> {
  readonly contactId: ContactId
}

/** Platform data of a message beyond its visible content. */
interface ReportedMessage {
  readonly messageId: MessageId
  readonly raw: Schema.Json | null
  readonly countsUnread: boolean
}

/** A report that waits for its message. With `dueAt`, it is due at that time. */
export interface StoredParkedReport extends ParkedReport {
  readonly organizationId: OrganizationId
  readonly attempts: number
  readonly parkedAt: DateTime.Utc
  readonly dueAt: DateTime.Utc | null
}

/** A received delivery. A claim sets `leaseUntil`, which no longer matters once the delivery is done. */
export interface StoredInboundDelivery {
  readonly delivery: InboundDelivery
  readonly leaseUntil: DateTime.Utc | null
  readonly doneAt: DateTime.Utc | null
}

/** A failed item. A claim moves `dueAt` to the end of the lease. */
export interface StoredInboundProblem {
  readonly problem: InboundProblem
  readonly dueAt: DateTime.Utc | null
}

/** The reported facts of the contact; empty without a report. */
export const reportedContact = ({ reportedContacts }: State, contactId: ContactId): ReportedContact =>
  reportedContacts.find((reported) => reported.contactId === contactId) ?? {
    contactId,
    nameAt: null,
    phoneAt: null,
    optedInAt: null,
    watermarks: []
  }

export const withReportedContact = (state: State, reported: ReportedContact): State => ({
  ...state,
  reportedContacts: [...state.reportedContacts.filter(({ contactId }) => contactId !== reported.contactId), reported]
})

/** An identity of a contact. No two contacts of an organization share one. */
export interface KnownIdentity extends ContactIdentity {
  readonly organizationId: OrganizationId
  readonly contactId: ContactId
}

/** A consent change of a contact. */
export interface StoredConsent {
  readonly organizationId: OrganizationId
  readonly contactId: ContactId
  readonly change: ConsentChange
}

/** A conversation. One whose contact was deleted has no contact. */
export interface StoredConversation extends Conversation, ConversationClock, Pick<InboxConversation, "control"> {
  readonly isHidden: boolean
}

/** A close of a conversation, or its opening after one. */
export interface StoredTurn {
  readonly organizationId: OrganizationId
  readonly conversationId: ConversationId
  readonly at: DateTime.Utc
  readonly isClosed: boolean
  readonly closedBy: string | null
}

export interface StoredApiKey {
  readonly organizationId: OrganizationId
  readonly id: ApiKeyId
  readonly name: string
  /** SHA-256 in hexadecimal; the key itself is not stored. */
  readonly hash: string
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc | null
  readonly revokedAt: DateTime.Utc | null
  readonly lastUsedAt: DateTime.Utc | null
}

export interface StoredRefreshToken {
  /** SHA-256 of the token in hexadecimal, also for the parent token. */
  readonly hash: string
  readonly parent: string | null
  readonly usedAt: DateTime.Utc | null
}

export interface StoredSignIn extends SignIn {
  readonly endedAt: DateTime.Utc | null
  readonly tokens: ReadonlyArray<StoredRefreshToken>
}

export interface StoredChannelAccount {
  readonly account: ChannelAccount
  readonly token: Redacted.Redacted | null
  /** Whether an available key can open the token. */
  readonly readable: boolean
  /** The reason why the platform refuses the token; null if it accepts it. */
  readonly problem: TokenProblem | null
  /** The history of the account's phone; null if the platform reported none. */
  readonly history: AccountHistory | null
}

export interface MonthlyUsage {
  readonly organizationId: OrganizationId
  readonly month: Month
  readonly used: number
}

/** A count of messages, possibly 0. */
export interface StoredCount extends MessageCount {
  readonly organizationId: OrganizationId
}

/**
 * A file and its next attempt. A claim moves `dueAt` to the end of the lease. `dueAt` matters only for pending, unsent
 * and discarded files.
 */
export interface ScheduledMedia {
  readonly media: Media
  readonly dueAt: DateTime.Utc
}

/** A look-up whose claim moves `dueAt` to the end of the lease. */
export interface StoredProfileLookup extends ProfileLookup {
  readonly dueAt: DateTime.Utc
}

/** A recorded send. A claim moves `nextAt` to the end of the lease. */
export interface StoredPendingSend {
  readonly send: PendingSend
  readonly nextAt: DateTime.Utc
}

/** The idempotency key of a call; for a send, with its message. */
export interface StoredKey extends NamedKey, Omit<KnownCall, "send"> {
  readonly organizationId: OrganizationId
  readonly messageId: MessageId | null
}

/** A membership, with the work of the member if it was ever set. */
export interface StoredMembership extends Membership {
  readonly work?: Partial<Pick<Workload, "availability" | "capacity" | "lastAssignedAt">>
}

/** An erasure. `terms` and `nextAt` are null once it is finished. */
export interface StoredErasure extends Omit<ErasureTurn, "erasure"> {
  readonly erasure: Erasure
  readonly terms: ErasureTerms | null
  readonly nextAt: DateTime.Utc | null
}

/** The hash of an erased person or message. */
export interface StoredErasedKey {
  readonly organizationId: OrganizationId
  readonly hash: string
  readonly erasedAt: DateTime.Utc
  readonly isMessage: boolean
}

/** A signup of an organization with the progress of its completion. */
export interface StoredSignup extends ChannelSignup {
  readonly organizationId: OrganizationId
  readonly state: string
  readonly code: string | null
  readonly grant: SignupGrant | null
  readonly claimedUntil: DateTime.Utc | null
  readonly completedAt: DateTime.Utc | null
}

/** The state of all memory adapters. Lists are in insertion order. */
export interface State {
  readonly organizations: ReadonlyArray<Organization>
  /** Organizations under deletion, with the start time. */
  readonly deleting: HashMap.HashMap<OrganizationId, DateTime.Utc>
  /** Organizations that are suspended. */
  readonly suspensions: HashMap.HashMap<OrganizationId, Suspension>
  /** Ids of organizations in the operator's own system. */
  readonly references: HashMap.HashMap<OrganizationId, string>
  readonly channelSignups: ReadonlyArray<StoredSignup>
  readonly settings: HashMap.HashMap<OrganizationId, OrganizationSettings>
  /** Users of an external identity provider have no password. */
  readonly users: ReadonlyArray<User & { readonly passwordHash: string | null; readonly lastSignInAt?: DateTime.Utc }>
  readonly signIns: ReadonlyArray<StoredSignIn>
  readonly memberships: ReadonlyArray<StoredMembership>
  readonly invitations: ReadonlyArray<Invitation>
  readonly apiKeys: ReadonlyArray<StoredApiKey>
  readonly channelAccounts: ReadonlyArray<StoredChannelAccount>
  readonly accountChanges: ReadonlyArray<AccountChange>
  readonly usage: ReadonlyArray<MonthlyUsage>
  readonly messageCounts: ReadonlyArray<StoredCount>
  readonly contacts: ReadonlyArray<Contact>
  readonly identities: ReadonlyArray<KnownIdentity>
  /** At most one per contact. */
  readonly reportedContacts: ReadonlyArray<ReportedContact>
  /** Newest first for each contact. */
  readonly consents: ReadonlyArray<StoredConsent>
  readonly conversations: ReadonlyArray<StoredConversation>
  /** In the order in which they happened. */
  readonly conversationTurns: ReadonlyArray<StoredTurn>
  readonly messages: ReadonlyArray<Message>
  /** Messages that the business wrote outside of this service. */
  readonly echoes: HashSet.HashSet<MessageId>
  /** The time at which each message was learned of. */
  readonly learned: HashMap.HashMap<MessageId, DateTime.Utc>
  /** The times by which reported messages are sorted in lists. */
  readonly listed: HashMap.HashMap<MessageId, DateTime.Utc>
  /** Intents without an outcome whose contact or conversation did not exist at the reservation. */
  readonly openings: HashMap.HashMap<MessageId, SendIntent>
  /** At most one per message. */
  readonly reportedMessages: ReadonlyArray<ReportedMessage>
  readonly parked: ReadonlyArray<StoredParkedReport>
  readonly inboundDeliveries: ReadonlyArray<StoredInboundDelivery>
  readonly inboundProblems: ReadonlyArray<StoredInboundProblem>
  readonly media: ReadonlyArray<ScheduledMedia>
  readonly profileLookups: ReadonlyArray<StoredProfileLookup>
  /** Number of profile look-ups ever added. */
  readonly lookupsAdded: number
  readonly events: ReadonlyArray<LoggedEvent>
  /** Number of events ever recorded. */
  readonly logged: number
  readonly webhooks: ReadonlyArray<Webhook>
  /** The last warning of each failing subscription. */
  readonly webhookWarnings: ReadonlyArray<FailingWebhook>
  readonly deferred: HashMap.HashMap<string, DeferredDelivery>
  /** Attempts in the order in which they were recorded. */
  readonly attempts: HashMap.HashMap<string, ReadonlyArray<AttemptOutcome>>
  /** The checkpoint of each shard; a shard without one starts at the beginning of the outbox. */
  readonly checkpoints: HashMap.HashMap<DeliveryShard, OutboxCursor>
  readonly endpointCheckpoints: HashMap.HashMap<DeliveryShard, OutboxCursor>
  readonly consumers: ReadonlyArray<StoredConsumer>
  readonly consumerEvents: ReadonlyArray<StoredConsumerEvent>
  /** Number of deliveries ever made per conversation; of all its events if there is a consumer. */
  readonly sequences: HashMap.HashMap<ConversationId, number>
  /** Number of deliveries ever queued per shard. */
  readonly queued: ReadonlyArray<number>
  readonly notifications: ReadonlyArray<Notification>
  readonly auditEntries: ReadonlyArray<AuditEntry>
  readonly erasures: ReadonlyArray<StoredErasure>
  readonly erasedKeys: ReadonlyArray<StoredErasedKey>
  readonly notes: ReadonlyArray<Note>
  readonly labels: ReadonlyArray<Label>
  readonly teams: ReadonlyArray<Team>
  readonly savedReplies: ReadonlyArray<SavedReply>
  readonly requestLogs: ReadonlyArray<RequestLog>
  readonly idempotencyKeys: ReadonlyArray<StoredKey>
  /** In the order in which they were recorded. */
  readonly pendingSends: ReadonlyArray<StoredPendingSend>
  /** Number of sends ever recorded. */
  readonly sendsAdded: number
  readonly campaigns: ReadonlyArray<StoredCampaign>
  readonly campaignRecipients: ReadonlyArray<StoredRecipient>
  /** Number of turns of campaigns ever planned. */
  readonly campaignTurns: number
}

/** A state transition: the caller's result and the next state. */
export type Step<A, E = never> = (state: State) => readonly [answer: Effect.Effect<A, E>, state: State]

export const empty: State = {
  organizations: [],
  deleting: HashMap.empty(),
  suspensions: HashMap.empty(),
  references: HashMap.empty(),
  channelSignups: [],
  settings: HashMap.empty(),
  users: [],
  signIns: [],
  memberships: [],
  invitations: [],
  apiKeys: [],
  channelAccounts: [],
  accountChanges: [],
  usage: [],
  messageCounts: [],
  contacts: [],
  identities: [],
  reportedContacts: [],
  consents: [],
  conversations: [],
  conversationTurns: [],
  messages: [],
  echoes: HashSet.empty(),
  learned: HashMap.empty(),
  listed: HashMap.empty(),
  openings: HashMap.empty(),
  reportedMessages: [],
  parked: [],
  inboundDeliveries: [],
  inboundProblems: [],
  media: [],
  profileLookups: [],
  lookupsAdded: 0,
  events: [],
  logged: 0,
  webhooks: [],
  webhookWarnings: [],
  deferred: HashMap.empty(),
  attempts: HashMap.empty(),
  checkpoints: HashMap.empty(),
  endpointCheckpoints: HashMap.empty(),
  consumers: [],
  consumerEvents: [],
  sequences: HashMap.empty(),
  queued: deliveryShards.map(() => 0),
  notifications: [],
  auditEntries: [],
  erasures: [],
  erasedKeys: [],
  notes: [],
  labels: [],
  teams: [],
  savedReplies: [],
  requestLogs: [],
  idempotencyKeys: [],
  pendingSends: [],
  sendsAdded: 0,
  campaigns: [],
  campaignRecipients: [],
  campaignTurns: 0
}

/** Adds the change once, and removes those of the contact and channel beyond the newest `maxConsentChanges`. */
export const withConsentOf = (state: State, { change, contactId, organizationId }: StoredConsent): State => {
  const isOwn = (row: StoredConsent) =>
    row.organizationId === organizationId && row.contactId === contactId && row.change.channel === change.channel
  const own = state.consents.filter(isOwn).map((row) => row.change)
  const changes = withConsentChange(own, change)
  if (changes === own) return state
  const rows = changes.slice(0, maxConsentChanges).map((one) => ({ organizationId, contactId, change: one }))
  return { ...state, consents: [...state.consents.filter((row) => !isOwn(row)), ...rows] }
}

/** The conversation without the fields that only the store uses. */
export const asConversation = (stored: StoredConversation): Conversation =>
  Struct.omit(stored, ["isHidden", "lastLearnedAt", "lastSentAt", "lastWrittenAt", "lastEchoAt", "control"])

/** The defect of a call that violates a constraint of every store: an unknown organization or a duplicate. */
export class Impossible extends Schema.TaggedError<Impossible>()("Impossible", { problem: Schema.String }) {}

/** Returns a step that dies with the defect and leaves the state unchanged. */
export const impossible = (state: State, problem: string) => [Effect.die(new Impossible({ problem })), state] as const
