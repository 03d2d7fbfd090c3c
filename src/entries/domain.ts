/** `effect-parley/domain`: data, rules and decisions, without side effects. */

/** @stable */

// Identifiers
export {
  OrganizationId,
  UserId,
  ApiKeyId,
  ChannelAccountId,
  ContactId,
  ConversationId,
  MessageId,
  WebhookId,
  EventId,
  PlatformMessageId,
  RequestLogId,
  NotificationId,
  NoteId,
  SignInId,
  MediaId,
  InboundDeliveryId,
  AuditEntryId,
  PendingSendId,
  CampaignId,
  CampaignRecipientId,
  LabelId,
  TeamId,
  SavedReplyId,
  TraceParent
} from "../domain/Ids.ts"

// Organizations, members and sessions
export {
  OrganizationSuspended,
  OrganizationUnknown,
  OrganizationNameDiffers,
  ApiKeyUnknown,
  AccountUnknown,
  AccountIdWrong,
  AccountRefused,
  EmailTaken,
  PasswordElsewhere,
  PasswordMissing,
  ReferenceTaken,
  MemberUnknown,
  MemberAmbiguous,
  AlreadyMember,
  LastOwner,
  ScopeOfAgentsOnly,
  TooManyMembers,
  TooManyApiKeys
} from "../domain/access/AccessFailures.ts"
export {
  type ChannelSignup,
  type SignupApp,
  SignupChoice,
  type SignupGrant,
  SignupReason,
  SignupRefused,
  SignupsOff,
  SignupStepFailed
} from "../domain/access/ChannelSignup.ts"
export {
  EmailAddress,
  emailAddressOf,
  Subject,
  type Permissions,
  Invitation,
  type Roster,
  RosterKey
} from "../domain/access/Member.ts"
export { Notification, type ReadNotifications, NotificationNotFound, NoMember } from "../domain/access/Notification.ts"
export {
  Organization,
  Suspension,
  ListedOrganization,
  OrganizationReference,
  User,
  Role,
  ConversationScope,
  Membership,
  OrganizationSettings,
  type SettingsChange,
  DefaultNumberUnknown
} from "../domain/access/Organization.ts"
export {
  RequestLog,
  type AnsweredRequest,
  RequestLogNotFound,
  type RequestLogFilter
} from "../domain/access/RequestLog.ts"
export {
  backendAccess,
  SessionCaller,
  SessionTokenExpired,
  SessionTokenInvalid,
  SessionKeysUnavailable,
  type UserCaller,
  type SessionAccess,
  NotAMember,
  Forbidden
} from "../domain/access/SessionAccess.ts"

// Contacts and phone numbers
export {
  VendorContactId,
  Contact,
  type ContactDraft,
  newContact,
  ContactNotFound,
  ContactNotFoundByPhone,
  PhoneNumberTaken
} from "../domain/contacts/Contact.ts"
export { type ChangedContact, type TagDifference } from "../domain/contacts/ContactChange.ts"
export {
  type NamedPerson,
  type WhatsAppRecipient,
  ContactIdentity,
  ContactChannel
} from "../domain/contacts/ContactIdentity.ts"
export {
  AuditAction,
  AuditActor,
  AuditChange,
  AuditEntry,
  AuditSubject,
  AuditValue
} from "../domain/access/AuditEntry.ts"
export {
  ConsentState,
  ConsentSource,
  type ConsentActor,
  ConsentChange,
  maxConsentChanges
} from "../domain/contacts/Consent.ts"
export { Erasure, ErasurePart } from "../domain/contacts/Erasure.ts"
export { Retention, type RetainedKind } from "../domain/access/Retention.ts"
export { StopWords, StopWordsRefused, defaultStopWords } from "../domain/contacts/StopWords.ts"
export { ContactFieldRefused } from "../domain/contacts/contactLimits.ts"
export { type ContactSearch } from "../domain/contacts/ContactSearch.ts"
export { type ImportRow, type ReadRow, type ImportPlan, planImport } from "../domain/contacts/importContacts.ts"
export { PhoneIdentity, phoneIdentity, currentForm } from "../domain/contacts/phoneIdentity.ts"
export {
  PhoneNumber,
  CountryCode,
  InvalidPhoneNumber,
  CallingCode,
  readCallingCode,
  UnknownCountry,
  readCountryCode
} from "../domain/contacts/PhoneNumber.ts"
export { type RecipientCheck, type RecipientRefused } from "../domain/contacts/RecipientCheck.ts"

