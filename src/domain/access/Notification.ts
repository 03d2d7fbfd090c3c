import { Schema } from "effect"
import { DisabledReason } from "../delivery/Delivery.ts"
import { ConversationId, NotificationId, OrganizationId, UserId } from "../Ids.ts"

const told = {
  id: NotificationId,
  organizationId: OrganizationId,
  /** Whom it is for. */
  userId: UserId,
  createdAt: Schema.DateTimeUtcFromString
}

/** The conversation is assigned to a user. */
export const ConversationAssigned = Schema.Struct({
  ...told,
  type: Schema.Literal("conversation.assigned"),
  conversationId: ConversationId
})

/** Nothing is sent to the organization's subscription any more, until it is registered again (contract C29). */
export const WebhookDisabledNotice = Schema.Struct({
  ...told,
  type: Schema.Literal("webhook.disabled"),
  conversationId: Schema.Null,
  reason: DisabledReason
})

/** Something that a member of an organization should know. */
export const Notification = Schema.Union([ConversationAssigned, WebhookDisabledNotice])
export type Notification = typeof Notification.Type

/** Most notifications that are kept for a member. */
export const maxKeptNotifications = 200
