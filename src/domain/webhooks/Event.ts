import { DateTime, Schema } from "effect"
import { Channel, channelsInWords } from "../conversations/Channel.ts"
import type { Contact, ContactSource } from "../contacts/Contact.ts"
import { type ConsentChange, ConsentSource } from "../contacts/Consent.ts"
import { ChannelAccountId, ContactId, ConversationId, EventId, OrganizationId, TraceParent, WebhookId } from "../Ids.ts"
import { disabledAt } from "./afterRefusal.ts"
import type { AccountChange } from "../inbound/AccountChange.ts"
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
} from "./EventData.ts"

/** The public names (contract: Events). */
export const EventType = Schema.Literals([
  "message.received",
  "message.sent",
  "message.delivered",
  "message.read",
  "message.failed",
  "contact.created",
  "contact.updated",
  "conversation.opened",
  "conversation.closed"
])
export type EventType = typeof EventType.Type

/** A tap on a Messenger button (contract: Postbacks): delivered like the others, and not one of the listed types. */
export const PostbackType = Schema.Literals(["postback"])
export type PostbackType = typeof PostbackType.Type

/** Additions to the listed types (contract: Additional events): each goes only to subscriptions that name it. */
export const AdditionalType = Schema.Literals([
  "message.reaction",
  "message.edited",
  "message.deleted",
  "message.send_failed",
  "contact.opted_in",
  "contact.opted_out",
  "conversation.note_added",
  "conversation.note_removed",
  "conversation.assigned",
  "conversation.read",
  "conversation.unread",
  "conversation.updated",
  "account.updated",
  "webhook.failing",
  "campaign.updated"
])
export type AdditionalType = typeof AdditionalType.Type

/** Sent on request, to see that events arrive. It can not be subscribed to, and goes to the subscription that it tests. */
export const TestType = Schema.Literals(["webhook.test"])
export type TestType = typeof TestType.Type

const ContactData = Schema.Struct({
  contact: Schema.Struct({
    id: ContactId.annotate({ description: "The contact's id" }),
    phone: Schema.String.annotate({ description: "E.164 without +; empty when it is not known" }),
    name: Schema.String.annotate({ description: "Name; empty when it is not known" }),
    email: Schema.NullOr(Schema.String).annotate({ description: "E-mail address; null when it is not known" }),
    tags: Schema.Array(Schema.String).annotate({ description: "All tags of the contact" }),
    labels: Schema.optionalKey(
      Schema.Array(Schema.String).annotate({ description: "Names of the contact's labels; present if there are some" })
    )
  }).annotate({ description: "The contact as it is now" }),
  source: Schema.String.annotate({ description: "Where it came from: api, an import, or a channel" })
})

const ConsentData = Schema.Struct({
  contact_id: ContactId.annotate({ description: "The contact's id" }),
  channel: Channel.annotate({ description: channelsInWords }),
  source: ConsentSource.annotate({
    description:
      "api: a backend. member: a member of the organization. import: a row of an import. platform: a preference or an opt-in at the platform. word: a stop word. refusal: the platform refused a marketing message"
  }),
  by: Schema.NullOr(Schema.String).annotate({
    description: "The API key, the user or the message; null if the source has none"
  }),
  timestamp: Schema.String.annotate({ description: "When the contact chose; ISO 8601 UTC" })
})

/** `change` is the platform's word for what changed, and `values` are its own. */
const AccountUpdatedData = Schema.Struct({
  channel: Channel.annotate({ description: channelsInWords }),
  account_id: ChannelAccountId.annotate({ description: "The connected account's id" }),
  external_id: Schema.String.annotate({
    description: "The platform's id: phone number id, Page id, Instagram account id"
  }),
  business_account_id: Schema.NullOr(Schema.String).annotate({
    description: "The WhatsApp Business Account of a number; null on the other channels"
  }),
  change: Schema.String.annotate({ description: "The platform's word for what changed" }),
  values: Schema.Record(Schema.String, Schema.Json).annotate({ description: "The platform's own fields" }),
  timestamp: Schema.String.annotate({ description: "When it changed; ISO 8601 UTC" })
})