// Conversations and messaging windows
export {
  BusinessAccountMissing,
  Channel,
  ChannelAccount,
  ChannelAccountTaken,
  ChannelNotConnected,
  ChannelTokenMissing,
  ChannelTokenUnreadable,
  channelName,
  type MessengerChannel,
  textLimits,
  TokenProblem,
  type TokenState
} from "../domain/conversations/Channel.ts"
export {
  ConversationStatus,
  ConversationPriority,
  Conversation,
  type ConversationDraft,
  newConversation,
  ConversationNotFound,
  AnotherConversationOpen,
  PlatformConversation,
  type ConversationAccount,
  type PresentMember
} from "../domain/conversations/Conversation.ts"
export {
  ConversationAction,
  transitions,
  ConversationActionRefused,
  type ChangedConversation,
  close,
  assign,
  unassign,
  reopen,
  handOverToAi,
  escalate
} from "../domain/conversations/conversationActions.ts"
export { ThreadHolder, type ThreadControl, ThreadCall } from "../domain/conversations/threadControl.ts"
export {
  SnoozeRefused,
  type AdjustedConversation,
  snooze,
  unsnooze,
  prioritize
} from "../domain/conversations/snooze.ts"
export { AutoClose, AutoCloseRefused } from "../domain/conversations/automaticClosing.ts"
export { Assignment, Workload } from "../domain/conversations/assignment.ts"
export { SettingRefused } from "../domain/conversations/SettingRefused.ts"
export { WorkingHours } from "../domain/conversations/workingHours.ts"
export { BulkAction } from "../domain/conversations/BulkAction.ts"
export {
  standardWindow,
  humanAgentWindow,
  MessagingWindow,
  type WindowUse,
  neverOpened,
  openWindow,
  opensWindow,
  windowEnd,
  isInWindow
} from "../domain/conversations/MessagingWindow.ts"
export {
  Note,
  TooManyNotes,
  TooManyMentions,
  MentionUnseen,
  NoteNotFound,
  NoteOfAnother
} from "../domain/conversations/Note.ts"
export {
  Label,
  LabelColor,
  type LabelChange,
  LabelNotFound,
  LabelNameTaken,
  LabelNameRefused,
  LabelUnknown,
  TooManyLabels,
  TooManyLabelsOfOne
} from "../domain/conversations/Label.ts"
export {
  Team,
  TeamNotFound,
  TeamNameTaken,
  TeamNameRefused,
  MemberUnknownAt,
  TooManyTeams,
  TooManyTeamMembers
} from "../domain/conversations/Team.ts"
export {
  SavedReply,
  ReplyShortcut,
  ReplyLanguage,
  SavedReplyNotFound,
  ShortcutTaken,
  SharedReplyProtected,
  TooManySavedReplies
} from "../domain/conversations/SavedReply.ts"
export { type ReplyFacts, renderReply, ReplyVariableUnknown } from "../domain/conversations/renderReply.ts"

// Messages
export {
  MessageContent,
  MessageFailure,
  MessageAnnotations,
  Direction,
  MessageStatus,
  PublicMessageStatus,
  Message,
  type SettledMessage,
  MessageNotFound
} from "../domain/messages/Message.ts"
export { type QuotedMessage } from "../domain/messages/messageContext.ts"
export { MessagePricing } from "../domain/messages/MessagePricing.ts"
export { type MessageTimes, messageTimes } from "../domain/messages/messageTimes.ts"
export {
  type Signs,
  type SenderAction,
  MessageNotInbound,
  type ReadOccasion,
  ReadReceipts,
  senderAction
} from "../domain/messages/senderAction.ts"
export { type Receipt, type Received, withReceipt, announcedReceipts } from "../domain/messages/messageReceipts.ts"
export { MessagePreview } from "../domain/messages/messageText.ts"
export {
  type PersonalFile,
  type PersonalMessage,
  composeDraft,
  composeMessenger
} from "../domain/messages/messenger/composeMessenger.ts"
export {
  type PrivateReply,
  type PrivateReplyDraft,
  composePrivateReply
} from "../domain/messages/messenger/privateReply.ts"
export { type DirectMessage, MessageTag, MessengerContent } from "../domain/messages/messenger/MessengerContent.ts"
export { type MessengerDraft, type MessengerRefused } from "../domain/messages/messenger/MessengerDraft.ts"
export {
  type MessengerRules,
  type PersonalMessageType,
  messengerRules
} from "../domain/messages/messenger/MessengerRules.ts"
export {
  PlatformRejected,
  PlatformNotReached,
  PlatformOutcomeUnknown,
  type PlatformFailure
} from "../domain/messages/PlatformError.ts"
export { ContactCard, ContactCards, readContactCards } from "../domain/messages/ContactCard.ts"
export { ContentRefused } from "../domain/messages/ContentRefused.ts"
export { Interactive } from "../domain/messages/interactive/Interactive.ts"
export { readInteractive } from "../domain/messages/interactive/readInteractive.ts"
export { type MessageReference, QuotedMessageRefused } from "../domain/messages/quotedMessages.ts"
export { WhatsAppContent } from "../domain/messages/WhatsAppContent.ts"

