import { DateTime, Schema } from "effect"
import { Channel, channelsInWords } from "../conversation/Channel.ts"
import type { Contact, ContactSource } from "../contact/Contact.ts"
import { ConversationStatus, type Conversation } from "../conversation/Conversation.ts"
import type { Note } from "../conversation/Note.ts"
import {
  ChannelAccountId,
  ContactId,
  ConversationId,
  EventId,
  NoteId,
  OrganizationId,
  type PlatformMessageId,
  TraceParent,
  UserId,
  WebhookId
} from "../Ids.ts"
import { disabledAt } from "./Delivery.ts"
import type { AccountChange } from "../inbound/AccountChange.ts"
import type { MessageContent } from "../message/MessageContent.ts"
import {
  MessageDeletedData,
  MessageEditedData,
  MessageFailedData,
  MessageReactionData,
  MessageReceiptData,
  MessageReceivedData,
  MessageSentData,
  PostbackData
} from "./MessageEventData.ts"

/** The public names (contract C67). */
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

/** A tap on a Messenger button (contract C32): delivered like the others, and not one of the listed types. */
export const PostbackType = Schema.Literals(["postback"])
export type PostbackType = typeof PostbackType.Type

/** Additions to the listed types (contract C47): each goes only to subscriptions that name it. */
export const AdditionalType = Schema.Literals([
  "message.reaction",
  "message.edited",
  "message.deleted",
  "conversation.note_added",
  "conversation.note_removed",
  "conversation.assigned",
  "conversation.read",
  "conversation.unread",
  "account.updated",
  "webhook.failing"
])
export type AdditionalType = typeof AdditionalType.Type

/** Sent on request, to see that events arrive. It can not be subscribed to, and goes to every subscription. */
export const TestType = Schema.Literals(["webhook.test"])
export type TestType = typeof TestType.Type

const ContactData = Schema.Struct({
  contact: Schema.Struct({
    id: ContactId.annotate({ description: "The contact's id" }),
    phone: Schema.String.annotate({ description: "E.164 without +; empty when it is not known" }),
    name: Schema.String.annotate({ description: "Name; empty when it is not known" }),
    email: Schema.NullOr(Schema.String).annotate({ description: "E-mail address; null when it is not known" }),
    tags: Schema.Array(Schema.String).annotate({ description: "All tags of the contact" })
  }).annotate({ description: "The contact as it is now" }),
  source: Schema.String.annotate({ description: "Where it came from: api, an import, or a channel" })
})

const ConversationOpenedData = Schema.Struct({
  conversation: Schema.Struct({
    id: ConversationId.annotate({ description: "The conversation's id" }),
    contact_id: ContactId.annotate({ description: "The contact whom it is with" }),
    channel: Channel.annotate({ description: channelsInWords }),
    status: ConversationStatus.annotate({ description: "open, ai_handling, escalated or closed" })
  }).annotate({ description: "The conversation as it is now" })
})

const ConversationClosedData = Schema.Struct({
  ...ConversationOpenedData.fields,
  closed_by: Schema.NullOr(Schema.String).annotate({ description: "Id of the user, or service_role" }),
  resolution: Schema.NullOr(Schema.String).annotate({ description: "The text given; null when there was none" })
})

/** Without the text: a note that is removed is not kept in the events of it (contract C266). */
const NoteData = Schema.Struct({
  note_id: NoteId.annotate({ description: "The note's id" }),
  conversation_id: ConversationId.annotate({ description: "The conversation that it is about" }),
  author_id: Schema.NullOr(UserId).annotate({ description: "The user who wrote it; null for the service role" })
})

/** A conversation has another assignee (contract C268). */
const AssignedData = Schema.Struct({
  conversation_id: ConversationId.annotate({ description: "The conversation" }),
  assignee_id: Schema.NullOr(UserId).annotate({
    description: "The user who looks after it now; null when it was taken away from a user"
  }),
  previous_assignee_id: Schema.NullOr(UserId).annotate({
    description: "The user who looked after it until now; null when there was none"
  }),
  assigned_by: Schema.String.annotate({ description: "Id of the user who assigned it, or service_role" })
})

/** A member read a conversation, or marked it as unread (contract C306). */
const UnreadData = Schema.Struct({
  conversation_id: ConversationId.annotate({ description: "The conversation" }),
  unread_count: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
    description: "Its messages of the person that nobody has read yet"
  }),
  changed_by: Schema.String.annotate({ description: "Id of the user who did it, or service_role" })
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

const TestData = Schema.Struct({ message: Schema.String.annotate({ description: "What the event is for" }) })

const envelope = {
  id: EventId,
  organizationId: OrganizationId,
  /** Events of one conversation belong together; null for an event of a contact. */
  conversationId: Schema.NullOr(ConversationId),
  occurredAt: Schema.DateTimeUtcFromString,
  /** The trace that it belongs to, as `traceparent`; absent for none. Its delivery goes on with it. */
  trace: Schema.optionalKey(TraceParent)
}

/** Something that happened, with the payload that subscribers receive (contract C67, C31). */
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
  Schema.Struct({ ...envelope, type: Schema.Literal("account.updated"), data: AccountUpdatedData }),
  Schema.Struct({ ...envelope, type: Schema.Literal("webhook.failing"), data: WebhookFailingData }),
  Schema.Struct({ ...envelope, type: TestType, data: TestData })
])
export type Event = typeof Event.Type

