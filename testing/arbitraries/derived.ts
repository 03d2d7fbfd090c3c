import { Arbitrary, Schema } from "effect"
import {
  ApiKeyId,
  CampaignId,
  CampaignRecipientId,
  ChannelAccountId,
  ContactId,
  ConversationId,
  EventId,
  InboundDeliveryId,
  LabelId,
  MediaId,
  MessageId,
  NoteId,
  NotificationId,
  OrganizationId,
  AuditEntryId,
  PendingSendId,
  PlatformMessageId,
  RequestLogId,
  SavedReplyId,
  SignInId,
  TeamId,
  TraceParent,
  UserId,
  WebhookId
} from "../../src/domain/Ids.ts"
import {
  Campaign,
  CampaignAudience,
  CampaignPauseReason,
  CampaignReason,
  CampaignStop,
  CampaignTemplate,
  CampaignValue,
  CampaignValues
} from "../../src/domain/campaigns/Campaign.ts"
import { CampaignCounts } from "../../src/domain/campaigns/CampaignCounts.ts"
import {
  CampaignRecipient,
  LeftOutReason,
  RecipientFailure,
  RecipientStatus
} from "../../src/domain/campaigns/CampaignRecipient.ts"
import { CampaignAction, CampaignStatus } from "../../src/domain/campaigns/campaignStates.ts"
import { RosterEntry, RosterKey, Subject } from "../../src/domain/access/Member.ts"
import {
  ConversationAssigned,
  NoteMentioned,
  Notification,
  WebhookDisabledNotice
} from "../../src/domain/access/Notification.ts"
import {
  ConversationScope,
  ListedOrganization,
  Membership,
  Organization,
  OrganizationReference,
  OrganizationSettings,
  Role,
  Suspension,
  SuspensionReason,
  User
} from "../../src/domain/access/Organization.ts"
import { PendingOutcome, PendingSend, SendOrigin } from "../../src/domain/sends/PendingSend.ts"
import { ScheduledStatus } from "../../src/domain/sends/ScheduledSend.ts"
import { ConsumerName } from "../../src/domain/webhooks/EventConsumer.ts"
import { MessagePricing, PricingReport } from "../../src/domain/messages/MessagePricing.ts"
import { Day, MessageCount, PricedMessages } from "../../src/domain/limits/MessageCount.ts"
import { UsageDimension } from "../../src/domain/limits/UsageReport.ts"
import { ReadReceipts } from "../../src/domain/messages/senderAction.ts"
import { Month, Plan } from "../../src/domain/limits/MonthlyLimit.ts"
import { RequestLog } from "../../src/domain/access/RequestLog.ts"
import { SessionCaller } from "../../src/domain/access/SessionAccess.ts"
import { SignupReason } from "../../src/domain/access/ChannelSignup.ts"
import { SignIn, SignOut } from "../../src/domain/access/SignIn.ts"
import { CallingCode, CountryCode, PhoneRefusal } from "../../src/domain/contacts/PhoneNumber.ts"
import { PhoneIdentity } from "../../src/domain/contacts/phoneIdentity.ts"
import {
  AuditAction,
  AuditActor,
  AuditChange,
  AuditEntry,
  AuditSubject,
  AuditValue
} from "../../src/domain/access/AuditEntry.ts"
import { ConsentChange, ConsentSource, ConsentState } from "../../src/domain/contacts/Consent.ts"
import { StopWords } from "../../src/domain/contacts/StopWords.ts"
import { ContactAttributes, ContactSource, VendorContactId } from "../../src/domain/contacts/Contact.ts"
import { ContactChannel, ContactIdentity, WhatsAppUserId } from "../../src/domain/contacts/ContactIdentity.ts"
import { Channel, TokenProblem } from "../../src/domain/conversations/Channel.ts"
import {
  Conversation,
  ConversationPriority,
  ConversationStatus,
  PlatformConversation,
  PresenceState
} from "../../src/domain/conversations/Conversation.ts"
import {
  Assignment,
  AssignmentPolicy,
  Capacity,
  MemberAvailability,
  Workload
} from "../../src/domain/conversations/assignment.ts"
import { TimeOfDay, WorkingHours } from "../../src/domain/conversations/workingHours.ts"
import { Retention } from "../../src/domain/access/Retention.ts"
import { Erasure, ErasurePart, ErasureTerms } from "../../src/domain/contacts/Erasure.ts"
import { AutoClose, ReopenDays } from "../../src/domain/conversations/automaticClosing.ts"
import { BulkAction } from "../../src/domain/conversations/BulkAction.ts"
import { MessagingWindow } from "../../src/domain/conversations/MessagingWindow.ts"
import { Label, LabelColor } from "../../src/domain/conversations/Label.ts"
import { Note } from "../../src/domain/conversations/Note.ts"
import { ReplyLanguage, ReplyShortcut, SavedReply } from "../../src/domain/conversations/SavedReply.ts"
import { Team } from "../../src/domain/conversations/Team.ts"
import { ThreadCall, ThreadHolder } from "../../src/domain/conversations/threadControl.ts"
import { ConversationAction } from "../../src/domain/conversations/conversationActions.ts"
import {
  AssignedData,
  CampaignUpdatedData,
  ConversationClosedData,
  ConversationOpenedData,
  ConversationUpdatedData,
  MessageDeletedData,
  MessageEditedData,
  MessageFailedData,
  MessageReactionData,
  MessageReceiptData,
  MessageReceivedData,
  MessageSentData,
  NoteData,
  PostbackData,
  SendFailedData,
  UnreadData
} from "../../src/domain/webhooks/EventData.ts"
import { DisabledReason, NextStep } from "../../src/domain/webhooks/afterRefusal.ts"
import { DeliverableType, DeliveryStatus } from "../../src/domain/webhooks/DeliveryRecord.ts"
import { DeliveryShard } from "../../src/domain/webhooks/DeliveryShard.ts"
import { AdditionalType, Event, EventType, PostbackType, TestType } from "../../src/domain/webhooks/Event.ts"
import { IdempotencyKey, KeyRefused, StoredAnswer } from "../../src/domain/sends/IdempotencyKey.ts"
import { AccountHistory, HistoryStatus } from "../../src/domain/conversations/AccountHistory.ts"
import { AddressBookName } from "../../src/domain/inbound/InboxContact.ts"
import { AccountChange, AccountConcern } from "../../src/domain/inbound/AccountChange.ts"
import { Inbound, InboundMedia, PastFacts, PlatformProblem } from "../../src/domain/inbound/Inbound.ts"
import { InboundDelivery, InboundProblem, InboundProblemReason } from "../../src/domain/inbound/InboundDelivery.ts"
import { AccountPerson, NewProfileLookup, ProfileLookup } from "../../src/domain/inbound/ProfileLookup.ts"
import { Media, MediaStatus, NewMedia } from "../../src/domain/media/Media.ts"
import {
  CampaignMark,
  Direction,
  Edit,
  Message,
  MessageAnnotations,
  MessageContent,
  MessageFailure,
  MessageStatus,
  PublicMessageStatus,
  Reaction
} from "../../src/domain/messages/Message.ts"
import { PastMessageType } from "../../src/domain/messages/PastMessage.ts"
import {
  AttachmentKind,
  MessageTag,
  MessengerContent,
  QuickReply
} from "../../src/domain/messages/messenger/MessengerContent.ts"
import {
  ImageGrid,
  MediaTemplate,
  MessengerButton,
  MessengerElement,
  Receipt
} from "../../src/domain/messages/messenger/MessengerTemplates.ts"
import { PartProblem } from "../../src/domain/messages/messenger/MessengerDraft.ts"
import { WhatsAppContent } from "../../src/domain/messages/WhatsAppContent.ts"
import { ContactCard, ContactCards } from "../../src/domain/messages/ContactCard.ts"
import { Interactive } from "../../src/domain/messages/interactive/Interactive.ts"
import { cardHeader, someId, textHeader } from "../../src/domain/messages/interactive/interactiveParts.ts"
import { MessagePreview } from "../../src/domain/messages/messageText.ts"
import { RateTier, RatedInterface } from "../../src/domain/limits/RateTier.ts"
import { StoredCalls } from "../../src/domain/limits/RateLedger.ts"
import { PaceScope } from "../../src/domain/limits/SendPace.ts"
import { ListedTemplate, TemplateComponent, TemplateDefinition } from "../../src/domain/templates/Template.ts"
import { DraftProblem, TemplateDraft, TemplateEdit } from "../../src/domain/templates/TemplateDraft.ts"
import { PartValues, TemplateButton, TemplateParameter, TemplatePart } from "../../src/domain/templates/TemplatePart.ts"
import { PlatformFile, SentFile } from "../../src/domain/media/SentFile.ts"
import { NewUpload } from "../../src/domain/media/Upload.ts"
import {
  PreviousSecret,
  SigningSecret,
  SubscribableType,
  Webhook,
  WebhookStatus,
  EndpointStatus
} from "../../src/domain/webhooks/Webhook.ts"
import { EndpointDisabledReason, EndpointFilter, EndpointSettings } from "../../src/domain/webhooks/WebhookEndpoint.ts"
import { ConversationFact, ReportedPlace } from "../../src/domain/reports/conversationFacts.ts"
import { ReportMeasure, ReportSubject } from "../../src/domain/reports/reportCounters.ts"
import { realistic } from "./realistic.ts"