// Templates
export {
  TemplateDefinition,
  type TemplateUse,
  checkTemplateUse,
  checkTemplateValues,
  hasOnlyTexts,
  ListedTemplate,
  type TemplateChange
} from "../domain/templates/Template.ts"
export {
  type RemovedLanguages,
  TemplateDraft,
  TemplateDraftRefused,
  TemplateEdit,
  TemplateNameTaken,
  TemplateUnknown
} from "../domain/templates/TemplateDraft.ts"
export { checkTemplateDraft } from "../domain/templates/checkTemplateDraft.ts"
export { renderTemplate } from "../domain/templates/renderTemplate.ts"
export { type TemplateRefused } from "../domain/templates/TemplatePart.ts"

// Campaigns
export {
  Campaign,
  CampaignAudience,
  type CampaignFields,
  CampaignNotFound,
  CampaignPauseReason,
  CampaignReason,
  CampaignRefused,
  CampaignStop,
  CampaignTemplate,
  CampaignValue,
  CampaignValues,
  TooManyCampaigns,
  TooManyRecipients
} from "../domain/campaigns/Campaign.ts"
export { CampaignCounts } from "../domain/campaigns/CampaignCounts.ts"
export {
  CampaignRecipient,
  LeftOutReason,
  RecipientFailure,
  type RecipientRow,
  RecipientStatus,
  recipientStatus
} from "../domain/campaigns/CampaignRecipient.ts"
export { type CampaignPerson } from "../domain/campaigns/campaignMessage.ts"
export { CampaignAction, CampaignActionRefused, CampaignStatus } from "../domain/campaigns/campaignStates.ts"
export { CampaignMark } from "../domain/messages/Message.ts"

// Sends
export { PendingContentRefused, type PendingMessage, type ReplyToRecord } from "../domain/sends/pendingContent.ts"
export { PendingOutcome, PendingSend, PendingSendNotFound } from "../domain/sends/PendingSend.ts"
export {
  longestSchedule,
  maxScheduledSends,
  type ScheduledFilter,
  ScheduledSendBegun,
  ScheduledSendNotFound,
  ScheduledStatus,
  scheduledStatus,
  SendAtRefused,
  TooManyScheduled
} from "../domain/sends/ScheduledSend.ts"
export { SenderUnknown, ConversationDisconnected } from "../domain/sends/SenderChoice.ts"

// Files
export type { NamedMedia } from "../domain/templates/namedMedia.ts"
export { type FileKind } from "../domain/media/fileTypes.ts"
export {
  maxMediaBytes,
  NewMedia,
  Media,
  type FileAddresses,
  MediaTooLarge,
  MediaNotKept,
  type FetchFailure,
  type FailedAttempt
} from "../domain/media/Media.ts"
export {
  type FileDraft,
  PlatformFile,
  SentFile,
  FileNotFound,
  FileGivenTwice,
  FileTypeRefused,
  FileTooLarge,
  FileNotTaken
} from "../domain/media/SentFile.ts"
export {
  NewUpload,
  type UnsentFiles,
  UploadEmpty,
  UploadTypeRefused,
  UploadTooLarge,
  TooManyUnsent
} from "../domain/media/Upload.ts"

// Reports of platforms
export { type AccountConcern, AccountChange } from "../domain/inbound/AccountChange.ts"
export { PersonId, InboundPerson, InboundMedia, PlatformProblem, Inbound } from "../domain/inbound/Inbound.ts"

