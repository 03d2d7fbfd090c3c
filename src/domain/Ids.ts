import { type Brand, Schema } from "effect"

/** Every identifier is a branded string, so a contact id never fits where a conversation id is asked for. */
const Uuid = Schema.String.check(Schema.isUUID())

/** For an id that comes from where ids are made: to check it once more takes longer than to make it. */
export const minted = { disableChecks: true } as const

export const OrganizationId = Uuid.pipe(Schema.brand("OrganizationId"))
export type OrganizationId = string & Brand.Brand<"OrganizationId">

export const UserId = Uuid.pipe(Schema.brand("UserId"))
export type UserId = string & Brand.Brand<"UserId">

export const ApiKeyId = Uuid.pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = string & Brand.Brand<"ApiKeyId">

export const ChannelAccountId = Uuid.pipe(Schema.brand("ChannelAccountId"))
export type ChannelAccountId = string & Brand.Brand<"ChannelAccountId">

export const ContactId = Uuid.pipe(Schema.brand("ContactId"))
export type ContactId = string & Brand.Brand<"ContactId">

export const ConversationId = Uuid.pipe(Schema.brand("ConversationId"))
export type ConversationId = string & Brand.Brand<"ConversationId">

export const MessageId = Uuid.pipe(Schema.brand("MessageId"))
export type MessageId = string & Brand.Brand<"MessageId">

export const WebhookId = Uuid.pipe(Schema.brand("WebhookId"))
export type WebhookId = string & Brand.Brand<"WebhookId">

export const EventId = Uuid.pipe(Schema.brand("EventId"))
export type EventId = string & Brand.Brand<"EventId">

/** The id that WhatsApp, Messenger or Instagram gave a message (`wamid.…`, `m_…`). */
export const PlatformMessageId = Schema.NonEmptyString.pipe(Schema.brand("PlatformMessageId"))
export type PlatformMessageId = string & Brand.Brand<"PlatformMessageId">

export const RequestLogId = Uuid.pipe(Schema.brand("RequestLogId"))
export type RequestLogId = string & Brand.Brand<"RequestLogId">

export const NotificationId = Uuid.pipe(Schema.brand("NotificationId"))
export type NotificationId = string & Brand.Brand<"NotificationId">

export const NoteId = Uuid.pipe(Schema.brand("NoteId"))
export type NoteId = string & Brand.Brand<"NoteId">

export const SignInId = Uuid.pipe(Schema.brand("SignInId"))
export type SignInId = string & Brand.Brand<"SignInId">

export const MediaId = Uuid.pipe(Schema.brand("MediaId"))
export type MediaId = string & Brand.Brand<"MediaId">

export const InboundDeliveryId = Uuid.pipe(Schema.brand("InboundDeliveryId"))
export type InboundDeliveryId = string & Brand.Brand<"InboundDeliveryId">

/** The name of a sampled span, as the header `traceparent` of W3C Trace Context. */
export const TraceParent = Schema.String.check(
  Schema.isPattern(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/, { expected: "a traceparent of a sampled span" })
)