const WebhookFailingData = Schema.Struct({
  webhook_id: WebhookId.annotate({ description: "The subscription" }),
  percent: Schema.Int.annotate({
    description: "The part that has passed of the time after which the subscription is disabled: 50, 70 or 90"
  }),
  failing_since: Schema.String.annotate({ description: "The first failure after the last success; ISO 8601 UTC" }),
  disabled_at: Schema.String.annotate({ description: "When it will be disabled; ISO 8601 UTC" }),
  timestamp: Schema.String.annotate({ description: "When this was noticed; ISO 8601 UTC" })
})

const TestData = Schema.Struct({
  message: Schema.String.annotate({ description: "What the event is for" }),
  endpoint_id: Schema.optionalKey(
    WebhookId.annotate({ description: "The endpoint that is tested; absent for the one webhook" })
  )
})

const envelope = {
  id: EventId,
  organizationId: OrganizationId,
  /** Events of one conversation belong together; null for an event of a contact. */
  conversationId: Schema.NullOr(ConversationId),
  occurredAt: Schema.DateTimeUtcFromString,
  /** The trace of the event, as `traceparent`; absent without one. Its delivery continues the trace. */
  trace: Schema.optionalKey(TraceParent)
}

/** An event, with the payload that subscribers receive (contract: Events; Payloads of events). */
export const Event = Schema.Union([
  Schema.Struct({ ...envelope, type: Schema.Literals(["contact.created", "contact.updated"]), data: ContactData }),
  Schema.Struct({ ...envelope, type: Schema.Literal("conversation.opened"), data: ConversationOpenedData }),
  Schema.Struct({ ...envelope, type: Schema.Literal("conversation.closed"), data: ConversationClosedData }),
  Schema.Struct({ ...envelope, type: Schema.Literal("message.sent"), data: MessageSentData }),
  Schema.Struct({ ...envelope, type: Schema.Literal("message.received"), data: MessageReceivedData }),
  Schema.Struct({
    ...envelope,
    type: Schema.Literals(["message.delivered", "message.read"]),
    data: MessageReceiptData
  }),
  Schema.Struct({ ...envelope, type: Schema.Literal("message.failed"), data: MessageFailedData }),
  Schema.Struct({ ...envelope, type: PostbackType, data: PostbackData }),
  Schema.Struct({ ...envelope, type: Schema.Literal("message.reaction"), data: MessageReactionData }),
  Schema.Struct({ ...envelope, type: Schema.Literal("message.edited"), data: MessageEditedData }),
  Schema.Struct({ ...envelope, type: Schema.Literal("message.deleted"), data: MessageDeletedData }),
  Schema.Struct({ ...envelope, type: Schema.Literal("message.send_failed"), data: SendFailedData }),
  Schema.Struct({
    ...envelope,
    type: Schema.Literals(["contact.opted_in", "contact.opted_out"]),
    data: ConsentData
  }),
  Schema.Struct({
    ...envelope,
    type: Schema.Literals(["conversation.note_added", "conversation.note_removed"]),
    data: NoteData
  }),
  Schema.Struct({ ...envelope, type: Schema.Literal("conversation.assigned"), data: AssignedData }),
  Schema.Struct({
    ...envelope,
    type: Schema.Literals(["conversation.read", "conversation.unread"]),
    data: UnreadData
  }),
  Schema.Struct({ ...envelope, type: Schema.Literal("conversation.updated"), data: ConversationUpdatedData }),
  Schema.Struct({ ...envelope, type: Schema.Literal("account.updated"), data: AccountUpdatedData }),
  Schema.Struct({ ...envelope, type: Schema.Literal("webhook.failing"), data: WebhookFailingData }),
  Schema.Struct({ ...envelope, type: Schema.Literal("campaign.updated"), data: CampaignUpdatedData }),
  Schema.Struct({ ...envelope, type: TestType, data: TestData })
])
export type Event = typeof Event.Type

