import { Arbitrary } from "effect"
import {
  ApiKeyId,
  ChannelAccountId,
  ContactId,
  ConversationId,
  EventId,
  InboundDeliveryId,
  MediaId,
  MessageId,
  NoteId,
  NotificationId,
  OrganizationId,
  PlatformMessageId,
  RequestLogId,
  SignInId,
  TraceParent,
  UserId,
  WebhookId
} from "../../domain/Ids.ts"
import { RosterEntry, RosterKey, Subject } from "../../domain/access/Member.ts"
import { ConversationAssigned, Notification, WebhookDisabledNotice } from "../../domain/access/Notification.ts"
import { ConversationScope, Membership, Organization, Role, User } from "../../domain/access/Organization.ts"
import { RequestLog } from "../../domain/access/RequestLog.ts"
import { SessionCaller } from "../../domain/access/SessionCaller.ts"
import { SignIn, SignOut } from "../../domain/access/SignIn.ts"
import { CallingCode } from "../../domain/contact/CallingCode.ts"
import { ContactAttributes, ContactSource, VendorContactId } from "../../domain/contact/Contact.ts"
import { ContactChannel } from "../../domain/contact/ContactChannel.ts"
import { ContactIdentity } from "../../domain/contact/ContactIdentity.ts"
import { CountryCode, PhoneIdentity } from "../../domain/contact/PhoneNumber.ts"
import { WhatsAppUserId } from "../../domain/contact/WhatsAppUserId.ts"
import { Channel, TokenProblem } from "../../domain/conversation/Channel.ts"
import { Conversation, ConversationStatus } from "../../domain/conversation/Conversation.ts"
import { MessagingWindow } from "../../domain/conversation/MessagingWindow.ts"
import { Note } from "../../domain/conversation/Note.ts"
import { PlatformConversation } from "../../domain/conversation/PlatformConversation.ts"
import { PresenceState } from "../../domain/conversation/Presence.ts"
import { ConversationAction } from "../../domain/conversation/conversationActions.ts"
import {
  AssignedData,
  ConversationClosedData,
  ConversationOpenedData,
  NoteData,
  UnreadData
} from "../../domain/delivery/ConversationEventData.ts"
import { DisabledReason, NextStep } from "../../domain/delivery/Delivery.ts"
import { DeliverableType, DeliveryStatus } from "../../domain/delivery/DeliveryRecord.ts"
import { DeliveryShard } from "../../domain/delivery/DeliveryShard.ts"
import { AdditionalType, Event, EventType, PostbackType, TestType } from "../../domain/delivery/Event.ts"
import {
  MessageDeletedData,
  MessageEditedData,
  MessageFailedData,
  MessageReactionData,
  MessageReceiptData,
  MessageReceivedData,
  MessageSentData,
  PostbackData
} from "../../domain/delivery/MessageEventData.ts"
import { IdempotencyKey, StoredAnswer } from "../../domain/idempotency/IdempotencyKey.ts"
import { KeyAnswer } from "../../domain/idempotency/keyVerdict.ts"
import { AccountChange } from "../../domain/inbound/AccountChange.ts"
import { AccountConcern } from "../../domain/inbound/accountConcern.ts"
import { Inbound, InboundMedia, PlatformProblem } from "../../domain/inbound/Inbound.ts"
import { InboundDelivery, InboundProblem, InboundProblemReason } from "../../domain/inbound/InboundDelivery.ts"
import { AccountPerson, NewProfileLookup, ProfileLookup } from "../../domain/inbound/ProfileLookup.ts"
import { Media, MediaStatus, NewMedia } from "../../domain/message/Media.ts"
import { Direction, Message, MessageStatus, PublicMessageStatus } from "../../domain/message/Message.ts"
import { Edit, MessageAnnotations, Reaction } from "../../domain/message/MessageAnnotations.ts"
import { MessageContent } from "../../domain/message/MessageContent.ts"
import { MessageFailure } from "../../domain/message/MessageFailure.ts"
import {
  AttachmentKind,
  MessageTag,
  MessengerButton,
  MessengerContent,
  MessengerElement,
  QuickReply
} from "../../domain/message/messenger/MessengerContent.ts"
import { PartProblem } from "../../domain/message/messenger/MessengerRefused.ts"
import { WhatsAppContent } from "../../domain/message/WhatsAppContent.ts"
import { MessagePreview } from "../../domain/message/messagePreview.ts"
import { Month, Plan } from "../../domain/quota/MonthlyLimit.ts"
import { RateTier, RatedInterface } from "../../domain/quota/RateTier.ts"
import { StoredCalls } from "../../domain/quota/StoredCalls.ts"
import { PaceScope } from "../../domain/quota/SendPace.ts"
import { ListedTemplate } from "../../domain/template/ListedTemplate.ts"
import { TemplateDefinition } from "../../domain/template/Template.ts"
import { PartValues, TemplateButton, TemplateParameter, TemplatePart } from "../../domain/template/TemplatePart.ts"
import { SentFile } from "../../domain/upload/SentFile.ts"
import { NewUpload } from "../../domain/upload/Upload.ts"
import {
  PreviousSecret,
  SigningSecret,
  SubscribableType,
  Webhook,
  WebhookStatus
} from "../../domain/webhook/Webhook.ts"

