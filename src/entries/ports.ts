/** `effect-parley/ports`: what the use cases ask of stores, platforms and policies. */

/** @stable Platforms, files and policies. */
export { type ConnectedAccount, type AccountUnusable, AccountCheck } from "../ports/access/ChannelAccounts.ts"
export * from "../ports/sends/WhatsApp.ts"
export * from "../ports/sends/SenderActions.ts"
export { InboundReader, Profiles } from "../ports/inbound/InboundQueue.ts"
export * from "../ports/media/MediaStore.ts"
export { type ReadPhoneNumber, PhoneNumbers, type TagChange, TagSync } from "../ports/contacts/ContactStore.ts"
export * from "../ports/templates/TemplateCatalogue.ts"
export { WebhookSender } from "../ports/webhooks/WebhookStore.ts"
export { EventRetention } from "../ports/webhooks/EventLog.ts"
export * from "../ports/process/IdSource.ts"
export { IdentityProvider, SessionTokens } from "../ports/access/IdentityProvider.ts"
export { Passwords } from "../ports/access/SignIns.ts"
export { PublicAddress } from "../ports/media/MediaLibrary.ts"
export { OperatorRates, RateLimits, type PacedSend, type Pacer, SendPace } from "../ports/limits/RateLimits.ts"
export { RecipientChecks } from "../ports/sends/SendLedger.ts"
export { Transaction } from "../ports/process/Transaction.ts"

/** @experimental Stores, which change together with the tables, and the work of processes. */
export {
  ChannelSignups,
  type ClaimedSignup,
  CurrentSignupApp,
  type SignupClaim,
  type SignupNumber,
  SignupPlatform
} from "../ports/access/ChannelSignups.ts"
export { type ListedAccount, maxListedAccounts, ChannelAccounts } from "../ports/access/ChannelAccounts.ts"
export {
  type DueProblem,
  type TriedProblem,
  type ProblemFilter,
  InboundQueue,
  ProfileLookups
} from "../ports/inbound/InboundQueue.ts"
export {
  type ReportMeasure,
  type ReportQuery,
  Reports,
  type ReportSubject,
  type ReportSum
} from "../ports/reports/Reports.ts"
export { type AuditCursor, type AuditFilter, type Author, AuditLog, CurrentAuthor } from "../ports/access/AuditLog.ts"
export {
  type ConsentOfContact,
  type ContactConsent,
  type ConsentFilter,
  type ConsentCursor,
  ConsentStore
} from "../ports/contacts/ConsentStore.ts"
export * from "../ports/contacts/Erasures.ts"
export * from "../ports/access/RetainedRows.ts"
export {
  type ReachableContact,
  type ContactOverview,
  type ContactOrder,
  ContactStore
} from "../ports/contacts/ContactStore.ts"
export {
  type FailingWebhook,
  WebhookStore,
  type DeliveryFilter,
  type ReplayRange,
  DeliveryHistory
} from "../ports/webhooks/WebhookStore.ts"
export * from "../ports/webhooks/DeliveryQueue.ts"
export * from "../ports/webhooks/EventConsumers.ts"
export {
  type RecordedEvent,
  EventLog,
  type EventSlice,
  EventFeed,
  FeedPosition,
  type FeedPlace,
  type FeedSlice,
  type MayHaveEvents,
  LiveFeed,
  maxSliceBytes
} from "../ports/webhooks/EventLog.ts"
export { AccessTokenRefused, type AccessTokenHolder, TokenIssuer } from "../ports/access/IdentityProvider.ts"
export {
  SignIns,
  type Account,
  Users,
  type SignInAttempt,
  SignInGuard,
  type AttemptKeys,
  SignInAttempts
} from "../ports/access/SignIns.ts"
export { type StoredFile, type MediaOutcome, MediaLibrary } from "../ports/media/MediaLibrary.ts"
export { type RateCounter, RateLedger } from "../ports/limits/RateLimits.ts"
export {
  type SendIntent,
  IdempotencyKeyTaken,
  type Reservation,
  type SendOutcome,
  type ReportedSend,
  type Accepted,
  SendLedger,
  type NamedKey,
  IdempotencyKeys
} from "../ports/sends/SendLedger.ts"
export * from "../ports/process/WorkerHealth.ts"
export * from "../ports/inbound/Inbox.ts"
export * from "../ports/access/ApiKeys.ts"
export { Availability, isServerFault, ReadWait } from "../ports/process/Transaction.ts"
export * from "../ports/conversations/ConversationAgenda.ts"
export * from "../ports/conversations/ConversationStore.ts"
export * from "../ports/conversations/LabelStore.ts"
export * from "../ports/conversations/SavedReplyStore.ts"
export * from "../ports/conversations/TeamStore.ts"
export * from "../ports/conversations/Workloads.ts"
export * from "../ports/access/Memberships.ts"
export * from "../ports/messages/MessageStore.ts"
export * from "../ports/access/Organizations.ts"
export * from "../ports/access/SealedSecrets.ts"
export * from "../ports/process/OpenTransaction.ts"
export * from "../ports/campaigns/CampaignStore.ts"
export * from "../ports/sends/PendingSends.ts"
