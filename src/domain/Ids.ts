import { Schema } from "effect"

/** Every identifier is a branded string, so a contact id never fits where a conversation id is asked for. */
const Uuid = Schema.String.check(Schema.isUUID())

/** For an id that comes from where ids are made: to check it once more takes longer than to make it. */
export const minted = { disableChecks: true } as const

export const OrganizationId = Uuid.pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type

export const UserId = Uuid.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

export const ApiKeyId = Uuid.pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

export const ChannelAccountId = Uuid.pipe(Schema.brand("ChannelAccountId"))
export type ChannelAccountId = typeof ChannelAccountId.Type

export const ContactId = Uuid.pipe(Schema.brand("ContactId"))
export type ContactId = typeof ContactId.Type

export const ConversationId = Uuid.pipe(Schema.brand("ConversationId"))
export type ConversationId = typeof ConversationId.Type

export const MessageId = Uuid.pipe(Schema.brand("MessageId"))
export type MessageId = typeof MessageId.Type

export const WebhookId = Uuid.pipe(Schema.brand("WebhookId"))
export type WebhookId = typeof WebhookId.Type

export const EventId = Uuid.pipe(Schema.brand("EventId"))
export type EventId = typeof EventId.Type

/** The id that WhatsApp, Messenger or Instagram gave a message (`wamid.…`, `m_…`). */
export const PlatformMessageId = Schema.NonEmptyString.pipe(Schema.brand("PlatformMessageId"))
export type PlatformMessageId = typeof PlatformMessageId.Type

export const RequestLogId = Uuid.pipe(Schema.brand("RequestLogId"))
export type RequestLogId = typeof RequestLogId.Type

export const NotificationId = Uuid.pipe(Schema.brand("NotificationId"))
export type NotificationId = typeof NotificationId.Type

export const SignInId = Uuid.pipe(Schema.brand("SignInId"))
export type SignInId = typeof SignInId.Type

export const MediaId = Uuid.pipe(Schema.brand("MediaId"))
export type MediaId = typeof MediaId.Type

export const InboundDeliveryId = Uuid.pipe(Schema.brand("InboundDeliveryId"))
export type InboundDeliveryId = typeof InboundDeliveryId.Type

/** The name of a sampled span, as the header `traceparent` of W3C Trace Context. */
export const TraceParent = Schema.String.check(
  Schema.isPattern(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/, { expected: "a traceparent of a sampled span" })
)