/** A conversation is open, for the first time or again. */
export type ConversationOpened = Extract<Event, { readonly type: "conversation.opened" }>

/** The organization has no such event, or none any more. */
export class EventNotFound extends Schema.TaggedError<EventNotFound>()("EventNotFound", {}) {}

const contactData = (contact: Contact, source: ContactSource): typeof ContactData.Type => ({
  contact: {
    id: contact.id,
    phone: contact.phone ?? "",
    name: contact.name,
    email: contact.email,
    tags: contact.tags
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

const conversationData = ({ channel, contactId, id, status }: Conversation): typeof ConversationOpenedData.Type => ({
  conversation: { id, contact_id: contactId, channel, status }
})

/** `at` is when it was opened again, for one that had been closed. */
export const conversationOpened = (
  id: EventId,
  conversation: Conversation,
  at: DateTime.Utc = conversation.createdAt
): ConversationOpened => ({
  id,
  organizationId: conversation.organizationId,
  conversationId: conversation.id,
  occurredAt: at,
  type: "conversation.opened",
  data: conversationData(conversation)
})

/** The same event, for a conversation that belongs to another contact than was expected. */
export const openedFor = (event: ConversationOpened, contactId: ContactId): ConversationOpened => ({
  ...event,
  data: { conversation: { ...event.data.conversation, contact_id: contactId } }
})

/** `at` is when it was closed. Who closed it, and how it was resolved, is in the conversation. */
export const conversationClosed = (id: EventId, conversation: Conversation, at: DateTime.Utc): Event => ({
  id,
  organizationId: conversation.organizationId,
  conversationId: conversation.id,
  occurredAt: at,
  type: "conversation.closed",
  data: {
    ...conversationData(conversation),
    closed_by: conversation.closedBy,
    resolution: conversation.resolution
  }
})

const noteEvent = (
  id: EventId,
  { authorId, conversationId, organizationId, ...note }: Note,
  occurredAt: DateTime.Utc
) => ({
  id,
  organizationId,
  conversationId,
  occurredAt,
  data: { note_id: note.id, conversation_id: conversationId, author_id: authorId }
})

/** A member wrote a note. Its text is not in the event (contract C266). */
export const noteAdded = (id: EventId, note: Note): Event => ({
  ...noteEvent(id, note, note.createdAt),
  type: "conversation.note_added"
})

/** A note was removed, at this time (contract C266). */
export const noteRemoved = (id: EventId, note: Note, at: DateTime.Utc): Event => ({
  ...noteEvent(id, note, at),
  type: "conversation.note_removed"
})

/** `previousId`: who looked after it until now. `by` is as `actorOf` gives it. */
export const conversationAssigned = (
  id: EventId,
  { assigneeId, id: conversationId, organizationId }: Pick<Conversation, "id" | "organizationId" | "assigneeId">,
  { by, previousId }: { readonly by: string; readonly previousId: UserId | null },
  at: DateTime.Utc
): Event => ({
  id,
  organizationId,
  conversationId,
  occurredAt: at,
  type: "conversation.assigned",
  data: {
    conversation_id: conversationId,
    assignee_id: assigneeId,
    previous_assignee_id: previousId,
    assigned_by: by
  }
})

/** The conversation with its new count; `by` is as `actorOf` gives it. */
export const unreadChanged = (
  id: EventId,
  { id: conversationId, organizationId, unreadCount }: Pick<Conversation, "id" | "organizationId" | "unreadCount">,
  by: string,
  at: DateTime.Utc
): Event => ({
  id,
  organizationId,
  conversationId,
  occurredAt: at,
  type: unreadCount === 0 ? "conversation.read" : "conversation.unread",
  data: { conversation_id: conversationId, unread_count: unreadCount, changed_by: by }
})

/** A message as the platform accepted it. */
export interface SentMessage {
  readonly organizationId: OrganizationId
  readonly conversationId: ConversationId
  readonly channel: Channel
  readonly platformMessageId: PlatformMessageId
  readonly to: string
  readonly type: string
  /** What subscribers see of the content; for a WhatsApp template `{template:{name, language}}`. */
  readonly content: MessageContent
  readonly at: DateTime.Utc
}

/** Occurs at `sent.at`, when the platform accepted the message. */
export const messageSent = (id: EventId, sent: SentMessage): Event => ({
  id,
  organizationId: sent.organizationId,
  conversationId: sent.conversationId,
  occurredAt: sent.at,
  type: "message.sent",
  data: {
    channel: sent.channel,
    message_id: sent.platformMessageId,
    to: sent.to,
    type: sent.type,
    content: sent.content,
    status: "sent",
    timestamp: DateTime.formatIso(sent.at)
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

/** Sent on request only, and belongs to no conversation. */
export const webhookTest = (id: EventId, organizationId: OrganizationId, at: DateTime.Utc): Event => ({
  id,
  organizationId,
  conversationId: null,
  occurredAt: at,
  type: "webhook.test",
  data: { message: "This is a test event. Your webhook receives events of effect-parley." }
})

/** The body of a delivery (contract C67). `webhook_id` is the subscription's id (contract C27). */
export const deliveryBody = (
  webhookId: WebhookId,
  event: { readonly type: string; readonly occurredAt: DateTime.Utc; readonly dataJson: string }
): string => {
  const head = JSON.stringify({
    event: event.type,
    timestamp: DateTime.formatIso(event.occurredAt),
    webhook_id: webhookId
  })
  return `${head.slice(0, -1)},"data":${event.dataJson}}`
}
