import { type Brand, Schema } from "effect"

/** Every identifier is a branded string: a contact id cannot be passed where a conversation id is expected. */
const Uuid = Schema.String.check(Schema.isUUID())

/** For an id that the service has just generated: checking it again takes longer than generating it. */
export const generated = { disableChecks: true } as const

/** A UUID. Calls of ports take it first, and every row of a tenant has it. */
export const OrganizationId = Uuid.pipe(Schema.brand("OrganizationId"))
export type OrganizationId = string & Brand.Brand<"OrganizationId">

/** A UUID. One user may be a member of several organizations. */
export const UserId = Uuid.pipe(Schema.brand("UserId"))
export type UserId = string & Brand.Brand<"UserId">

/** A UUID. It names a key in lists and in revocations, and is no secret. */
export const ApiKeyId = Uuid.pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = string & Brand.Brand<"ApiKeyId">

/** A UUID of this service; the platform's own id of a number, Page or Instagram account is `externalId`. */
export const ChannelAccountId = Uuid.pipe(Schema.brand("ChannelAccountId"))
export type ChannelAccountId = string & Brand.Brand<"ChannelAccountId">

/** A UUID. The session interface shows it; the developer interface shows the `VendorContactId`. */
export const ContactId = Uuid.pipe(Schema.brand("ContactId"))
export type ContactId = string & Brand.Brand<"ContactId">

/** A UUID. A contact and a channel account have at most one conversation that is not closed. */
export const ConversationId = Uuid.pipe(Schema.brand("ConversationId"))
export type ConversationId = string & Brand.Brand<"ConversationId">

/** A UUID of this service. A send has it before the platform gives its `PlatformMessageId`. */
export const MessageId = Uuid.pipe(Schema.brand("MessageId"))
export type MessageId = string & Brand.Brand<"MessageId">

const isUuid = Schema.is(Uuid)

/** The text as a message id, in lower case; null for other text, which can only be a `PlatformMessageId`. */
export const messageIdIn = (text: string): MessageId | null =>
  isUuid(text) ? MessageId.make(text.toLowerCase()) : null

/** A UUID. An organization has one subscription at most, which keeps its id when it is registered again. */
export const WebhookId = Uuid.pipe(Schema.brand("WebhookId"))
export type WebhookId = string & Brand.Brand<"WebhookId">

/** A UUID, the same in every attempt and stream, so that receivers recognize a repetition. */
export const EventId = Uuid.pipe(Schema.brand("EventId"))
export type EventId = string & Brand.Brand<"EventId">

/** The id that WhatsApp, Messenger or Instagram gave a message (`wamid.…`, `m_…`). */
export const PlatformMessageId = Schema.NonEmptyString.pipe(Schema.brand("PlatformMessageId"))
export type PlatformMessageId = string & Brand.Brand<"PlatformMessageId">

/** A UUID: the entry of one call in the log of the developer interface. */
export const RequestLogId = Uuid.pipe(Schema.brand("RequestLogId"))
export type RequestLogId = string & Brand.Brand<"RequestLogId">

/** A UUID. Of two notifications of one instant the greater id counts as newer. */
export const NotificationId = Uuid.pipe(Schema.brand("NotificationId"))
export type NotificationId = string & Brand.Brand<"NotificationId">

/** A UUID: one note of a conversation. */
export const NoteId = Uuid.pipe(Schema.brand("NoteId"))
export type NoteId = string & Brand.Brand<"NoteId">

/** A UUID: one session of a user, which keeps it when its tokens are refreshed. */
export const SignInId = Uuid.pipe(Schema.brand("SignInId"))
export type SignInId = string & Brand.Brand<"SignInId">

/** A UUID: a file of a message, which the media endpoints of both interfaces take. */
export const MediaId = Uuid.pipe(Schema.brand("MediaId"))
export type MediaId = string & Brand.Brand<"MediaId">

/** A UUID: one accepted webhook of a platform, and its failed items. */
export const InboundDeliveryId = Uuid.pipe(Schema.brand("InboundDeliveryId"))
export type InboundDeliveryId = string & Brand.Brand<"InboundDeliveryId">

/** A UUID: a send that was recorded in a transaction of the program, to leave after its commit. */
export const PendingSendId = Uuid.pipe(Schema.brand("PendingSendId"))
export type PendingSendId = string & Brand.Brand<"PendingSendId">

/** A UUID: one campaign of an organization. */
export const CampaignId = Uuid.pipe(Schema.brand("CampaignId"))
export type CampaignId = string & Brand.Brand<"CampaignId">

/** A UUID: one person of a campaign. */
export const CampaignRecipientId = Uuid.pipe(Schema.brand("CampaignRecipientId"))
export type CampaignRecipientId = string & Brand.Brand<"CampaignRecipientId">

/** The name of a sampled span, as the header `traceparent` of W3C Trace Context. */
export const TraceParent = Schema.String.check(
  Schema.isPattern(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/, { expected: "a traceparent of a sampled span" })
)

/** A UUID. Labels are assigned by name, and the id stays when the name changes. */
export const LabelId = Uuid.pipe(Schema.brand("LabelId"))
export type LabelId = string & Brand.Brand<"LabelId">

/** A UUID of a team of members. */
export const TeamId = Uuid.pipe(Schema.brand("TeamId"))
export type TeamId = string & Brand.Brand<"TeamId">

/** A UUID of a saved reply, personal or shared. */
export const SavedReplyId = Uuid.pipe(Schema.brand("SavedReplyId"))
export type SavedReplyId = string & Brand.Brand<"SavedReplyId">

/** A UUID: one entry of an audit log. Of two entries of one instant the greater id counts as newer. */
export const AuditEntryId = Uuid.pipe(Schema.brand("AuditEntryId"))
export type AuditEntryId = string & Brand.Brand<"AuditEntryId">