/** Values of the types of the domain that their schemas describe well enough. */
export const derived = {
  accountChange: Arbitrary.schema(AccountChange),
  accountConcern: Arbitrary.schema(AccountConcern),
  accountPerson: Arbitrary.schema(AccountPerson),
  additionalType: Arbitrary.schema(AdditionalType),
  apiKeyId: Arbitrary.schema(ApiKeyId),
  assignedData: Arbitrary.schema(AssignedData),
  attachmentKind: Arbitrary.schema(AttachmentKind),
  callingCode: Arbitrary.schema(CallingCode),
  channel: Arbitrary.schema(Channel),
  channelAccountId: Arbitrary.schema(ChannelAccountId),
  contactAttributes: Arbitrary.schema(ContactAttributes),
  contactChannel: Arbitrary.schema(ContactChannel),
  contactId: Arbitrary.schema(ContactId),
  contactIdentity: Arbitrary.schema(ContactIdentity),
  contactSource: Arbitrary.schema(ContactSource),
  conversation: Arbitrary.schema(Conversation),
  conversationAction: Arbitrary.schema(ConversationAction),
  conversationAssigned: Arbitrary.schema(ConversationAssigned),
  conversationClosedData: Arbitrary.schema(ConversationClosedData),
  conversationId: Arbitrary.schema(ConversationId),
  conversationOpenedData: Arbitrary.schema(ConversationOpenedData),
  conversationScope: Arbitrary.schema(ConversationScope),
  conversationStatus: Arbitrary.schema(ConversationStatus),
  countryCode: Arbitrary.schema(CountryCode),
  deliverableType: Arbitrary.schema(DeliverableType),
  deliveryShard: Arbitrary.schema(DeliveryShard),
  deliveryStatus: Arbitrary.schema(DeliveryStatus),
  direction: Arbitrary.schema(Direction),
  disabledReason: Arbitrary.schema(DisabledReason),
  edit: Arbitrary.schema(Edit),
  event: Arbitrary.schema(Event),
  eventId: Arbitrary.schema(EventId),
  eventType: Arbitrary.schema(EventType),
  idempotencyKey: Arbitrary.schema(IdempotencyKey),
  inbound: Arbitrary.schema(Inbound),
  inboundDelivery: Arbitrary.schema(InboundDelivery),
  inboundDeliveryId: Arbitrary.schema(InboundDeliveryId),
  inboundMedia: Arbitrary.schema(InboundMedia),
  inboundProblem: Arbitrary.schema(InboundProblem),
  inboundProblemReason: Arbitrary.schema(InboundProblemReason),
  keyAnswer: Arbitrary.schema(KeyAnswer),
  listedTemplate: Arbitrary.schema(ListedTemplate),
  media: Arbitrary.schema(Media),
  mediaId: Arbitrary.schema(MediaId),
  mediaStatus: Arbitrary.schema(MediaStatus),
  membership: Arbitrary.schema(Membership),
  message: Arbitrary.schema(Message),
  messageAnnotations: Arbitrary.schema(MessageAnnotations),
  messageContent: Arbitrary.schema(MessageContent),
  messageDeletedData: Arbitrary.schema(MessageDeletedData),
  messageEditedData: Arbitrary.schema(MessageEditedData),
  messageFailedData: Arbitrary.schema(MessageFailedData),
  messageFailure: Arbitrary.schema(MessageFailure),
  messageId: Arbitrary.schema(MessageId),
  messagePreview: Arbitrary.schema(MessagePreview),
  messageReactionData: Arbitrary.schema(MessageReactionData),
  messageReceiptData: Arbitrary.schema(MessageReceiptData),
  messageReceivedData: Arbitrary.schema(MessageReceivedData),
  messageSentData: Arbitrary.schema(MessageSentData),
  messageStatus: Arbitrary.schema(MessageStatus),
  messageTag: Arbitrary.schema(MessageTag),
  messagingWindow: Arbitrary.schema(MessagingWindow),
  messengerButton: Arbitrary.schema(MessengerButton),
  messengerContent: Arbitrary.schema(MessengerContent),
  messengerElement: Arbitrary.schema(MessengerElement),
  month: Arbitrary.schema(Month),
  newMedia: Arbitrary.schema(NewMedia),
  newProfileLookup: Arbitrary.schema(NewProfileLookup),
  nextStep: Arbitrary.schema(NextStep),
  newUpload: Arbitrary.schema(NewUpload),
  note: Arbitrary.schema(Note),
  noteData: Arbitrary.schema(NoteData),
  noteId: Arbitrary.schema(NoteId),
  notification: Arbitrary.schema(Notification),
  notificationId: Arbitrary.schema(NotificationId),
  organization: Arbitrary.schema(Organization),
  organizationId: Arbitrary.schema(OrganizationId),
  paceScope: Arbitrary.schema(PaceScope),
  partProblem: Arbitrary.schema(PartProblem),
  partValues: Arbitrary.schema(PartValues),
  phoneIdentity: Arbitrary.schema(PhoneIdentity),
  plan: Arbitrary.schema(Plan),
  platformConversation: Arbitrary.schema(PlatformConversation),
  platformMessageId: Arbitrary.schema(PlatformMessageId),
  platformProblem: Arbitrary.schema(PlatformProblem),
  postbackData: Arbitrary.schema(PostbackData),
  postbackType: Arbitrary.schema(PostbackType),
  presenceState: Arbitrary.schema(PresenceState),
  previousSecret: Arbitrary.schema(PreviousSecret),
  profileLookup: Arbitrary.schema(ProfileLookup),
  publicMessageStatus: Arbitrary.schema(PublicMessageStatus),
  quickReply: Arbitrary.schema(QuickReply),
  rateTier: Arbitrary.schema(RateTier),
  ratedInterface: Arbitrary.schema(RatedInterface),
  reaction: Arbitrary.schema(Reaction),
  requestLog: Arbitrary.schema(RequestLog),
  requestLogId: Arbitrary.schema(RequestLogId),
  role: Arbitrary.schema(Role),
  rosterEntry: Arbitrary.schema(RosterEntry),
  rosterKey: Arbitrary.schema(RosterKey),
  sessionCaller: Arbitrary.schema(SessionCaller),
  sentFile: Arbitrary.schema(SentFile),
  signIn: Arbitrary.schema(SignIn),
  signInId: Arbitrary.schema(SignInId),
  signOut: Arbitrary.schema(SignOut),
  signingSecret: Arbitrary.schema(SigningSecret),
  storedAnswer: Arbitrary.schema(StoredAnswer),
  storedCalls: Arbitrary.schema(StoredCalls),
  subject: Arbitrary.schema(Subject),
  subscribableType: Arbitrary.schema(SubscribableType),
  templateButton: Arbitrary.schema(TemplateButton),
  templateDefinition: Arbitrary.schema(TemplateDefinition),
  templateParameter: Arbitrary.schema(TemplateParameter),
  templatePart: Arbitrary.schema(TemplatePart),
  testType: Arbitrary.schema(TestType),
  tokenProblem: Arbitrary.schema(TokenProblem),
  traceParent: Arbitrary.schema(TraceParent),
  unreadData: Arbitrary.schema(UnreadData),
  user: Arbitrary.schema(User),
  userId: Arbitrary.schema(UserId),
  vendorContactId: Arbitrary.schema(VendorContactId),
  webhook: Arbitrary.schema(Webhook),
  webhookDisabledNotice: Arbitrary.schema(WebhookDisabledNotice),
  webhookId: Arbitrary.schema(WebhookId),
  webhookStatus: Arbitrary.schema(WebhookStatus),
  whatsAppContent: Arbitrary.schema(WhatsAppContent),
  whatsAppUserId: Arbitrary.schema(WhatsAppUserId)
}
