import { Schema } from "effect"
import { DisabledReason } from "../webhooks/afterRefusal.ts"
import { ConversationId, NotificationId, OrganizationId, UserId } from "../Ids.ts"

const commonFields = {
  id: NotificationId,
  organizationId: OrganizationId,
  /** The recipient. */
  userId: UserId,
  createdAt: Schema.DateTimeUtcFromString,
  /** When the member marked it as read, the first time; null until then. */
  readAt: Schema.NullOr(Schema.DateTimeUtcFromString)
}

/** The conversation is assigned to a user. */
export const ConversationAssigned = Schema.Struct({
  ...commonFields,
  type: Schema.Literal("conversation.assigned"),
  conversationId: ConversationId
})

/** A note of the conversation mentions the user. */
export const NoteMentioned = Schema.Struct({
  ...commonFields,
  type: Schema.Literal("note.mentioned"),
  conversationId: ConversationId
})

/**
 * The organization's subscription is disabled: no events are sent until it is registered again (contract: Delivery,
 * retries and giving up).
 */
export const WebhookDisabledNotice = Schema.Struct({
  ...commonFields,
  type: Schema.Literal("webhook.disabled"),
  conversationId: Schema.Null,
  reason: DisabledReason
})

/** A notification for one member of an organization. */
export const Notification = Schema.Union([ConversationAssigned, NoteMentioned, WebhookDisabledNotice])
export type Notification = typeof Notification.Type

/** Most notifications stored for a member. */
export const maxKeptNotifications = 200

/** Which notifications of a member are read: those with the ids, or all up to one, this one and all older ones. */
export type ReadNotifications =
  | { readonly _tag: "Each"; readonly ids: ReadonlyArray<NotificationId> }
  | { readonly _tag: "UpTo"; readonly id: NotificationId }

/** The member has no such notification. */
export class NotificationNotFound extends Schema.TaggedError<NotificationNotFound>()("NotificationNotFound", {}) {}

/** The service role is no member, and has no notifications. */
export class NoMember extends Schema.TaggedError<NoMember>()("NoMember", {}) {}