/** Generators for the domain types that have a schema, by type name. */
export const derived = {
  accountChange: realistic("accountChange", AccountChange),
  accountConcern: realistic("accountConcern", AccountConcern),
  accountHistory: realistic("accountHistory", AccountHistory),
  accountPerson: realistic("accountPerson", AccountPerson),
  additionalType: realistic("additionalType", AdditionalType),
  addressBookName: realistic("addressBookName", AddressBookName),
  apiKeyId: realistic("apiKeyId", ApiKeyId),
  assignedData: realistic("assignedData", AssignedData),
  attachmentKind: realistic("attachmentKind", AttachmentKind),
  callingCode: realistic("callingCode", CallingCode),
  campaign: realistic("campaign", Campaign),
  campaignAction: realistic("campaignAction", CampaignAction),
  campaignAudience: realistic("campaignAudience", CampaignAudience),
  campaignCounts: realistic("campaignCounts", CampaignCounts),
  campaignId: realistic("campaignId", CampaignId),
  campaignMark: realistic("campaignMark", CampaignMark),
  campaignPauseReason: realistic("campaignPauseReason", CampaignPauseReason),
  campaignReason: realistic("campaignReason", CampaignReason),
  campaignRecipient: realistic("campaignRecipient", CampaignRecipient),
  campaignRecipientId: realistic("campaignRecipientId", CampaignRecipientId),
  campaignStatus: realistic("campaignStatus", CampaignStatus),
  campaignStop: realistic("campaignStop", CampaignStop),
  campaignTemplate: realistic("campaignTemplate", CampaignTemplate),
  campaignUpdatedData: realistic("campaignUpdatedData", CampaignUpdatedData),
  campaignValue: realistic("campaignValue", CampaignValue),
  campaignValues: realistic("campaignValues", CampaignValues),
  leftOutReason: realistic("leftOutReason", LeftOutReason),
  recipientFailure: realistic("recipientFailure", RecipientFailure),
  recipientStatus: realistic("recipientStatus", RecipientStatus),
  channel: realistic("channel", Channel),
  channelAccountId: realistic("channelAccountId", ChannelAccountId),
  auditAction: realistic("auditAction", AuditAction),
  auditActor: realistic("auditActor", AuditActor),
  auditChange: realistic("auditChange", AuditChange),
  auditEntry: realistic("auditEntry", AuditEntry),
  auditEntryId: realistic("auditEntryId", AuditEntryId),
  auditSubject: realistic("auditSubject", AuditSubject),
  auditValue: realistic("auditValue", AuditValue),
  consentChange: realistic("consentChange", ConsentChange),
  consentSource: realistic("consentSource", ConsentSource),
  consentState: realistic("consentState", ConsentState),
  consumerName: realistic("consumerName", ConsumerName),
  contactAttributes: realistic("contactAttributes", ContactAttributes),
  cardHeader: realistic("cardHeader", cardHeader),
  contactCard: realistic("contactCard", ContactCard),
  contactCards: realistic("contactCards", ContactCards),
  contactChannel: realistic("contactChannel", ContactChannel),
  interactive: realistic("interactive", Interactive),
  someId: realistic("someId", someId),
  textHeader: realistic("textHeader", textHeader),
  webAddress: Arbitrary.schema(Schema.Literals(["https://example.com", "http://shop.example.com/menu?table=7#drinks"])),
  contactId: realistic("contactId", ContactId),
  contactIdentity: realistic("contactIdentity", ContactIdentity),
  contactSource: realistic("contactSource", ContactSource),
  conversation: realistic("conversation", Conversation),
  conversationAction: realistic("conversationAction", ConversationAction),
  conversationAssigned: realistic("conversationAssigned", ConversationAssigned),
  conversationClosedData: realistic("conversationClosedData", ConversationClosedData),
  conversationFact: realistic("conversationFact", ConversationFact),
  conversationId: realistic("conversationId", ConversationId),
  conversationOpenedData: realistic("conversationOpenedData", ConversationOpenedData),
  conversationScope: realistic("conversationScope", ConversationScope),
  conversationPriority: realistic("conversationPriority", ConversationPriority),
  conversationStatus: realistic("conversationStatus", ConversationStatus),
  assignment: realistic("assignment", Assignment),
  assignmentPolicy: realistic("assignmentPolicy", AssignmentPolicy),
  autoClose: realistic("autoClose", AutoClose),
  capacity: realistic("capacity", Capacity),
  memberAvailability: realistic("memberAvailability", MemberAvailability),
  timeOfDay: realistic("timeOfDay", TimeOfDay),
  workingHours: realistic("workingHours", WorkingHours),
  workload: realistic("workload", Workload),
  erasure: realistic("erasure", Erasure),
  erasurePart: realistic("erasurePart", ErasurePart),
  erasureTerms: realistic("erasureTerms", ErasureTerms),
  retention: realistic("retention", Retention),
  reopenDays: realistic("reopenDays", ReopenDays),
  bulkAction: realistic("bulkAction", BulkAction),
  conversationUpdatedData: realistic("conversationUpdatedData", ConversationUpdatedData),
  countryCode: realistic("countryCode", CountryCode),
  deliverableType: realistic("deliverableType", DeliverableType),
  deliveryShard: realistic("deliveryShard", DeliveryShard),
  deliveryStatus: realistic("deliveryStatus", DeliveryStatus),
  direction: realistic("direction", Direction),
  disabledReason: realistic("disabledReason", DisabledReason),
  edit: realistic("edit", Edit),
  event: realistic("event", Event),
  eventId: realistic("eventId", EventId),
  eventType: realistic("eventType", EventType),
  historyStatus: realistic("historyStatus", HistoryStatus),
  idempotencyKey: realistic("idempotencyKey", IdempotencyKey),
  imageGrid: realistic("imageGrid", ImageGrid),
  inbound: realistic("inbound", Inbound),
  inboundDelivery: realistic("inboundDelivery", InboundDelivery),
  inboundDeliveryId: realistic("inboundDeliveryId", InboundDeliveryId),
  inboundMedia: realistic("inboundMedia", InboundMedia),
  inboundProblem: realistic("inboundProblem", InboundProblem),
  inboundProblemReason: realistic("inboundProblemReason", InboundProblemReason),
  keyRefused: realistic("keyRefused", KeyRefused),
  listedOrganization: realistic("listedOrganization", ListedOrganization),
  day: realistic("day", Day),
  listedTemplate: realistic("listedTemplate", ListedTemplate),
  media: realistic("media", Media),
  mediaId: realistic("mediaId", MediaId),
  mediaStatus: realistic("mediaStatus", MediaStatus),
  membership: realistic("membership", Membership),
  message: realistic("message", Message),
  messageAnnotations: realistic("messageAnnotations", MessageAnnotations),
  platformFile: realistic("platformFile", PlatformFile),
  messageContent: realistic("messageContent", MessageContent),
  messageCount: realistic("messageCount", MessageCount),
  messageDeletedData: realistic("messageDeletedData", MessageDeletedData),
  messageEditedData: realistic("messageEditedData", MessageEditedData),
  messageFailedData: realistic("messageFailedData", MessageFailedData),
  messageFailure: realistic("messageFailure", MessageFailure),
  messageId: realistic("messageId", MessageId),
  messagePreview: realistic("messagePreview", MessagePreview),
  messageReactionData: realistic("messageReactionData", MessageReactionData),
  mediaTemplate: realistic("mediaTemplate", MediaTemplate),
  messageReceiptData: realistic("messageReceiptData", MessageReceiptData),
  messageReceivedData: realistic("messageReceivedData", MessageReceivedData),
  messageSentData: realistic("messageSentData", MessageSentData),
  messageStatus: realistic("messageStatus", MessageStatus),
  messageTag: realistic("messageTag", MessageTag),
  messagingWindow: realistic("messagingWindow", MessagingWindow),
  messengerButton: realistic("messengerButton", MessengerButton),
  messengerContent: realistic("messengerContent", MessengerContent),
  messengerElement: realistic("messengerElement", MessengerElement),
  month: realistic("month", Month),
  newMedia: realistic("newMedia", NewMedia),
  newProfileLookup: realistic("newProfileLookup", NewProfileLookup),
  nextStep: realistic("nextStep", NextStep),
  newUpload: realistic("newUpload", NewUpload),
  messagePricing: realistic("messagePricing", MessagePricing),
  label: realistic("label", Label),
  labelColor: realistic("labelColor", LabelColor),
  labelId: realistic("labelId", LabelId),
  replyLanguage: realistic("replyLanguage", ReplyLanguage),
  replyShortcut: realistic("replyShortcut", ReplyShortcut),
  savedReply: realistic("savedReply", SavedReply),
  savedReplyId: realistic("savedReplyId", SavedReplyId),
  team: realistic("team", Team),
  teamId: realistic("teamId", TeamId),
  note: realistic("note", Note),
  noteData: realistic("noteData", NoteData),
  noteId: realistic("noteId", NoteId),
  noteMentioned: realistic("noteMentioned", NoteMentioned),
  notification: realistic("notification", Notification),
  notificationId: realistic("notificationId", NotificationId),
  organization: realistic("organization", Organization),
  organizationId: realistic("organizationId", OrganizationId),
  organizationReference: realistic("organizationReference", OrganizationReference),
  organizationSettings: realistic("organizationSettings", OrganizationSettings),
  paceScope: realistic("paceScope", PaceScope),
  partProblem: realistic("partProblem", PartProblem),
  partValues: realistic("partValues", PartValues),
  pastFacts: realistic("pastFacts", PastFacts),
  pastMessageType: realistic("pastMessageType", PastMessageType),
  pendingOutcome: realistic("pendingOutcome", PendingOutcome),
  pendingSend: realistic("pendingSend", PendingSend),
  scheduledStatus: realistic("scheduledStatus", ScheduledStatus),
  sendFailedData: realistic("sendFailedData", SendFailedData),
  sendOrigin: realistic("sendOrigin", SendOrigin),
  pendingSendId: realistic("pendingSendId", PendingSendId),
  phoneIdentity: realistic("phoneIdentity", PhoneIdentity),
  phoneRefusal: realistic("phoneRefusal", PhoneRefusal),
  plan: realistic("plan", Plan),
  pricedMessages: realistic("pricedMessages", PricedMessages),
  pricingReport: realistic("pricingReport", PricingReport),
  platformConversation: realistic("platformConversation", PlatformConversation),
  platformMessageId: realistic("platformMessageId", PlatformMessageId),
  platformProblem: realistic("platformProblem", PlatformProblem),
  postbackData: realistic("postbackData", PostbackData),
  postbackType: realistic("postbackType", PostbackType),
  presenceState: realistic("presenceState", PresenceState),
  previousSecret: realistic("previousSecret", PreviousSecret),
  profileLookup: realistic("profileLookup", ProfileLookup),
  publicMessageStatus: realistic("publicMessageStatus", PublicMessageStatus),
  quickReply: realistic("quickReply", QuickReply),
  rateTier: realistic("rateTier", RateTier),
  ratedInterface: realistic("ratedInterface", RatedInterface),
  reaction: realistic("reaction", Reaction),
  receipt: realistic("receipt", Receipt),
  reportedPlace: realistic("reportedPlace", ReportedPlace),
  reportMeasure: realistic("reportMeasure", ReportMeasure),
  reportSubject: realistic("reportSubject", ReportSubject),
  requestLog: realistic("requestLog", RequestLog),
  requestLogId: realistic("requestLogId", RequestLogId),
  role: realistic("role", Role),
  rosterEntry: realistic("rosterEntry", RosterEntry),
  rosterKey: realistic("rosterKey", RosterKey),
  sessionCaller: realistic("sessionCaller", SessionCaller),
  sentFile: realistic("sentFile", SentFile),
  signIn: realistic("signIn", SignIn),
  signInId: realistic("signInId", SignInId),
  signOut: realistic("signOut", SignOut),
  signupReason: realistic("signupReason", SignupReason),
  signingSecret: realistic("signingSecret", SigningSecret),
  storedAnswer: realistic("storedAnswer", StoredAnswer),
  storedCalls: realistic("storedCalls", StoredCalls),
  subject: realistic("subject", Subject),
  subscribableType: realistic("subscribableType", SubscribableType),
  stopWords: realistic("stopWords", StopWords),
  suspension: realistic("suspension", Suspension),
  suspensionReason: realistic("suspensionReason", SuspensionReason),
  draftProblem: realistic("draftProblem", DraftProblem),
  templateButton: realistic("templateButton", TemplateButton),
  templateComponent: realistic("templateComponent", TemplateComponent),
  templateDraft: realistic("templateDraft", TemplateDraft),
  templateEdit: realistic("templateEdit", TemplateEdit),
  templateDefinition: realistic("templateDefinition", TemplateDefinition),
  templateParameter: realistic("templateParameter", TemplateParameter),
  templatePart: realistic("templatePart", TemplatePart),
  testType: realistic("testType", TestType),
  threadCall: realistic("threadCall", ThreadCall),
  threadHolder: realistic("threadHolder", ThreadHolder),
  tokenProblem: realistic("tokenProblem", TokenProblem),
  traceParent: realistic("traceParent", TraceParent),
  unreadData: realistic("unreadData", UnreadData),
  user: realistic("user", User),
  userId: realistic("userId", UserId),
  vendorContactId: realistic("vendorContactId", VendorContactId),
  endpointDisabledReason: realistic("endpointDisabledReason", EndpointDisabledReason),
  endpointFilter: realistic("endpointFilter", EndpointFilter),
  endpointSettings: realistic("endpointSettings", EndpointSettings),
  endpointStatus: realistic("endpointStatus", EndpointStatus),
  webhook: realistic("webhook", Webhook),
  webhookDisabledNotice: realistic("webhookDisabledNotice", WebhookDisabledNotice),
  webhookId: realistic("webhookId", WebhookId),
  webhookStatus: realistic("webhookStatus", WebhookStatus),
  whatsAppContent: realistic("whatsAppContent", WhatsAppContent),
  whatsAppUserId: realistic("whatsAppUserId", WhatsAppUserId),
  readReceipts: realistic("readReceipts", ReadReceipts),
  usageDimension: realistic("usageDimension", UsageDimension)
}