// Webhooks and events
export { retryWaits, spreadWait } from "../domain/retryWaits.ts"
export {
  type DeliveryAnswer,
  DeliveryRefused,
  NextStep,
  DisabledReason,
  disabledAt,
  type Afterwards,
  afterRefusal,
  nextAttempt
} from "../domain/webhooks/afterRefusal.ts"
export { type ConversationOpened } from "../domain/webhooks/conversationEvents.ts"
export { type QueuedDelivery, type Delivery, attemptDeadline } from "../domain/webhooks/Delivery.ts"
export {
  DeliveryStatus,
  DeliverableType,
  type DeliveryRecord,
  type DeliveryDetail,
  DeliveryNotFound,
  TooManyDeliveries
} from "../domain/webhooks/DeliveryRecord.ts"
export { EventType, Event, EventNotFound } from "../domain/webhooks/Event.ts"
export { type CataloguedType, eventCatalogue } from "../domain/webhooks/eventCatalogue.ts"
export { type LiveEvent } from "../domain/webhooks/LiveEvent.ts"
export {
  SigningSecretRefused,
  SigningSecret,
  PreviousSecret,
  Webhook,
  type WebhookEndpoint,
  type Subscription,
  WebhookUrlRefused,
  UnknownEventType,
  NoEventTypes,
  NoWebhook,
  WebhookDisabled,
  WebhookSecretUnreadable
} from "../domain/webhooks/Webhook.ts"
export { EndpointSettings, TooManyEndpoints, EndpointRefused } from "../domain/webhooks/WebhookEndpoint.ts"

// Limits
export { Plan, monthlyLimit, MonthlyLimitReached, Month, monthOf, admitted } from "../domain/limits/MonthlyLimit.ts"
export { Day, MessageCount, PricedMessages } from "../domain/limits/MessageCount.ts"
export { type Rate, type RateCard, rateCardOf, type Money, type Cost } from "../domain/limits/RateCard.ts"
export {
  UsageDimension,
  UsageRefused,
  type ReportedDays,
  type UsageSum,
  type UsageRow,
  type UsageReport
} from "../domain/limits/UsageReport.ts"
export { type RecentCalls, takeCall, type CallReport, type Booking } from "../domain/limits/RateLedger.ts"
export {
  RateTier,
  RatedInterface,
  type RateAllowance,
  type RateTable,
  type RateVerdict
} from "../domain/limits/RateTier.ts"
export { SendPaceExceeded, type PaceTable } from "../domain/limits/SendPace.ts"

// Texts and pages
export { type Page, type PageRequest } from "../domain/text/Page.ts"
export { type TextLimit, truncate } from "../domain/text/textLimits.ts"

/** @experimental Processing of inbound reports, numbers of reports, and state of stores. */
export type { ConversationFact } from "../domain/reports/conversationFacts.ts"
export { ReportRefused } from "../domain/reports/Report.ts"
export { durationCount, meanOf, percentileOf } from "../domain/reports/durationHistogram.ts"

// Organizations, members and sessions
export {
  SignIn,
  WrongCredentials,
  RefreshTokenUnknown,
  RefreshTokenReused,
  SignInExpired,
  SignInEnded,
  UserUnknown,
  SignOut,
  TooManySignInFailures,
  type AttemptEnd
} from "../domain/access/SignIn.ts"

// Messages
export { type PageAnchor } from "../domain/messages/messagePage.ts"

// Sends
export {
  IdempotencyKey,
  type KeyedCall,
  StoredAnswer,
  type KnownCall,
  KeyRefused,
  CallAnswered
} from "../domain/sends/IdempotencyKey.ts"

// Reports of platforms
export { AccountHistory, type HistoryReport, HistoryStatus } from "../domain/conversations/AccountHistory.ts"
export { type LineRefusal } from "../domain/messages/PastMessage.ts"
export { type NamedSend, type EchoThread, type UnmatchedMessages } from "../domain/inbound/echoedSends.ts"
export { InboundDelivery, InboundProblemReason, InboundProblem } from "../domain/inbound/InboundDelivery.ts"
export { AddressBookName, type InboxContact, mergedContacts } from "../domain/inbound/InboxContact.ts"
export { type RoutedInbound, type InboxNeeds } from "../domain/inbound/InboxNeeds.ts"
export { type InboxContext, type ParkedReport, type InboxState } from "../domain/inbound/InboxState.ts"
export { AccountPerson, NewProfileLookup, ProfileLookup } from "../domain/inbound/ProfileLookup.ts"
export { type SentReaction } from "../domain/inbound/sentReaction.ts"
export { takeInbound } from "../domain/inbound/takeInbound.ts"

// Webhooks and events
export {
  ConsumerName,
  type ConsumerStart,
  type ConsumerFilter,
  type DeadLetter,
  type ConsumerStatus,
  ConsumerNotFound,
  holdsBack
} from "../domain/webhooks/EventConsumer.ts"
export { DeliveryShard } from "../domain/webhooks/DeliveryShard.ts"