/** The organization has no such event, or none any more. */
export class EventNotFound extends Schema.TaggedError<EventNotFound>()("EventNotFound", {}) {}

const contactData = (contact: Contact, source: ContactSource): typeof ContactData.Type => ({
  contact: {
    id: contact.id,
    phone: contact.phone ?? "",
    name: contact.name,
    email: contact.email,
    tags: contact.tags,
    ...(contact.labels.length > 0 && { labels: contact.labels })
  },
  source
})

/** Occurs when the contact was created. `source` is how. */
export const contactCreated = (id: EventId, contact: Contact, source: ContactSource): Event => ({
  id,
  organizationId: contact.organizationId,
  conversationId: null,
  occurredAt: contact.createdAt,
  type: "contact.created",
  data: contactData(contact, source)
})

/** `source` is where the change came from. */
export const contactUpdated = (id: EventId, contact: Contact, source: ContactSource): Event => ({
  id,
  organizationId: contact.organizationId,
  conversationId: null,
  occurredAt: contact.updatedAt,
  type: "contact.updated",
  data: contactData(contact, source)
})

/** An opt-in or an opt-out. Occurs at `at`; `timestamp` is the time of the choice. */
export const consentChanged = (
  id: EventId,
  contact: Pick<Contact, "id" | "organizationId">,
  change: ConsentChange,
  at: DateTime.Utc
): Event => ({
  id,
  organizationId: contact.organizationId,
  conversationId: null,
  occurredAt: at,
  type: `contact.${change.state}`,
  data: {
    contact_id: contact.id,
    channel: change.channel,
    source: change.source,
    by: change.by === "" ? null : change.by,
    timestamp: DateTime.formatIso(change.at)
  }
})

/** Belongs to no conversation. Occurs at `at`; `timestamp` is when the platform changed it. */
export const accountUpdated = (id: EventId, { account, ...change }: AccountChange, at: DateTime.Utc): Event => ({
  id,
  organizationId: account.organizationId,
  conversationId: null,
  occurredAt: at,
  type: "account.updated",
  data: {
    channel: account.channel,
    account_id: account.id,
    external_id: account.externalId,
    business_account_id: account.businessAccountId,
    change: change.what,
    values: change.values,
    timestamp: DateTime.formatIso(change.at)
  }
})

/** Belongs to no conversation. `disabled_at` is when the subscription ends if it keeps failing. */
export const webhookFailing = (
  id: EventId,
  webhook: {
    readonly organizationId: OrganizationId
    readonly id: WebhookId
    readonly failingSince: DateTime.Utc
    readonly percent: number
  },
  at: DateTime.Utc
): Event => ({
  id,
  organizationId: webhook.organizationId,
  conversationId: null,
  occurredAt: at,
  type: "webhook.failing",
  data: {
    webhook_id: webhook.id,
    percent: webhook.percent,
    failing_since: DateTime.formatIso(webhook.failingSince),
    disabled_at: DateTime.formatIso(disabledAt(webhook.failingSince)),
    timestamp: DateTime.formatIso(at)
  }
})

/** Sent on request only, and belongs to no conversation. Without an endpoint it tests the one webhook. */
export const webhookTest = (
  id: EventId,
  organizationId: OrganizationId,
  at: DateTime.Utc,
  endpointId: WebhookId | null = null
): Event => ({
  id,
  organizationId,
  conversationId: null,
  occurredAt: at,
  type: "webhook.test",
  data: {
    message: "This is a test event. Your webhook receives events of effect-parley.",
    ...(endpointId !== null && { endpoint_id: endpointId })
  }
})
